#!/usr/bin/env python3
"""as_version.py PACKAGE VERSION FOLDER: the same Debian package or wheel under another version number, into FOLDER.

For try-packages.sh, which updates from one version to the next and back. Prints the new file's path.
"""

import os
import re
import subprocess
import sys
import tempfile
import zipfile


def debian_package(package, version, folder):
    with tempfile.TemporaryDirectory() as tree:
        subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
        control = os.path.join(tree, "DEBIAN/control")
        with open(control, encoding="utf-8") as file:
            text, count = re.subn(r"(?m)^Version: .*$", f"Version: {version}-1", file.read())
        if count != 1:
            sys.exit(f"{package}: its control file has {count} lines that say its version; one was expected")
        with open(control, "w", encoding="utf-8") as file:
            file.write(text)
        made = os.path.join(folder, f"spillway_{version}-1_amd64.deb")
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, made], check=True, stdout=subprocess.DEVNULL)
        return made


def wheel(package, version, folder):
    name, before, *tags = os.path.basename(package).split("-")
    made = os.path.join(folder, "-".join([name, version, *tags]))
    info, metadata = f"{name}-{before}.dist-info/", f"{name}-{before}.dist-info/METADATA"
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == metadata:
                data = data.replace(f"\nVersion: {before}\n".encode(), f"\nVersion: {version}\n".encode(), 1)
            elif entry.filename == info + "RECORD":
                # The line of a changed file may omit its hash and size.
                data = re.sub(re.escape(metadata.encode()) + rb",[^\n]*", metadata.encode() + b",,", data)
                data = data.replace(info.encode(), f"{name}-{version}.dist-info/".encode())
            entry.filename = entry.filename.replace(info, f"{name}-{version}.dist-info/")
            new.writestr(entry, data, compress_type=zipfile.ZIP_DEFLATED)
    return made


def main():
    package, version, folder = sys.argv[1:]
    print((debian_package if package.endswith(".deb") else wheel)(package, version, folder))


if __name__ == "__main__":
    main()
