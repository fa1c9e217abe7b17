#!/usr/bin/env bash
# try-packages.sh [FOLDER]: installs what package.sh made (build/packages) where nothing of Spillway's has been before:
# the Debian package into a bare root of this distribution, the wheel into an empty Python environment. Each opens a
# window under a virtual display, runs an experiment, is updated to the next version and back, and is removed again; what
# an update loses, and what stays behind at the end, is an error. The wheel also runs in a bare root with an older glibc
# (bullseye, or SPILLWAY_OLDER; "none" leaves it out).
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

# make_bare_root [RELEASE]: of this distribution's release, or of RELEASE by the same address.
make_bare_root() {
    unmount
    rm -rf "$bare"
    debootstrap --variant=minbase "${1:-$release}" "$bare" "$(mirror)" >"$root/build/debootstrap.log" 2>&1 ||
        fail "debootstrap failed: build/debootstrap.log"
    cp -a /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/"
    mount -t proc proc "$bare/proc"
    mkdir -p "$bare/dev/shm" && mount -t tmpfs tmpfs "$bare/dev/shm"
}

# has PATTERN: whether what comes has such a line. It is read to its end: who writes into a closed pipe fails.
has() { grep -e "$1" >/dev/null; }

# files_of ROOT: every file but what package managers and programs write about themselves.
files_of() { (cd "$1" && find . -xdev -path ./proc -prune -o -path './var/*' -prune -o -path ./tmp -prune -o -print | sort); }

# use SPILLWAY COMMAND...: what a learner does first, in a place where COMMAND runs the program.
use() {
    "$@" run running_mean --set window_size=32 --gpu h200 --json |
        python3 -c 'import json, sys; assert [r for r in json.load(sys.stdin) if r["variant"] == "local_array"][0]["compile"]["stack_frame_bytes"] == 128'
    say "   an experiment: 128 bytes of stack frame"
    local pictures=/tmp/spillway-pictures-$$
    "$@" pictures --worker none --experiment running_mean --gpu h200 --of chart:bytes_per_second --format png --format pdf \
        -o "$pictures" >/dev/null || fail "its pictures could not be drawn"
    rm -rf "$pictures" "${bare:?}$pictures"
    say "   a chart as PNG and PDF"
}

