//! The bot that comes with the program: it plays a side to the end by what that side is told.

use std::process::Command;

/// Whether there is a Python that the bot runs on.
fn has_python() -> bool {
    let asked = Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status();
    asked.is_ok_and(|status| status.success())
}

#[test]
fn the_bot_plays_a_side_to_the_end_under_every_ruleset() {
    if !has_python() {
        assert!(std::env::var_os("BATTLEMAT_NEEDS_PYTHON").is_none(), "python3 is missing, on which the bot runs");
        return;
    }
    for (level, side) in
        [("examples/duel.toml", "red"), ("examples/duel.toml", "blue"), ("levels/first-fight.toml", "watch")]
    {
        for ruleset in ["sol", "essence", "vigor", "momentum"] {
            if level.starts_with("levels") && ruleset != "sol" {
                continue;
            }
            let played = Command::new("python3")
                .args(["examples/bot.py", "--level", level, "--side", side, "--ruleset", ruleset, "--seed", "3"])
                .args(["--program", env!("CARGO_BIN_EXE_battlemat")])
                .output()
                .expect("python3 should run");
            let said = String::from_utf8_lossy(&played.stdout);
            let failed = String::from_utf8_lossy(&played.stderr);
            assert!(played.status.success(), "{level} as {side} under {ruleset}: {failed}");
            assert!(said.contains("Won: ") && said.contains(&format!("{side} spoke ")), "{said}");
        }
    }
}
