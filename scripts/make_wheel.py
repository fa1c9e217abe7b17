#!/usr/bin/env python3
"""make_wheel.py INSTALLED OUTPUT VERSION: packs an installed Spillway (`cmake --install --prefix INSTALLED`) into a wheel.

Afterwards (package.sh) auditwheel takes the shared libraries along, and carry_glibc.py adds a glibc for older systems.
NVIDIA's compiler, headers, disassembler and CUPTI are ordinary dependencies.
"""

import base64
import hashlib
import os
import sys
import zipfile

import licences

# Not "spillway": on the Python index another project has that name.
NAME = "spillway-cuda"
FILE_NAME = NAME.replace("-", "_")
HERE = os.path.dirname(os.path.abspath(__file__))


def requirements():
    with open(os.path.join(HERE, "cuda-wheels.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def metadata(version):
    with open(os.path.join(HERE, "..", "README.md"), encoding="utf-8") as file:
        readme = file.read()
    lines = ["Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {version}",
             "Summary: See where a CUDA kernel's data lives and what that costs",
             "Requires-Python: >=3.9", "Description-Content-Type: text/markdown"]
    lines += [f"Requires-Dist: {requirement}" for requirement in requirements()]
    return "\n".join(lines) + "\n\n" + readme


def programs_in(installed):
    """The programs and libraries that auditwheel completes."""
    for folder, _, names in os.walk(installed):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def contents(installed, version):
    """Pairs of a name in the wheel and (bytes, is executable)."""
    info = f"{FILE_NAME}-{version}.dist-info"
    with open(os.path.join(HERE, "..", "cmake", "package", "wheel_init.py"), "rb") as file:
        yield "spillway/__init__.py", file.read(), False
    for top in ("bin", "lib/spillway", "share/spillway"):
        for folder, folders, names in os.walk(os.path.join(installed, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    inside = os.path.relpath(path, installed)
                    yield "spillway/" + inside, file.read(), os.access(path, os.X_OK)
    for package, text in licences.of_programs(programs_in(installed)).items():
        yield f"{info}/licenses/{package}.txt", text.encode(), False
    yield f"{info}/METADATA", metadata(version).encode(), False
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: spillway\nRoot-Is-Purelib: false\nTag: py3-none-linux_x86_64\n", False
    yield f"{info}/entry_points.txt", b"[console_scripts]\nspillway = spillway:main\nspillway-worker = spillway:worker\n", False


def write_wheel(path, files):
    """Writes a wheel of triples (name, bytes, is executable) and its RECORD; the last folder of metadata holds it."""
    record, info = [], ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(name, data, is_executable):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if is_executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)

        for name, data, is_executable in files:
            add(name, data, is_executable)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
            if name.split("/")[0].endswith(".dist-info"):
                info = name.split("/")[0]
        add(f"{info}/RECORD", "\n".join(record + [f"{info}/RECORD,,", ""]), False)
    return path


def main():
    installed, output, version = sys.argv[1:]
    path = os.path.join(output, f"{FILE_NAME}-{version}-py3-none-linux_x86_64.whl")
    print(write_wheel(path, contents(installed, version)))


if __name__ == "__main__":
    main()
