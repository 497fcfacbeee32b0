//! The drawings as files: found, fingerprinted, and held to the palette.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::Failure;

/// All drawings and tables, by their path below the art folder without the extension (`objects/crate`).
pub(crate) struct Sources {
    drawings: BTreeMap<String, String>,
    fingerprints: BTreeMap<String, u64>,
    /// The kinds of ground, lowest first.
    pub(crate) kinds: Vec<Kind>,
}

/// A kind of ground and how its borders look; see `assets/art/kinds.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kind {
    /// Its name, as in `ground/NAME-a.svg`.
    pub(crate) name: String,
    /// The family of masks in `edges/`.
    pub(crate) edge: String,
    /// Opacity of the ink line along its border.
    pub(crate) line: f32,
    /// Colour of the band inside the border.
    pub(crate) shore: Option<String>,
    /// Colour of the far wall seen below the border.
    pub(crate) face: Option<String>,
}

#[derive(Deserialize)]
struct Kinds {
    kind: Vec<Kind>,
}

impl Sources {
    /// Reads everything below `art`; fails on a colour that is not in `palette.toml`, naming the file.
    pub(crate) fn read(art: &Path) -> Result<Self, Failure> {
        let mut files = BTreeMap::new();
        collect(art, art, &mut files)?;
        let text = |name: &str| files.get(name).ok_or_else(|| format!("{} lacks {name}", art.display()));

        let palette: Vec<String> = colours(text("palette.toml")?);
        let kinds: Kinds = toml::from_str(text("kinds.toml")?)?;
        for (path, content) in &files {
            if let Some(stranger) = colours(content).into_iter().find(|colour| !palette.contains(colour)) {
                return Err(format!("{path} uses {stranger}, which is not in palette.toml").into());
            }
        }
        let fingerprints = files.iter().map(|(path, content)| (path.clone(), fnv(content.as_bytes()))).collect();
        let drawings = files
            .into_iter()
            .filter_map(|(path, content)| path.strip_suffix(".svg").map(|name| (name.to_owned(), content)))
            .collect();
        Ok(Self { drawings, fingerprints, kinds: kinds.kind })
    }

    /// The SVG text of a drawing.
    pub(crate) fn drawing(&self, name: &str) -> Result<&str, Failure> {
        self.drawings.get(name).map(String::as_str).ok_or_else(|| format!("no drawing called {name}.svg").into())
    }

    /// The drawings in a folder: name without the folder, and SVG text, sorted by name.
    pub(crate) fn folder<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.drawings.iter().filter_map(move |(name, svg)| {
            let name = name.strip_prefix(folder)?.strip_prefix('/')?;
            Some((name, svg.as_str()))
        })
    }

    /// One line a source file: its FNV-1a hash and its path.
    pub(crate) fn fingerprints(&self) -> String {
        self.fingerprints.iter().fold(String::new(), |mut text, (path, hash)| {
            writeln!(text, "{hash:016x} {path}").expect("a string takes any text");
            text
        })
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "svg" || kind == "toml") {
            let below = path.strip_prefix(root).expect("the walk stays below its root");
            let name = below.to_string_lossy().replace('\\', "/");
            files.insert(name, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Every `#rrggbb` in a text, in lower case.
fn colours(text: &str) -> Vec<String> {
    text.match_indices('#')
        .filter_map(|(at, _)| text.get(at..at + 7))
        .filter(|colour| colour[1..].chars().all(|digit| digit.is_ascii_hexdigit()))
        .map(str::to_lowercase)
        .collect()
}

/// FNV-1a over the file's bytes; the stale-bake test in `tests/it/art.rs` computes the same.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_wherever_they_stand() {
        assert_eq!(colours(r##"fill="#241C1A" url(#g1) stroke="#ffe2a6""##), ["#241c1a", "#ffe2a6"]);
    }

    #[test]
    fn the_shipped_drawings_keep_to_the_palette() {
        let art = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/art");
        let sources = Sources::read(&art).expect("the shipped drawings should be readable and in palette");
        assert!(sources.folder("tokens").count() >= 16, "every shared creature kind should have a token");
    }
}
