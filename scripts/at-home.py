#!/usr/bin/env python3
"""The last section of each lesson, "At home": commands that show the same without Spillway, and what they print.

    scripts/at-home.py [LESSON...]        runs the commands whose tools are here, in copies of the lessons' folders
    scripts/at-home.py --every 4 [FIRST]  of lessons FIRST (0), FIRST + 4, ... in the order of their names

A section is a sentence, a block of shell commands (```sh), and a block with lines that they print. With the release of
CUDA that RELEASE names, each of these lines must be among those printed; with another one the commands must only work.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ("nvcc", "cuobjdump", "nvdisasm", "ncu", "nsys", "compute-sanitizer")
RELEASE = "release 13.0"
SECTION = re.compile(r"\n## At home\n\n(?P<text>.+)\n\n```sh\n(?P<commands>[^`]+)\n```\n\n.+\n\n```\n(?P<lines>[^`]+)\n```\n\Z")


def section(lesson):
    """Commands and expected lines of a lesson, or an error."""
    found = SECTION.search((ROOT / "kernels" / lesson / "lesson.md").read_text(encoding="utf-8"))
    if not found:
        return None, "does not end with a section \"At home\": a paragraph, commands (```sh), a paragraph, lines printed"
    commands = found["commands"]
    tools = [tool for tool in TOOLS if re.search(rf"\b{tool}\b", commands)]
    if not tools:
        return None, f"its commands use none of {', '.join(TOOLS)}"
    return (commands, [plain(line) for line in found["lines"].splitlines()], tools), None


def plain(line):
    return " ".join(line.split())


def path_with_tools():
    """PATH, with CUDA and the disassembler of the build behind it."""
    wheels = (ROOT / "build/cuda-wheels").glob("lib/python3*/site-packages/nvidia/cu*/bin")
    return os.pathsep.join([os.environ["PATH"], "/usr/local/cuda/bin", *map(str, wheels)])


def run(lesson, commands, expected, path):
    """None, or what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / lesson
        shutil.copytree(ROOT / "kernels" / lesson, copy)
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=copy, capture_output=True, text=True,
                              env={**os.environ, "PATH": path}, timeout=300, check=False)
        printed = done.stdout + done.stderr
        if done.returncode != 0:
            return f"ends with status {done.returncode}: {printed.strip()[-400:]}"
        release = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, env={**os.environ, "PATH": path},
                                 check=False).stdout
        if RELEASE not in release:
            return None
        lines = {plain(line) for line in printed.splitlines()}
        missing = [line for line in expected if line not in lines]
        return f"does not print \"{missing[0]}\", but: {printed.strip()[-400:]}" if missing else None


def main():
    lessons = sys.argv[1:]
    if not lessons or lessons[0] == "--every":
        step, first = (int(word) for word in (lessons[1:] + ["0"])[:2]) if lessons else (1, 0)
        lessons = sorted(path.parent.name for path in (ROOT / "kernels").glob("*/lesson.md"))[first::step]
    path, wrong, ran = path_with_tools(), 0, 0
    for lesson in lessons:
        found, error = section(lesson)
        if found:
            commands, expected, tools = found
            absent = [tool for tool in tools if shutil.which(tool, path=path) is None]
            if absent:
                print(f"{lesson}: not run, {', '.join(absent)} is not here")
                continue
            error = run(lesson, commands, expected, path)
            ran += 1
        if error:
            wrong += 1
            print(f"kernels/{lesson}/lesson.md: {error}")
    print(f"{len(lessons)} lessons, {ran} run, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
