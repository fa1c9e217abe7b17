#!/usr/bin/env python3
"""Configurations a second, beside Kernel Tuner's, on the GPU of this machine.

Both compile (NVRTC) and time the same kernel, running_mean's local array, for the same 128 window sizes, in one run:
Kernel Tuner by its CuPy backend with seven runs of each, Spillway by `spillway sweep` with an empty cache. Wants
kernel-tuner, cupy and numpy in this Python; give the folder that holds bin/spillway.

    python3 bench/against_kernel_tuner.py spillway-device [--json FILE]
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

WINDOWS = list(range(1, 129))
ELEMENTS = 1 << 24
BLOCK = 256


def spillway_sweep(folder, cache):
    csv = pathlib.Path(cache) / "sweep.csv"
    command = [str(folder / "bin" / "spillway"), "sweep", "running_mean", "--variant", "local_array",
               "--axis", "window_size=[1:128]", "--set", f"elements={ELEMENTS}", "--set", f"block_size={BLOCK}",
               "--gpu", "live", "--csv", str(csv)]
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "XDG_CACHE_HOME": cache})
    seconds = time.monotonic() - begin
    header, *lines = [line.split(",") for line in csv.read_text().splitlines()]
    window, median = header.index("window_size"), header.index("seconds_median")
    return seconds, {int(line[window]): 1e3 * float(line[median]) for line in lines}


def kernel_tuner_sweep(source):
    import kernel_tuner
    import numpy

    rng = numpy.random.default_rng(1)
    given = rng.integers(0, 16, ELEMENTS).astype(numpy.float32)
    arguments = [given, numpy.zeros(ELEMENTS, numpy.float32), numpy.int32(ELEMENTS)]
    begin = time.monotonic()
    results, _ = kernel_tuner.tune_kernel(
        "running_mean_local_array<window_size>", source, ELEMENTS, arguments,
        {"block_size_x": [BLOCK], "window_size": WINDOWS}, lang="CUPY", iterations=7, quiet=True,
        compiler_options=["--std=c++17"])
    return time.monotonic() - begin, {r["window_size"]: r["time"] for r in results if isinstance(r["time"], float)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="of the unpacked device package")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures there too")
    options = parser.parse_args()
    source = (options.folder / "share/spillway/kernels/running_mean/kernel.cu").read_text()

    theirs, their_times = kernel_tuner_sweep(source)
    with tempfile.TemporaryDirectory() as cache:
        ours, our_times = spillway_sweep(options.folder, cache)
        again, _ = spillway_sweep(options.folder, cache)
    both = sorted(set(our_times) & set(their_times))
    figures = {
        "configurations": len(WINDOWS),
        "timed_by_both": len(both),
        "kernel_tuner_seconds": theirs,
        "spillway_seconds": ours,
        "spillway_compiled_before_seconds": again,
        "times_faster": theirs / ours,
        # Kernel Tuner times warm caches, Spillway cold ones.
        "median_time_ratio": statistics.median(our_times[w] / their_times[w] for w in both) if both else None,
    }
    for name, value in figures.items():
        print(f"{name:<36} {value:.4g}" if isinstance(value, float) else f"{name:<36} {value}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    return 0 if len(both) == len(WINDOWS) and figures["times_faster"] >= 5 else 1


if __name__ == "__main__":
    sys.exit(main())