# serves_page COMMAND...: the package has the window as a page, and a room's server finds it.
serves_page() {
    python3 - "$@" <<'END' || fail "the room has no page"
import json, subprocess, sys, urllib.request
command = [*sys.argv[1:], "sh", "-c", "cd /tmp && exec spillway serve --json --worker none --port 0 --room tried$$"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
    text = ""
    for line in server.stdout:
        text += line
        if line == "}\n":
            break
    try:
        with urllib.request.urlopen(json.loads(text)["page"], timeout=20) as reply:
            assert reply.status == 200
    finally:
        server.terminate()
END
    say "   a room's server has the window as a page"
}

# open_window SHELL...: the window under a virtual display, in a place where SHELL runs a line. It comes, stays for five
# seconds, and goes by its key, as when a learner closes it: that is when it writes its settings. The display's key lies
# in a file of ours: of its own folder xvfb-run at times says that it could not be removed, and fails.
open_window() {
    "$@" 'key=$(mktemp); timeout 180 xvfb-run -a -f "$key" -s "-screen 0 1280x720x24" sh -c '\''
            spillway &
            program=$!
            until window=$(xdotool search --onlyvisible --name Spillway 2>/dev/null | grep -m 1 .); do
                kill -0 $program || exit 1
                sleep 0.5
            done
            sleep 5
            xdotool windowfocus $window key ctrl+q && wait $program'\''
        ended=$?; rm -f "$key"; exit $ended' || fail "the window did not come, stay open and close"
    say "   the window came, stayed open for five seconds and closed by Ctrl+Q"
}

# ---- what a learner has, which no update may touch ----

# lived_in HOME INSIDE: a home in which Spillway was used: progress, a folder of one's own that is trusted, light colours.
# The same folder is called INSIDE where the program runs.
lived_in() {
    local config=$1/.config/spillway
    mkdir -p "$config" "$1/mine"
    cp -r "$root/kernels/stencil" "$1/mine/my_stencil"
    sed -i '0,/"name": *"stencil"/s//"name": "my_stencil"/' "$1/mine/my_stencil/experiment.json"
    printf '{"format": 1, "lessons": {"stencil": {"read": true, "predictions": {}, "won": {}}}}\n' >"$config/progress.json"
    # As a click on "Trust" writes it down: app/base/folder_reader.cpp says what of a folder is hashed.
    python3 - "$1/mine/my_stencil" "$2/mine/my_stencil" "${bare_machine:-/etc/machine-id}" >"$config/trusted.json" <<'END'
import hashlib, json, os, subprocess, sys
folder, inside, machine = sys.argv[1:]
identity = open(machine, encoding="ascii").read() if os.path.exists(machine) else ""
birth = subprocess.run(["stat", "-c", "%.9W", folder], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
seconds, nanoseconds = birth.split(".")
identity += f"|{os.stat(folder).st_ino}|{seconds}.{int(nanoseconds)}"
json.dump({inside: hashlib.sha256(identity.encode()).hexdigest()}, sys.stdout)
END
    python3 - "$config/settings.json" <<'END'
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    settings = json.load(file)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({**settings, "dark": False, "scale": 1.25}, file)
END
}

# has_all INSIDE COMMAND...: settings are looked at where they lie, all else is asked of the program.
has_all() {
    local home=$1 inside=$2
    shift 2
    "$@" progress --json | has '"read": *true' || fail "the progress is gone"
    "$@" list --catalogue "$inside/mine" --json | python3 -c '
import json, sys
assert [each["trusted"] for each in json.load(sys.stdin) if each["name"] == "my_stencil"] == [True]' || fail "the trust is gone"
    grep -q '"dark": *false' "$home/.config/spillway/settings.json" || fail "the settings are gone"
    if [[ -n ${has_compiler:-} ]]; then
        "$@" run running_mean --set window_size=32 --gpu h200 --json | has '"cached": *true' || fail "the cache is gone"
    fi
}

# left_by_newer HOME: what a version to come may have written, which this one cannot read.
left_by_newer() {
    printf '{"format": 2, "lessons": []}\n' >"$1/.config/spillway/progress.json"
    printf '{"format": 2, "folders": {}}\n' >"$1/.config/spillway/trusted.json"
}

# says_what_it_cannot_read HOME COMMAND...: and leaves it alone.
says_what_it_cannot_read() {
    local home=$1
    shift
    "$@" progress 2>&1 | has 'a newer Spillway saved the progress' || fail "it does not say that it cannot read the progress"
    grep -q '"format": 2' "$home/.config/spillway/progress.json" || fail "it has written over a newer one's progress"
    grep -q '"format": 2' "$home/.config/spillway/trusted.json" || fail "it has written over a newer one's trust"
}

# check_package PACKAGE: what Debian's own checker calls an error is one.
check_package() {
    if ! command -v lintian >/dev/null; then
        say "   not checked by lintian, which is not installed (the package of that name)"
        return
    fi
    lintian --fail-on error "$1" >"$root/build/lintian.log" 2>&1 ||
        fail "lintian finds errors: build/lintian.log"
    say "   lintian finds no error"
}

# ---- the two packages ----

try_deb() {
    local package next begin=$SECONDS before after home=$bare/root bare_machine=$bare/etc/machine-id has_compiler=
    package=$(ls "$packages"/spillway_*_amd64.deb)
    say "== $(basename "$package"), $(du -h "$package" | cut -f1)"
    check_package "$package"
    make_bare_root
    in_root apt-get install -y -q --no-install-recommends xvfb xauth xdotool libgl1-mesa-dri fonts-dejavu-core >"$root/build/bare-root.log" 2>&1
    before=$(files_of "$bare")
    cp "$package" "$bare/tmp/spillway.deb"
    begin=$SECONDS
    in_root apt-get install -y -q --no-install-recommends /tmp/spillway.deb >>"$root/build/bare-root.log" 2>&1
    say "   installed in $((SECONDS - begin)) s"
    use in_root spillway
    [[ ${SPILLWAY_PAGE:-} == none ]] || serves_page chroot "$bare" env -i PATH=/usr/bin:/bin HOME=/root
    open_window in_root sh -c
    lived_in "$home" /root
    has_all "$home" /root in_root spillway
    next=$("$root/scripts/as_version.py" "$package" 99.0.0 "$root/build")
    mv "$next" "$bare/tmp/next.deb"
    in_root apt-get install -y -q --no-install-recommends /tmp/next.deb >>"$root/build/bare-root.log" 2>&1
    in_root dpkg-query -W -f '${Version}' spillway | has '^99' || fail "it was not updated"
    open_window in_root sh -c
    has_all "$home" /root in_root spillway
    say "   an update keeps settings, progress and trust"
    left_by_newer "$home"
    in_root apt-get install -y -q --no-install-recommends --allow-downgrades /tmp/spillway.deb >>"$root/build/bare-root.log" 2>&1
    open_window in_root sh -c
    says_what_it_cannot_read "$home" in_root spillway
    say "   a downgrade says what it cannot read, and leaves it alone"
    in_root apt-get purge -y -q --autoremove spillway >>"$root/build/bare-root.log" 2>&1
    rm -rf "$home"/.config/spillway "$home"/.cache/spillway "$home"/.local/share/spillway "$home/mine"
    after=$(files_of "$bare")
    diff <(printf '%s\n' "$before") <(printf '%s\n' "$after") | grep -i spillway && fail "it left these behind"
    unmount
    rm -rf "$bare"
    say "   removed without a trace"
}

try_wheel() {
    local wheel next folder=$root/build/bare-python begin=$SECONDS home=$root/build/bare-python/home has_compiler=yes
    wheel=$(ls "$packages"/spillway_cuda-*.whl)
    say "== $(basename "$wheel"), $(du -h "$wheel" | cut -f1)"
    rm -rf "$folder"
    python3 -m venv "$folder/venv"
    begin=$SECONDS
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel"
    say "   installed in $((SECONDS - begin)) s"
    mkdir -p "$home"
    in_wheel() { env -i HOME="$home" PATH="$folder/venv/bin:/usr/bin:/bin" SPILLWAY_HIDE_TOOLKIT=1 "$@"; }
    use in_wheel spillway
    [[ ${SPILLWAY_PAGE:-} == none ]] ||
        serves_page env -i HOME="$home" PATH="$folder/venv/bin:/usr/bin:/bin" SPILLWAY_HIDE_TOOLKIT=1
    open_window in_wheel sh -c
    lived_in "$home" "$home"
    has_all "$home" "$home" in_wheel spillway
    next=$("$root/scripts/as_version.py" "$wheel" 99.0.0 "$folder")
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --upgrade "$next"
    "$folder/venv/bin/pip" show spillway-cuda 2>/dev/null | has '^Version: 99' || fail "it was not updated"
    open_window in_wheel sh -c
    has_all "$home" "$home" in_wheel spillway
    say "   an update keeps settings, progress, trust and cache"
    use env -i HOME="$home" PATH="$folder/venv/bin:/usr/bin:/bin" SPILLWAY_HIDE_TOOLKIT=1 SPILLWAY_CARRIED_GLIBC=1 spillway
    # Empty until a copy of the program takes its place.
    [[ -n $(find "$folder"/venv/lib/python3*/site-packages/spillway/carried/spillway -size +0) ]] || fail "it did not use the carried glibc"
    say "   the same with the glibc that the wheel carries"
    left_by_newer "$home"
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
    open_window in_wheel sh -c
    says_what_it_cannot_read "$home" in_wheel spillway
    say "   a downgrade says what it cannot read, and leaves it alone"
    "$folder/venv/bin/pip" uninstall -y -q spillway-cuda
    [[ -z $(find "$folder/venv" -iname '*spillway*') ]] || fail "it left files behind"
    rm -rf "$folder"
    say "   removed without a trace"
}

# try_older RELEASE: the wheel on a distribution with an older glibc than this one's.
try_older() {
    local wheel begin=$SECONDS requirements
    wheel=$(ls "$packages"/spillway_cuda-*.whl)
    say "== $(basename "$wheel") on $1"
    make_bare_root "$1"
    in_root apt-get install -y -q --no-install-recommends python3-venv >"$root/build/bare-root.log" 2>&1
    mkdir -p "$bare/tmp/wheels"
    cp "$wheel" "$bare/tmp/wheels/"
    mapfile -t requirements < <(wheel_requirements)
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d "$bare/tmp/wheels" "${requirements[@]}"
    in_root python3 -m venv /opt/venv
    begin=$SECONDS
    in_root sh -c '/opt/venv/bin/pip install --quiet --disable-pip-version-check --no-index --no-deps /tmp/wheels/*.whl'
    say "   installed in $((SECONDS - begin)) s, with $(in_root ldd --version | head -n 1)"
    in_older() { in_root env PATH=/opt/venv/bin:/usr/bin:/bin "$@"; }
    use in_older spillway
    in_older spillway doctor --json | python3 -c '
import json, sys
found = {each["name"]: each for each in json.load(sys.stdin)}
for name in ("worker", "compiler (NVRTC)", "disassembler"): assert found[name]["found"], found[name]'
    say "   the worker, the compiler and the disassembler start"
    [[ ${SPILLWAY_PAGE:-} == none ]] || serves_page chroot "$bare" env -i PATH=/opt/venv/bin:/usr/bin:/bin HOME=/root
    in_root /opt/venv/bin/pip uninstall -y -q spillway-cuda
    [[ -z $(find "$bare/opt/venv" -iname '*spillway*') ]] || fail "it left files behind"
    unmount
    rm -rf "$bare"
    say "   removed without a trace"
}

trap unmount EXIT
try_deb
try_wheel
older=${SPILLWAY_OLDER:-bullseye}
if [[ $older != none ]]; then try_older "$older"; fi
