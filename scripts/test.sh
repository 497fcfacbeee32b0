#!/usr/bin/env bash
# Runs every test once: scripts/test.sh [rules|window].
#
# Rules, levels and the referee are tested as built without the window (rules); unit tests, and the window under a virtual screen, as built
# with it (window).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES $PICTURE_PACKAGES || exit 1
# The bot in examples/ runs on it; its test skips nothing here.
command -v python3 >/dev/null 2>&1 || need_packages python3 || exit 1
export BATTLEMAT_NEEDS_PYTHON=1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}"
echo "== one bevy_ecs, one egui"
for crate in bevy_ecs egui; do
    count=$(grep -c "^name = \"$crate\"\$" Cargo.lock)
    if [ "$count" != 1 ]; then
        echo "Cargo.lock holds $count versions of $crate; there must be exactly one." >&2
        exit 1
    fi
done
part="${1:-all}"
battlemat="$CARGO_TARGET_DIR/debug/battlemat"
if [ "$part" != window ]; then
    echo "== rules, levels, referee"
    cargo test --locked --no-default-features --test it
    echo "== scenarios"
    "$battlemat" test tests/scenarios
    echo "== puzzles: what the computer plays"
    "$battlemat" test tests/puzzles
    echo "== levels"
    "$battlemat" lint levels/*.toml tests/arena/*.toml campaigns/*.toml examples/*.toml
    echo "== coverage of the rules"
    "$battlemat" rules sol --coverage --strict --games 6
    "$battlemat" rules essence --coverage --strict --games 2
    "$battlemat" rules vigor --coverage --strict --games 1
    "$battlemat" rules momentum --coverage --strict --games 1
    "$battlemat" rules edge --coverage --strict --games 1
fi
if [ "$part" != rules ]; then
    echo "== unit tests"
    cargo test --locked --lib --bins
    echo "== the window"
    cargo test --locked --test it window::
fi
