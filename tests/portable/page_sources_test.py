#!/usr/bin/env python3
"""page_sources_test.py SOURCE BUILD PART PARTS LIBRARY...: the page's sources compile with clang 14 and libc++ 13, as
emscripten 3.1.6 has them.

Checks the syntax of the libraries' groups of sources in BUILD/compile_commands.json (groups PART, PART + PARTS, ...) with
the headers of libc++ 13 and third_party/web/missing_library.h. A group whose files have not changed is not checked again.
Exit status 77 without clang or the headers; scripts/setup.sh unpacks the latter.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

source, build = map(pathlib.Path, sys.argv[1:3])
part, parts = map(int, sys.argv[3:5])
libraries = [f"/spillway_{name}.dir/" for name in sys.argv[5:]]
HEADERS = ("/usr/lib/llvm-13/include/c++/v1", *map(str, source.glob("build/page-headers/usr/lib/llvm-13/include/c++/v1")))
STAMPS = build / "page-sources"


def options(command):
    """Macros, include folders and the standard of a compiler's command line."""
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word in ("-I", "-D", "-isystem", "-include"):
            kept += [word, next(words)]
        elif word.startswith(("-I", "-D", "-std")):
            kept.append(word)
    return kept


def is_unchanged(stamp, command):
    """Whether the group passed with this command, and none of its files is younger."""
    try:
        lines = stamp.read_text(encoding="utf-8").splitlines()
        passed = stamp.stat().st_mtime
        return lines[0] == command and all(os.stat(file).st_mtime < passed for file in lines[1:])
    except (OSError, IndexError):
        return False


def check(entry):
    """The compiler's messages for one group; empty if it compiles."""
    library = str(source / "third_party/web/missing_library.h")
    words = [clang, "-fsyntax-only", "-w", "-nostdinc++", "-isystem", headers, "-include", library,
             *options(entry["command"]), "-MD", "-MF"]
    name = os.path.relpath(entry["file"], build).replace("/", "_")
    stamp, needs = STAMPS / name, str(STAMPS / (name + ".d"))
    command = shlex.join([*words, entry["file"]])
    if is_unchanged(stamp, command):
        return ""
    done = subprocess.run([*words, needs, entry["file"]], capture_output=True, text=True)
    if done.returncode == 0:
        files = pathlib.Path(needs).read_text(encoding="utf-8").replace("\\\n", " ").split()[1:]
        stamp.write_text("\n".join([command, *files]), encoding="utf-8")
        return ""
    return done.stderr


clang = shutil.which("clang++-14")
headers = next(filter(os.path.isdir, HEADERS), None)
if clang is None or headers is None:
    print("clang++-14 or the headers of libc++ 13 are not on this machine (scripts/packages.txt)")
    sys.exit(77)
STAMPS.mkdir(exist_ok=True)
groups = [entry for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
          if any(library in entry["command"] for library in libraries)]
if len(groups) < 20:
    sys.exit(f"page_sources_test.py: only {len(groups)} groups of sources in {build}/compile_commands.json")
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = list(filter(None, pool.map(check, groups[part::parts])))
print(f"{len(groups[part::parts])} of {len(groups)} groups of sources, {len(problems)} of them refused")
sys.exit("\n".join(problems) if problems else 0)
