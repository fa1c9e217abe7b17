#!/usr/bin/env bash
# Builds the window as a page: build-web.sh [FOLDER] (build/web). Static files for any web server, or a forge's pages:
#
#   scripts/build-web.sh && python3 -m http.server --directory build/web
#
# The compiler (emscripten) and the libraries' sources are the distribution's packages; what is made of them is kept
# under build/web-parts/.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

parts=$root/build/web-parts
sources=$parts/src
# Libraries that are compiled for the page, by the names of their source packages (third_party/web.cmake).
packages=(imgui fmtlib muparser libzstd md4c libmd qrencode lzlib)

# The distribution's own lists of packages, for sources: read beside this machine's, which stay as they are.
apt_sources() {
    mkdir -p "$parts/apt/lists/partial" "$parts/apt/cache"
    {
        cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/ubuntu.sources 2>/dev/null |
            sed 's/^Types:.*/Types: deb-src/' || true
    } >"$parts/apt/web.sources"
    {
        grep -hE '^deb(-src)? ' /etc/apt/sources.list 2>/dev/null | sed -E 's/^deb(-src)? /deb-src /' | sort -u || true
    } >"$parts/apt/web.list"
    local each=$parts/apt/web.sources
    [[ -s $each ]] || each=$parts/apt/web.list
    [[ -s $each ]] || fail "build-web.sh: neither /etc/apt/sources.list nor the distribution's file beside it names a place for source packages"
    apt_options=(-o "Dir::Etc::sourcelist=$each" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$parts/apt/lists"
        -o "Dir::Cache=$parts/apt/cache" -o "APT::Sandbox::User=$(id -un)" -o APT::Get::List-Cleanup=0)
}

# download PACKAGE: its sources, into this folder. A mirror can lack the newest version that its list names, or the
# distribution's changes: an older version, or the sources alone, serve as well.
download() {
    local package=$1 version versions only
    versions=$(apt-cache "${apt_options[@]}" madison "$package" | awk '{print $3}' | sort -uVr)
    for only in '' --tar-only; do
        for version in $versions; do
            apt-get "${apt_options[@]}" -qq source --download-only $only "$package=$version" && return
        done
    done
    fail "build-web.sh: no server has the sources of $package ($versions)"
}

# unpack PACKAGE: its sources, with the distribution's changes where its server has them, as $sources/PACKAGE.
unpack() {
    local package=$1 made
    [[ -d $sources/$package ]] && return
    made=$(mktemp -d "$parts/unpack.XXXXXX")
    (
        cd "$made"
        download "$package"
        mkdir tree
        local archive
        for archive in ./"${package}"_*.orig.tar.{?z,bz2}; do
            [[ ! -e $archive ]] || tar --strip-components=1 -C tree -xf "$archive"
        done
        local changes=(./*.debian.tar.xz)
        if [[ -e ${changes[0]} ]]; then
            tar -C tree -xf "${changes[0]}"
            local name
            for name in $(grep -vE '^#|^$' tree/debian/patches/series 2>/dev/null); do
                patch -d tree -p1 -s <"tree/debian/patches/$name"
            done
        fi
    )
    mv "$made/tree" "$sources/$package"
    rm -rf "$made"
}

# Emscripten's own libraries come compiled with the package, read only. Where one is missing it is compiled when it is
# first linked, which takes minutes: therefore a cache of our own, which begins with links to theirs.
configure_emscripten() {
    export EM_CONFIG=$parts/emscripten.config EM_CACHE=$parts/cache
    # A node that is not the distribution's looks elsewhere for what emscripten needs.
    export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
    sed 's/^FROZEN_CACHE.*/FROZEN_CACHE = False/' /usr/share/emscripten/.emscripten >"$EM_CONFIG"
    local theirs=/usr/share/emscripten/cache/sysroot/lib
    if [[ -d $theirs && ! -d $EM_CACHE/sysroot/lib ]]; then
        mkdir -p "$EM_CACHE/sysroot"
        cp -rs "$theirs" "$EM_CACHE/sysroot/lib"
    fi
}

mkdir -p "$sources"
install_packages build web
setup_cuda
if [[ ! -d $sources/${packages[-1]} ]]; then
    say "Fetching the sources of ${packages[*]}"
    apt_sources
    apt-get "${apt_options[@]}" -qq update
    for package in "${packages[@]}"; do unpack "$package"; done
fi
configure_emscripten
cmake --preset web -S "$root" "-DSPILLWAY_CUDA_HEADERS=$cuda_headers" ${SPILLWAY_WEB_OPTIONS:-} >&2
nice cmake --build "$parts/build" --target spillway_web -j "$jobs" >&2
folder=${1:-$root/build/web}
# The system's Python: the package python3-fonttools is its.
/usr/bin/python3 "$root/scripts/pack_web.py" "$root" "$parts/build" "$folder"
say "$folder: $(du -sh "$folder" | cut -f1). To see it: python3 -m http.server --directory $folder"
