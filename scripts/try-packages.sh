#!/usr/bin/env bash
# try-packages.sh [FOLDER]: installs what package.sh made (build/packages) where nothing of Spillway's has been before:
# the Debian package into a bare root of this distribution, the wheel into an empty Python environment. Each opens a
# window under a virtual display, runs an experiment and is removed again; what stays behind is an error.
# Needs root (for the bare root), debootstrap, and the distribution's packages.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

packages=$(cd "${1:-$root/build/packages}" && pwd)
bare=$root/build/bare-root
release=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")

((EUID == 0)) || fail "A bare root can be made by root only."
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"

in_root() { chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
unmount() { umount -q "$bare/proc" "$bare/dev/shm" 2>/dev/null || true; }

# mirror: the address that apt itself uses here for this release.
mirror() {
    apt-get indextargets --format '$(SITE)|$(RELEASE)|$(CODENAME)' 'Created-By: Packages' |
        awk -F'|' -v release="$release" '$3 == release {print $1; exit}'
}

make_bare_root() {
    unmount
    rm -rf "$bare"
    debootstrap --variant=minbase "$release" "$bare" "$(mirror)" >"$root/build/debootstrap.log" 2>&1 ||
        fail "debootstrap failed: build/debootstrap.log"
    cp -a /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/"
    mount -t proc proc "$bare/proc"
    mkdir -p "$bare/dev/shm" && mount -t tmpfs tmpfs "$bare/dev/shm"
}

# files_of ROOT: every file but what package managers and programs write about themselves.
files_of() { (cd "$1" && find . -xdev -path ./proc -prune -o -path './var/*' -prune -o -path ./tmp -prune -o -print | sort); }

# use SPILLWAY COMMAND...: what a learner does first, in a place where COMMAND runs the program.
use() {
    "$@" run running_mean --set window_size=32 --gpu h200 --json |
        python3 -c 'import json, sys; assert [r for r in json.load(sys.stdin) if r["variant"] == "local_array"][0]["compile"]["stack_frame_bytes"] == 128'
    say "   an experiment: 128 bytes of stack frame"
}

# open_window SHELL...: the window under a virtual display, for five seconds, in a place where SHELL runs a line. The
# display's key lies in a file of ours: of its own folder xvfb-run at times says that it could not be removed, and fails.
open_window() {
    "$@" 'key=$(mktemp); xvfb-run -a -f "$key" -s "-screen 0 1280x720x24" timeout 5 spillway
        ended=$?; rm -f "$key"; test "$ended" = 124' || fail "the window did not stay open"
    say "   the window stayed open for five seconds"
}

try_deb() {
    local package begin=$SECONDS before after
    package=$(ls "$packages"/spillway_*_amd64.deb)
    say "== $(basename "$package"), $(du -h "$package" | cut -f1)"
    make_bare_root
    in_root apt-get install -y -q --no-install-recommends xvfb xauth libgl1-mesa-dri fonts-dejavu-core >"$root/build/bare-root.log" 2>&1
    before=$(files_of "$bare")
    cp "$package" "$bare/tmp/spillway.deb"
    begin=$SECONDS
    in_root apt-get install -y -q --no-install-recommends /tmp/spillway.deb >>"$root/build/bare-root.log" 2>&1
    say "   installed in $((SECONDS - begin)) s"
    use in_root spillway
    open_window in_root sh -c
    in_root apt-get purge -y -q --autoremove spillway >>"$root/build/bare-root.log" 2>&1
    rm -rf "$bare"/root/.config/spillway "$bare"/root/.cache/spillway "$bare"/root/.local/share/spillway
    after=$(files_of "$bare")
    diff <(printf '%s\n' "$before") <(printf '%s\n' "$after") | grep -i spillway && fail "it left these behind"
    unmount
    rm -rf "$bare"
    say "   removed without a trace"
}

try_wheel() {
    local wheel folder=$root/build/bare-python begin=$SECONDS
    wheel=$(ls "$packages"/spillway-*.whl)
    say "== $(basename "$wheel"), $(du -h "$wheel" | cut -f1)"
    rm -rf "$folder"
    python3 -m venv "$folder/venv"
    begin=$SECONDS
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel"
    say "   installed in $((SECONDS - begin)) s"
    in_wheel() { env -i HOME="$folder/home" PATH="$folder/venv/bin:/usr/bin:/bin" SPILLWAY_HIDE_TOOLKIT=1 "$@"; }
    use in_wheel spillway
    open_window in_wheel sh -c
    "$folder/venv/bin/pip" uninstall -y -q spillway
    [[ -z $(find "$folder/venv" -iname '*spillway*') ]] || fail "it left files behind"
    rm -rf "$folder"
    say "   removed without a trace"
}

trap unmount EXIT
try_deb
try_wheel
