#!/usr/bin/env bash
# fetch-compilers.sh [RELEASE...]: NVRTC of other CUDA releases, from NVIDIA's wheels into build/compilers. Without a
# release: all that compilers.txt names, some 150 to 230 MB each. Spillway's parameter `compiler` then chooses among them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

(($#)) || mapfile -t releases < <(known_releases)
(($#)) && releases=("$@")
for release in "${releases[@]}"; do fetch_compiler "$release"; done
say "In build/compilers: $(cd "$root/build/compilers" && printf '%s ' *)"
