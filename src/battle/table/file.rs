//! Files that are written whole or not at all.

use super::save_error::SaveError;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// Symbolic links that are followed one after another before they are taken for a ring.
const MOST_LINKS: u32 = 40;

/// How names of temporary files begin and end.
const PREFIX: &str = ".battlemat-";
const SUFFIX: &str = ".tmp";

/// No program writes one file for as long as this.
const OLD: Duration = Duration::from_hours(1);

/// A pipe of which nothing is read for so long is not read from.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a full pipe is left alone.
#[cfg(unix)]
const PAUSE: Duration = Duration::from_millis(5);

/// Tells the temporary files of one process apart.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Writes a file so that at every moment either the old one is there or the new one. A temporary file beside it is written first, brought
/// to the disk and renamed over it. Several programs may write the same file at once; one of them is the last.
///
/// A file that is replaced keeps its mode, and a symbolic link goes on pointing where it did. One that may not be written to is not
/// replaced. What is no file, such as a pipe, is written to as it is, as long as it is read from.
///
/// # Errors
/// What the file system says, with the path; nothing has changed then, and nothing lies about.
pub fn write_whole(path: &Path, text: &str) -> Result<(), SaveError> {
    if path.as_os_str().is_empty() {
        return Err(SaveError("The name of the file is empty.".into()));
    }
    write(path, text.as_bytes()).map_err(|error| SaveError(format!("{}: {error}.", path.display())))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let path = followed(path)?;
    let there = match fs::metadata(&path) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if there.as_ref().is_some_and(fs::Metadata::is_dir) || path.file_name().is_none() {
        return Err(Error::new(ErrorKind::IsADirectory, "this is a folder"));
    }
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return pour(&path, bytes);
    }
    // A new file in its place would be a way round what protects it.
    if let Some(there) = &there {
        if there.permissions().readonly() {
            return Err(Error::new(ErrorKind::PermissionDenied, "this file is write-protected"));
        }
        drop(OpenOptions::new().write(true).open(&path)?);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (mut file, temporary) = Temporary::beside(folder)?;
    file.write_all(bytes)?;
    if let Some(there) = there {
        file.set_permissions(there.permissions())?;
    }
    file.sync_all()?;
    let written = file.metadata().and_then(|file| file.modified());
    drop(file);
    temporary.becomes(&path)?;
    if let Ok(written) = written {
        remove_leftovers(folder, written);
    }
    // The new name is on the disk once the folder is; some file systems know no such thing, and the file itself is safe.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes to what is no file. A pipe that is not read from is an error: nobody would ever come to empty it.
#[cfg(unix)]
fn pour(path: &Path, mut bytes: &[u8]) -> Result<(), Error> {
    use std::os::unix::fs::OpenOptionsExt as _;

    let unread = || Error::new(ErrorKind::BrokenPipe, "nobody reads from this");
    let open = OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(path);
    let mut pipe = match open {
        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => return Err(unread()),
        open => open?,
    };
    let mut waited = Duration::ZERO;
    while !bytes.is_empty() {
        match pipe.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => (bytes, waited) = (&bytes[written..], Duration::ZERO),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
            Err(_) if waited >= PATIENCE => return Err(unread()),
            Err(_) => {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn pour(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// Removes what writers have left in a folder who were killed: their temporary files that are much older than what has just been
/// written. That one cannot be removed is no fault of the writer's.
fn remove_leftovers(folder: &Path, now: SystemTime) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if !is_temporary {
            continue;
        }
        let written = entry.metadata().and_then(|file| file.modified());
        let age = written.ok().and_then(|written| now.duration_since(written).ok());
        if age.is_some_and(|age| age > OLD) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where a path leads in the end; that file need not exist.
fn followed(path: &Path) -> Result<PathBuf, Error> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            // It is no link, or nothing at all.
            Err(_) => return Ok(path),
        }
    }
    Err(Error::other("its symbolic links lead in a ring"))
}

/// A file of a name that no other program uses; removed again unless it has become what it was written for.
struct Temporary(PathBuf);

impl Temporary {
    fn beside(folder: &Path) -> Result<(File, Self), Error> {
        loop {
            let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Self(path))),
                // Left by a killed process of the same number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn becomes(self, path: &Path) -> Result<(), Error> {
        fs::rename(&self.0, path)?;
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
