#!/usr/bin/env bash
# Builds Spillway where needed and starts it; arguments go through to spillway (README.md).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

# Kept equal to `spillway --help` by a test.
subcommands=(list gpus run open sweep record merge export occupancy check doctor screenshot tour)

wants_window() {
    local argument
    for argument in "$@"; do
        [[ " ${subcommands[*]} --help -h --version " == *" $argument "* ]] && return 1
    done
    return 0
}

mkdir -p "$root/build"
install_packages build
setup_cuda
# Where test.sh has configured already, its tests are left in: only the program itself is built here.
if grep -qs 'SPILLWAY_TESTS=ON' "$root/build/release/configured"; then
    configure release -DSPILLWAY_TESTS=ON
else
    configure release -DSPILLWAY_TESTS=OFF -DSPILLWAY_BENCH=OFF
fi
build release spillway spillway-worker

spillway=$root/build/release/bin/spillway
if wants_window "$@" && [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    pictures=$root/build/tour
    say "There is no display here (DISPLAY and WAYLAND_DISPLAY are empty): drawing the guided tour into pictures."
    "$spillway" tour -o "$pictures" >&2
    say "The pictures are in $pictures"
    exit 0
fi
exec "$spillway" "$@"
