# Sourced by play.sh and test.sh: installs missing system packages where apt may do it, else prints the line to run.

# packages_missing NAME...: prints those Debian packages that are not installed.
packages_missing() {
    local name
    for name in "$@"; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$name"
    done
}

# need_packages NAME...: makes sure they are there; false when it could not.
need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        cat >&2 <<'HINT'
This is no Debian system, so nothing was installed. Battlemat needs, to be built:
  Fedora: sudo dnf install gcc pkgconf alsa-lib-devel systemd-devel wayland-devel libxkbcommon-devel libxkbcommon-x11 libX11-devel libXcursor libXi libXrandr vulkan-loader
  Arch:   sudo pacman -S --needed base-devel alsa-lib systemd-libs wayland libxkbcommon libxkbcommon-x11 libx11 libxcursor libxi libxrandr vulkan-icd-loader
HINT
        return 0
    fi
    local missing
    missing=$(packages_missing "$@")
    [ -z "$missing" ] && return 0
    local root=""
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            root="sudo"
        else
            printf 'These packages are missing. Install them with:\n  sudo apt-get install %s\n' "$missing" >&2
            return 1
        fi
    fi
    echo "Installing: $missing" >&2
    $root apt-get update -qq || true
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
        printf 'apt could not install them. Try:\n  sudo apt-get install %s\n' "$missing" >&2
        return 1
    }
}

# need_cargo: makes sure there is a Rust toolchain; false when not.
need_cargo() {
    if ! command -v cargo >/dev/null 2>&1 && [ -f "$HOME/.cargo/env" ]; then
        . "$HOME/.cargo/env"
    fi
    command -v cargo >/dev/null 2>&1 && return 0
    echo "Rust is missing. Battlemat needs Rust 1.95 or newer: see https://rustup.rs" >&2
    return 1
}

BUILD_PACKAGES="gcc pkg-config libasound2-dev libudev-dev libwayland-dev libxkbcommon-dev libxkbcommon-x11-0 libx11-dev libxcursor1 libxi6 libxrandr2"
PICTURE_PACKAGES="mesa-vulkan-drivers libvulkan1 xvfb xdotool"
