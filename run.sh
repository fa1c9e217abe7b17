#!/usr/bin/env bash
# Builds Spillway where needed and starts it; arguments go through to spillway (README.md).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

mkdir -p "$root/build"
install_packages build
setup_cuda
# Where test.sh or bench.sh has configured already, theirs is left in: only the program itself is built here.
if [[ $(cat "$root/build/release/configured" 2>/dev/null) == *"${with_everything[*]}" ]]; then
    configure release "${with_everything[@]}"
else
    configure release "${program_only[@]}"
fi
build release spillway spillway-worker

# Where a window is asked for and there is no display, the program draws its guided tour into this folder.
export SPILLWAY_TOUR_FOLDER=${SPILLWAY_TOUR_FOLDER:-$root/build/tour}
exec "$root/build/release/bin/spillway" "$@"
