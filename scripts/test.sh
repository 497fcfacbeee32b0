#!/usr/bin/env bash
# Runs every test once: those of rules, levels and referee built without the window, then those of the window under a virtual screen.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES $PICTURE_PACKAGES || exit 1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}"
echo "== one bevy_ecs, one egui"
for crate in bevy_ecs egui; do
    count=$(grep -c "^name = \"$crate\"\$" Cargo.lock)
    if [ "$count" != 1 ]; then
        echo "Cargo.lock holds $count versions of $crate; there must be exactly one." >&2
        exit 1
    fi
done
echo "== tests without a window"
cargo test --locked --no-default-features
battlemat="$CARGO_TARGET_DIR/debug/battlemat"
echo "== scenarios"
"$battlemat" test tests/scenarios
echo "== levels"
"$battlemat" lint levels/*.toml
echo "== rules"
"$battlemat" rules sol --coverage --strict --games 6
"$battlemat" rules essence --coverage --strict --games 2
"$battlemat" rules vigor --coverage --strict --games 1
# Each test runs once: what has no window in it has just been run.
echo "== tests of the window"
cargo test --locked -- gui:: window:: cli::
