#!/usr/bin/env bash
# Makes what ships below the compile cache, assets/reports/ and assets/ptx/, anew (docs/recording.md): by hand, before a release.
# Files that are still right stay; `--minutes N` ends earlier, and the next call goes on.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

mkdir -p "$root/build"
install_packages build
setup_cuda
[[ -e $root/build/release/build.ninja ]] || configure release
build release ship_reports ship_ptx
"$root/build/release/bin/ship_ptx" "$root/assets/ptx"
"$root/build/release/bin/ship_reports" "$root/assets/reports" "$@"
say "assets/reports: $(du -sh "$root/assets/reports" | cut -f1)"
