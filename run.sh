#!/usr/bin/env bash
# Builds Spillway where needed and starts it; arguments go through to spillway (README.md).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

mkdir -p "$root/build"
install_packages build
setup_cuda
# Keeps the configuration of test.sh or bench.sh if there is one: only the program itself is built here.
if [[ $(cat "$root/build/release/configured" 2>/dev/null) == *"${with_everything[*]}" ]]; then
    configure release "${with_everything[@]}"
else
    configure release "${program_only[@]}"
fi
build release spillway spillway-worker

# If a window is requested and there is no display, the program draws its guided tour into this folder.
export SPILLWAY_TOUR_FOLDER=${SPILLWAY_TOUR_FOLDER:-$root/build/tour}
exec "$root/build/release/bin/spillway" "$@"
