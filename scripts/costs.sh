#!/usr/bin/env bash
# What drawing costs: the game beside a bare tilemap and beside Bevy with nothing to draw, off screen, one after the other, several times.
# Usage: scripts/costs.sh [RUNS [FRAMES]]; BATTLEMAT_COSTS=dev measures the dev profile, whose libraries are optimised too.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES mesa-vulkan-drivers libvulkan1 || exit 1
runs="${1:-5}" frames="${2:-100}"
profile="${BATTLEMAT_COSTS:-release}"
target="${CARGO_TARGET_DIR:-target}"
cargo build --locked --profile "$profile" --bin battlemat --example bare_tilemap
folder=$([ "$profile" = dev ] && echo debug || echo "$profile")
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$(mktemp -d)}"
bare="$target/$folder/examples/bare_tilemap"
for _ in $(seq "$runs"); do
    echo "empty $("$bare" empty "$frames")"
    echo "bare $("$bare" map "$frames")"
    echo "bare-once $("$bare" map-once "$frames")"
    echo "ours $("$target/$folder/battlemat" shot benches/great-field.toml --hover 30,31 --frames "$frames")"
done | tee /dev/stderr | awk '
    { for (i = 2; i <= 5; i++) { split($i, pair, "="); key = $1 " " i; all[key] = all[key] " " pair[2]; name[i] = pair[1] } }
    function median(list,   n, i, j, v, t) {
        n = split(list, v, " ")
        for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (v[j] + 0 < v[i] + 0) { t = v[i]; v[i] = v[j]; v[j] = t }
        return v[int((n + 1) / 2)]
    }
    END {
        printf "\n%-14s %10s %10s %10s %10s %12s %12s %12s\n", "median", "empty", "bare", "bare-once", "ours", "ours/empty", "ours/bare", "ours/once"
        for (i = 2; i <= 5; i++) {
            e = median(all["empty " i]); b = median(all["bare " i]); o = median(all["bare-once " i]); g = median(all["ours " i])
            printf "%-14s %10s %10s %10s %10s %12.2f %12.2f %12.2f\n", name[i], e, b, o, g, g / e, g / b, g / o
        }
    }'
