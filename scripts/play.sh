#!/usr/bin/env bash
# Builds Battlemat and starts it. Without a display: plays a demo battle and leaves a picture of it.
# Usage: scripts/play.sh [LEVEL] [options of `battlemat play`]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES libvulkan1 || exit 1
echo "Building Battlemat (the first build takes about half an hour on two cores) ..." >&2
cargo build --release --locked
battlemat="${CARGO_TARGET_DIR:-target}/release/battlemat"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$battlemat" play "$@"
fi
echo "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so a demo battle is played without a window." >&2
"$battlemat" demo "${1:-levels/first-fight.toml}" --save demo.json
# shellcheck disable=SC2086
need_packages mesa-vulkan-drivers libvulkan1 || exit 1
# Without a desktop session nobody has set this, and graphics drivers complain.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$(mktemp -d)}"
"$battlemat" shot demo.json --size 1280x720 --out demo.png
echo "A picture of it is in demo.png." >&2
