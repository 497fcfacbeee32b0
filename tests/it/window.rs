//! The window: pictures compared with references, and a battle played by mouse and keyboard in a real window.

mod hands;
mod panels;
mod pictures;
mod screens;

use std::process::Command;

/// Runs the program without what it needs; what it says.
#[track_caller]
fn check_told(args: &[&str], environment: &[(&str, &str)], expect: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_battlemat"));
    command.args(args).env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
    let done = command.envs(environment.iter().copied()).output().expect("the program should run");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains(expect) && !said.contains("panicked"), "{said}");
}

#[test]
fn no_display_and_no_graphics_are_told_in_a_sentence() {
    check_told(&["play"], &[], "There is no display here");
    check_told(&["play"], &[("DISPLAY", ":4242")], "cannot be opened");
    let out = std::env::temp_dir().join("battlemat-never.png");
    let out = out.to_str().expect("a plain path");
    check_told(
        &["shot", "levels/first-fight.toml", "--out", out],
        &[("WGPU_BACKEND", "vulkan"), ("VK_DRIVER_FILES", "/dev/null"), ("VK_ICD_FILENAMES", "/dev/null")],
        "no graphics driver",
    );
}
