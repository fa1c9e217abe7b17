#!/usr/bin/env bash
# Measures how long a learner waits (README.md): prints a table and writes build/bench.json.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

mkdir -p "$root/build"
install_packages build test
setup_cuda
configure release "${with_everything[@]}"
build release spillway spillway-worker slider_bench
exec "$root/build/release/bin/slider_bench" "$root/build/bench-work" "$root/build/bench.json" "$@"
