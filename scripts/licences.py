#!/usr/bin/env python3
"""Licences of what Spillway's page and packages contain besides its own code, from the distribution's packages.

    licences.py --compiled-in FOLDER    writes those of libraries that are part of the programs themselves
    licences.py --check WHEEL           fails where a library in the wheel has no licence there
"""

import pathlib
import re
import subprocess
import sys
import zipfile

COMMON = "common-licence-"  # before the names of licences that several libraries share
# Static libraries and headers in the programs (third_party/distribution.cmake); the others are shared.
COMPILED_IN = ("libimgui-dev", "libstb-dev", "nlohmann-json3-dev", "libcli11-dev", "libxxhash-dev")


def package_of(file):
    """The installed package that has this file; Debian lists some under /usr, some without."""
    real = str(pathlib.Path(file).resolve())  # ldconfig also lists links of -dev packages
    for path in (file, real, file.removeprefix("/usr"), real.removeprefix("/usr")):
        found = subprocess.run(["dpkg", "-S", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if found.returncode == 0:
            return found.stdout.decode().split(":")[0]
    raise SystemExit(f"licences.py: no package has {file}, so its licence is not known")


def text_of_package(package):
    file = pathlib.Path(f"/usr/share/doc/{package}/copyright")
    if not file.is_file():
        raise SystemExit(f"licences.py: {file} is not there, so the licence of {package} is not known")
    return file.read_text(encoding="utf-8", errors="replace")


def text_of_source(folder):
    """Licence text of an unpacked source package: the distribution's summary, or the authors' own file."""
    for pattern in ("debian/copyright", "LICENSE*", "COPYING*"):
        for file in sorted(folder.glob(pattern)):
            return file.read_text(encoding="utf-8", errors="replace")
    raise SystemExit(f"licences.py: {folder} has no licence")


def with_common(licences):
    """The same, and the licences that Debian keeps in one place and only names: the LGPL's text must travel along."""
    licences = dict(licences)
    named = {name.rstrip(".") for text in licences.values() for name in re.findall(r"/usr/share/common-licenses/([\w.+-]+)", text)}
    for name in sorted(named):
        file = pathlib.Path("/usr/share/common-licenses") / name
        if file.is_file():
            licences[f"{COMMON}{name}"] = file.read_text(encoding="utf-8", errors="replace")
    return licences


def libraries_of_page(source):
    """Pairs of a library's name and its source package, and of a name and its header (third_party/web.cmake)."""
    text = (source / "third_party/web.cmake").read_text(encoding="utf-8")
    return (re.findall(r"^web_library\((\w+) PACKAGE (\S+)", text, re.M),
            re.findall(r"^web_headers\((\w+) (\S+?)\)", text, re.M))


def of_page(source, sources, fonts):
    """Pairs of a name and the licence's text: each library in the program, the compiler's own ones, and the fonts."""
    compiled, headers = libraries_of_page(source)
    for name, package in compiled:
        yield name, text_of_source(sources / package)
    for name, header in headers:
        yield name, text_of_package(package_of(f"/usr/include/{header}"))
    yield "emscripten, with its C and C++ libraries", text_of_package("emscripten")
    for file in sorted(set(fonts)):
        yield pathlib.Path(file).name, text_of_package(package_of(file))


def as_text(licences):
    return "\n".join(f"==== {name} ====\n\n{text.strip()}\n" for name, text in with_common(licences).items())


def compiled_in():
    return with_common({package: text_of_package(package) for package in COMPILED_IN})


def system_libraries():
    """Paths by name of this machine's 64-bit libraries."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], stdout=subprocess.PIPE, check=True).stdout.decode()
    found = {}
    for name, path in re.findall(r"^\s*(\S+) \(libc6,x86-64[^)]*\) => (\S+)$", listed, re.M):
        found.setdefault(name, path)
    return found


def shared_libraries(programs):
    """Paths of the libraries that these programs load, without the C library's own."""
    told = subprocess.run(["ldd", *map(str, programs)], stdout=subprocess.PIPE, check=True).stdout.decode()
    paths = {path for path in re.findall(r"=> (/\S+)", told)}
    return {path for path in paths if package_of(path) != "libc6"}


def of_programs(programs):
    """Texts by package: what is part of the programs, and each library that they load."""
    packages = {package_of(path) for path in shared_libraries(programs)}
    return with_common(compiled_in() | {package: text_of_package(package) for package in sorted(packages)})


def of_libraries(paths):
    """Texts by package of these files: the carried glibc and what it loads (carry_glibc.py)."""
    packages = {package_of(path) for path in paths}
    return with_common({package: text_of_package(package) for package in sorted(packages)})


def check(wheel):
    """Counts the wheel's libraries against its licences."""
    by_name = system_libraries()
    for path in list(by_name.values()):
        by_name.setdefault(pathlib.Path(path).resolve().name, path)
    names = zipfile.ZipFile(wheel).namelist()
    texts = {pathlib.PurePath(name).stem for name in names if "/licenses/" in name}
    libraries = sorted(pathlib.PurePath(name).name for name in names
                       if (name.split("/")[0].endswith(".libs") or name.startswith("spillway/carried/lib/")) and ".so" in name)
    plain = {name: re.sub(r"-[0-9a-f]{8}(?=\.)", "", name, count=1) for name in libraries}  # auditwheel adds the hash
    missing = [name for name, before in plain.items() if before not in by_name or package_of(by_name[before]) not in texts]
    missing += [package for package in COMPILED_IN if package not in texts]
    print(f"{pathlib.Path(wheel).name}: {len(libraries)} shared libraries and {len(COMPILED_IN)} compiled in; {len(texts)} licences")
    if missing or not libraries:
        raise SystemExit(f"licences.py: no licence in the wheel for {missing or 'any library: it has none'}")


def main():
    what, place = sys.argv[1:]
    if what == "--check":
        return check(place)
    if what != "--compiled-in":
        raise SystemExit(__doc__)
    folder = pathlib.Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    for package, text in compiled_in().items():
        (folder / f"{package}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
