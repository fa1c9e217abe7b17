"""Starts Spillway from its wheel: the programs, with NVIDIA's compiler from the wheels beside it.

On a system whose glibc is older than the one that the programs need, it starts copies of them with the glibc that the
wheel carries (scripts/carry_glibc.py).
"""

import errno
import importlib.util
import json
import os
import stat
import struct
import sys

_folder = os.path.dirname(os.path.abspath(__file__))
_PROGRAMS = ("spillway-worker", "spillway")  # a copy of the second starts a copy of the first
_LOADER = "ld-linux-x86-64.so.2"


class _NotWritable(Exception):
    """No place for the copies; its text says which places and why."""


def _cuda_folders():
    """The folders of NVIDIA's wheels that hold the compiler (nvidia/cu13), in the order of Python's own path."""
    spec = importlib.util.find_spec("nvidia")
    parents = list(spec.submodule_search_locations) if spec and spec.submodule_search_locations else []
    return [path for path in (os.path.join(parent, "cu13") for parent in parents) if os.path.isdir(path)]


# ---- an older glibc than the programs need ----

def _carried(folder):
    """Description of the carried glibc: `glibc`, the version that the programs need, and `programs`, their id. None if
    this wheel carries none."""
    try:
        with open(os.path.join(folder, "carried", "about.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def _numbers(version):
    return [int(part) for part in version.split(".")]


def _system_glibc():
    """Version of the system's glibc, such as "2.31"; None if it is another C library."""
    try:
        name, version = os.confstr("CS_GNU_LIBC_VERSION").split()
        return version if name == "glibc" else None
    except (AttributeError, OSError, ValueError):
        return None


def _needs_carried(needed):
    # For tests, and for systems whose own libraries do not fit: the carried glibc although the system's is new enough.
    if os.environ.get("SPILLWAY_CARRIED_GLIBC"):
        return True
    system = _system_glibc()
    return system is not None and _numbers(system) < _numbers(needed)


def _tail(loader, programs):
    """End of a copy: the loader's path as the kernel reads it, then the id of the programs."""
    return os.fsencode(loader) + b"\0" + programs.encode()


def _with_loader(program, loader, programs):
    """The ELF file `program`, with `loader` as the path of its loader (PT_INTERP).

    The path is appended, because the kernel reads it from the file and not from a segment in memory. So it may be longer
    than the one before, and nothing else moves. The old path stays in memory, where only debuggers read it.
    """
    copy = bytearray(program)
    (table,), (size, count) = struct.unpack_from("<Q", program, 32), struct.unpack_from("<HH", program, 54)
    for at in range(table, table + size * count, size):
        if struct.unpack_from("<I", program, at)[0] == 3:  # PT_INTERP
            struct.pack_into("<Q", copy, at + 8, len(program))  # offset in the file
            struct.pack_into("<Q", copy, at + 32, len(os.fsencode(loader)) + 1)  # bytes in the file
            return bytes(copy) + _tail(loader, programs)
    raise ValueError("the program names no loader")


def _is_made(copy, tail):
    """Whether `copy` is whole, of these programs and for this loader."""
    try:
        with open(copy, "rb") as file:
            file.seek(0, os.SEEK_END)
            if file.tell() <= len(tail):
                return False
            file.seek(-len(tail), os.SEEK_END)
            return file.read() == tail
    except OSError:
        return False


def _are_made(place, tail):
    return all(_is_made(os.path.join(place, name), tail) for name in _PROGRAMS)


def _make(folder, place, loader, programs):
    """Writes the copies into `place`: each under a temporary name, then renamed, so that another start sees a whole one or none."""
    import tempfile

    for name in _PROGRAMS:
        copy = os.path.join(place, name)
        if _is_made(copy, _tail(loader, programs)):
            continue
        with open(os.path.join(folder, "bin", name), "rb") as file:
            data = _with_loader(file.read(), loader, programs)
        handle, beside = tempfile.mkstemp(prefix="." + name + "-", dir=place)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(beside, 0o755)
            os.replace(beside, copy)
        except BaseException:
            os.unlink(beside)
            raise


def _cache_folder(folder):
    """The place below the user's cache for this installation: one with the same neighbours as `folder`. None if the
    user has no cache."""
    import hashlib

    base = os.environ.get("XDG_CACHE_HOME", "")
    if not base.startswith("/"):
        home = os.environ.get("HOME", "")
        if not home.startswith("/"):
            return None
        base = os.path.join(home, ".cache")
    key = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return os.path.join(base, "spillway", "programs", key)


def _is_ours(path):
    status = os.lstat(path)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _link(target, link):
    """Makes the link if it is not there."""
    try:
        os.symlink(target, link)
    except FileExistsError:
        if os.readlink(link) != target:
            raise


def _prepare_cache(folder, cache):
    """Folder for the copies in `cache`, which only the user may write, with links to what the programs look for."""
    place = os.path.join(cache, "spillway", "carried")
    os.makedirs(os.path.dirname(cache), exist_ok=True)
    for path in (cache, os.path.dirname(place), place):
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            pass
        if not _is_ours(path):
            raise PermissionError(errno.EPERM, "not a folder that only you can write to", path)
    site = os.path.dirname(folder)
    for name in os.listdir(site):
        if name.endswith(".libs") and name.startswith("spillway"):
            _link(os.path.join(site, name), os.path.join(cache, name))
    for name in ("lib", "share"):
        _link(os.path.join(folder, name), os.path.join(cache, "spillway", name))
    _link(os.path.join(folder, "carried", "lib"), os.path.join(place, "lib"))
    return place


def _place_of_copies(folder, programs):
    """Folder with copies of the programs that the carried glibc loads; made at the first call."""
    beside = os.path.join(folder, "carried")
    loader = os.path.join(beside, "lib", _LOADER)
    tail = _tail(loader, programs)
    # The wheel has empty files of these names, so that pip removes the copies with all else.
    if _are_made(beside, tail):
        return beside
    cache = _cache_folder(folder)
    if cache is not None:
        place = os.path.join(cache, "spillway", "carried")
        if _are_made(place, tail) and _is_ours(cache):
            return place
    refused = []
    try:
        _make(folder, beside, loader, programs)
        return beside
    except OSError as error:
        refused.append(f"{beside} ({error.strerror})")
    if cache is None:
        raise _NotWritable(" and ".join(refused + ["HOME is not set"]))
    try:
        place = _prepare_cache(folder, cache)
        _make(folder, place, loader, programs)
        return place
    except OSError as error:
        refused.append(f"{cache} ({error.strerror})")
    raise _NotWritable(" and ".join(refused))


def _path_of(program, folder=_folder):
    """Path of the program that fits this system."""
    about = _carried(folder)
    if about is None or not _needs_carried(about["glibc"]):
        return os.path.join(folder, "bin", program)
    try:
        return os.path.join(_place_of_copies(folder, about["programs"]), program)
    except _NotWritable as error:
        sys.exit(f"spillway needs glibc {about['glibc']}, and this system has {_system_glibc()}. It carries a glibc, but cannot "
                 f"write the copies of its programs that use it: {error}. "
                 "Set XDG_CACHE_HOME to a folder of yours, then start it again.")


def _start(program):
    environment = dict(os.environ)
    given = environment.get("SPILLWAY_CUDA_WHEELS")
    environment["SPILLWAY_CUDA_WHEELS"] = ":".join(([given] if given else []) + _cuda_folders())
    path = _path_of(program)
    try:
        os.execve(path, [path] + sys.argv[1:], environment)
    except OSError as error:
        sys.exit(f"spillway: {path} cannot be started: {error.strerror}. "
                 "If its folder is on a file system that runs no programs, install Spillway on another one, or set XDG_CACHE_HOME to a folder elsewhere.")


def main():
    _start("spillway")


def worker():
    _start("spillway-worker")
