#!/usr/bin/env bash
# Builds the device preset (worker and command line, no window) and packs it into
# build/spillway-device.tar.gz, for a lab server without root:
#
#   tar xzf spillway-device.tar.gz && spillway-device/bin/spillway doctor
#   spillway-device/scripts/on-gpu.sh          checks that need a real GPU, and the tests for one
#
# Libraries that cannot be linked statically go along in lib/. The server needs a C library no older than this
# machine's.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

mkdir -p "$root/build"
install_packages build
setup_cuda
configure device -DSPILLWAY_TESTS=ON -DSPILLWAY_BENCH=ON '-DCMAKE_INSTALL_RPATH=$ORIGIN/../lib' \
    -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
build device spillway spillway-worker spillway-trace live_test live_slider

package=$root/build/spillway-device
rm -rf "$package"
mkdir -p "$package/bin" "$package/lib" "$package/scripts" "$package/share/spillway/tests"
for program in spillway spillway-worker live_test live_slider; do
    install -s "$root/build/device/bin/$program" "$package/bin/"
done
# Loaded into programs that are traced; there is none where CUPTI's headers are missing.
trace_library=$root/build/device/bin/libspillway_trace.so
if [[ -e $trace_library ]]; then install -s "$trace_library" "$package/bin/"; fi
cp -r "$root/kernels" "$root/assets" "$package/share/spillway/"
cp -r "$root/tests/kinds" "$root/tests/faults" "$root/tests/bounds" "$package/share/spillway/tests/"
cp "$root/scripts/on-gpu.sh" "$root/scripts/record-shipped.sh" "$root/scripts/right_kernels.py" \
    "$root/scripts/limits-beside-ncu.py" "$package/scripts/"
"$root/scripts/right_kernels.py" make "$package/share/spillway/tests/right-kernels" >&2

# The C library's own parts are the server's; everything else goes along.
own_libraries() {
    ldd "$package"/bin/* | awk '$2 == "=>" {print $3}' | sort -u |
        grep -vE '/(libc|libm|libdl|libpthread|librt|libutil|libresolv)\.so'
}
while read -r library; do
    cp -L "$library" "$package/lib/"
    say "goes along: $(basename "$library")"
done < <(own_libraries || true)
rmdir --ignore-fail-on-non-empty "$package/lib"

tar -C "$root/build" -czf "$root/build/spillway-device.tar.gz" spillway-device
say "build/spillway-device.tar.gz: $(du -h "$root/build/spillway-device.tar.gz" | cut -f1)"
