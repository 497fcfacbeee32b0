#!/usr/bin/env bash
# Runs every test, the windowed ones under a virtual screen.
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
echo "== tests"
cargo test --locked
echo "== scenarios"
"$CARGO_TARGET_DIR/debug/battlemat" test tests/scenarios
echo "== levels"
"$CARGO_TARGET_DIR/debug/battlemat" lint levels/*.toml
echo "== rules"
"$CARGO_TARGET_DIR/debug/battlemat" rules sol --coverage --strict --games 6
"$CARGO_TARGET_DIR/debug/battlemat" rules essence --coverage --strict --games 2
"$CARGO_TARGET_DIR/debug/battlemat" rules vigor --coverage --strict --games 1
