"""Starts Spillway from its wheel: the programs, with NVIDIA's compiler from the wheels beside it."""

import importlib.util
import os
import sys

_folder = os.path.dirname(os.path.abspath(__file__))


def _cuda_folders():
    """The folders of NVIDIA's wheels that hold the compiler (nvidia/cu13), in the order of Python's own path."""
    spec = importlib.util.find_spec("nvidia")
    parents = list(spec.submodule_search_locations) if spec and spec.submodule_search_locations else []
    return [path for path in (os.path.join(parent, "cu13") for parent in parents) if os.path.isdir(path)]


def _start(program):
    environment = dict(os.environ)
    given = environment.get("SPILLWAY_CUDA_WHEELS")
    environment["SPILLWAY_CUDA_WHEELS"] = ":".join(([given] if given else []) + _cuda_folders())
    path = os.path.join(_folder, "bin", program)
    os.execve(path, [path] + sys.argv[1:], environment)


def main():
    _start("spillway")


def worker():
    _start("spillway-worker")
