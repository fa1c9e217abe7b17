#!/usr/bin/env python3
"""Prints the facts of the first screen for .cu files: status, advice, registers, frame, spills and causes of each kernel.

Usage: first_screen.py SPILLWAY FILE.cu... ; `--json FILE` keeps the results for a comparison.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time


def kernels_of(program, path, extra):
    """Results of `open --json`, standard error and the seconds that it took."""
    begin = time.monotonic()
    done = subprocess.run([program, "open", str(path), "--trust", "--json", *extra], capture_output=True, text=True)
    seconds = time.monotonic() - begin
    try:
        return json.loads(done.stdout), done.stderr.strip(), seconds
    except json.JSONDecodeError:
        return [], done.stderr.strip() or done.stdout.strip(), seconds


def print_cause(cause):
    name = cause["symbol"] or "-"
    place = f"{cause.get('file') or ''}:{cause['line']}"
    print(f"    {cause['bytes']} bytes  {name}  {place}  {cause['kind']}: {cause['evidence']}")
    if cause.get("repair"):
        print(f"      repair: {json.dumps(cause['repair'])}")


def print_kernel(kernel):
    report = kernel["compile"] or {}
    numbers = {key: report.get(key) for key in ("registers", "stack_frame_bytes", "spill_store_bytes",
                                                "cumulative_stack_bytes")}
    print(f"  {kernel['variant']}: {kernel['status']} {numbers} block {kernel['parameters'].get('block_size')}")
    for key in ("message", "advice"):
        if kernel.get(key):
            print(f"    {key}: {kernel[key]}")
    for cause in kernel.get("causes") or []:
        print_cause(cause)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--option", action="append", default=[])
    options = parser.parse_args()
    everything = {}
    causes = unknown = 0
    for path in options.files:
        kernels, said, seconds = kernels_of(options.program, path, options.option)
        everything[path.name] = kernels
        print(f"== {path.name}  ({seconds:.1f} s)")
        if said:
            print(f"  {said}")
        for kernel in kernels:
            print_kernel(kernel)
            found = kernel.get("causes") or []
            causes += len(found)
            unknown += sum(cause["kind"] == "unknown" for cause in found)
        sys.stdout.flush()
    print(f"{len(options.files)} files, {causes} causes, {unknown} of them unknown")
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))


if __name__ == "__main__":
    main()
