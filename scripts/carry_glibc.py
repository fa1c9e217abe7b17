#!/usr/bin/env python3
"""carry_glibc.py WHEEL FOLDER: the wheel that auditwheel repaired, with this system's glibc, for systems with an older one.

auditwheel takes along the libraries that systems may lack, and tags the wheel for the glibc of this machine. This script
adds the rest that the programs load, glibc and its loader first, as spillway/carried/lib. A system whose glibc is new enough uses none
of it. On an older one spillway/__init__.py makes copies of the programs, spillway/carried/{spillway,spillway-worker},
whose loader is the carried one. Prints the new wheel's path.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

import licences
from make_wheel import write_wheel

# Why this tag is true although the programs need a newer glibc: on a system with an older one they load nothing of the
# system's glibc. Libraries of the system's that they open later (the driver, OpenGL, NVRTC) were built for that older glibc
# and find all its symbols in the carried one. The carried glibc needs Linux 3.2 and no glibc of the system. 2.28
# is the oldest of a supported distribution (RHEL 8). Tried with 2.31.
TAG = "manylinux_2_28_x86_64"

PROGRAMS = ("spillway", "spillway-worker")
LOADER = "ld-linux-x86-64.so.2"
# A library of the system's that has a search path of its own would find the system's file of such a name, which fits only
# the system's libc.so.6. So all of these are loaded at the start: then every later search ends at the loaded one.
LOADED_FIRST = ("libm.so.6", "libmvec.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
                "libresolv.so.2", "libanl.so.1")
# glibc opens it by itself, where the system's nsswitch.conf names it. Those for files and DNS are within libc.so.6.
OPENED_BY_GLIBC = ("libnss_compat.so.2",)
# Its carried copy asks for LOADED_FIRST, so that the programs themselves need not.
ASKS_FOR_ALL = "libstdc++.so.6"


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.decode()


def is_elf(data):
    return data[:4] == b"\x7fELF"


def needed_by(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "--wide", "--dynamic", file))


def libraries_to_carry(in_wheel):
    """Paths by name: what the wheel's files need, directly or through others, and the wheel has not."""
    system, found = licences.system_libraries(), {}
    has = {os.path.basename(file) for file in in_wheel}
    wanted = [LOADER, *LOADED_FIRST, *OPENED_BY_GLIBC] + [name for file in in_wheel for name in needed_by(file)]
    while wanted:
        name = wanted.pop()
        if name in has or name in found:
            continue
        if name not in system:
            raise SystemExit(f"carry_glibc.py: the wheel needs {name}, which neither the wheel nor this machine has")
        found[name] = system[name]
        wanted += needed_by(system[name])
    if ASKS_FOR_ALL not in found:
        raise SystemExit(f"carry_glibc.py: the programs no longer load {ASKS_FOR_ALL}: name another library in ASKS_FOR_ALL")
    return found


def glibc_of_tag(wheel):
    """The glibc that auditwheel found to be needed: "2.36" of a file that ends in manylinux_2_36_x86_64.whl."""
    versions = re.findall(r"manylinux_(\d+)_(\d+)_x86_64", os.path.basename(wheel))
    if not versions:
        raise SystemExit(f"carry_glibc.py: auditwheel gave {os.path.basename(wheel)} no tag that names a glibc")
    return "%d.%d" % max((int(major), int(minor)) for major, minor in versions)


def search_carried_first(program):
    """Lets the program search the folder `lib` beside it before all others. Beside spillway/bin/spillway there is none;
    its copy in spillway/carried has the carried libraries there."""
    before = run("patchelf", "--print-rpath", program).strip()
    # RPATH, not RUNPATH: it comes before LD_LIBRARY_PATH and counts for what libraries load.
    subprocess.run(["patchelf", "--force-rpath", "--set-rpath", ":".join(["$ORIGIN/lib"] + ([before] if before else [])),
                    program], check=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def carried_files(tree, libraries):
    """Triples as write_wheel takes them: the libraries."""
    for name, path in sorted(libraries.items()):
        copy = os.path.join(tree, name)
        with open(copy, "wb") as file:
            file.write(read(path))
        if name == ASKS_FOR_ALL:
            subprocess.run(["patchelf", *(word for each in LOADED_FIRST for word in ("--add-needed", each)), copy], check=True)
        yield f"spillway/carried/lib/{name}", read(copy), name == LOADER


def contents(wheel, tree):
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tree)
        entries = [entry for entry in packed.infolist() if not entry.is_dir()]
    for program in PROGRAMS:
        search_carried_first(os.path.join(tree, "spillway/bin", program))
    elf = [path for path in (os.path.join(tree, entry.filename) for entry in entries) if is_elf(read(path))]
    libraries = libraries_to_carry(elf)
    info = ""
    for entry in entries:
        data = read(os.path.join(tree, entry.filename))
        folder, _, name = entry.filename.partition("/")
        if folder.endswith(".dist-info"):
            info = folder
            if name == "RECORD":
                continue
            if name == "WHEEL":
                data = re.sub(rb"(?m)^(Tag: py3-none-).*\n", b"", data).rstrip(b"\n") + f"\nTag: py3-none-{TAG}\n".encode()
        yield entry.filename, data, bool(entry.external_attr >> 16 & 0o100)
    with tempfile.TemporaryDirectory() as copies:
        yield from carried_files(copies, libraries)
    programs = hashlib.sha256(b"".join(read(os.path.join(tree, "spillway/bin", name)) for name in PROGRAMS)).hexdigest()
    about = {"glibc": glibc_of_tag(wheel), "programs": programs}
    yield "spillway/carried/about.json", (json.dumps(about) + "\n").encode(), False
    for name in PROGRAMS:  # the copies' places, so that pip removes the copies
        yield f"spillway/carried/{name}", b"", True
    has = {entry.filename for entry in entries}
    for package, text in licences.of_libraries(libraries.values()).items():
        if f"{info}/licenses/{package}.txt" not in has:
            yield f"{info}/licenses/{package}.txt", text.encode(), False


def main():
    wheel, folder = sys.argv[1:]
    name = re.sub(r"-[^-]*\.whl$", f"-{TAG}.whl", os.path.basename(wheel))
    with tempfile.TemporaryDirectory() as tree:
        print(write_wheel(os.path.join(folder, name), contents(wheel, tree)))


if __name__ == "__main__":
    main()
