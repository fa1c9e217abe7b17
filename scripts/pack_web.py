#!/usr/bin/python3
"""pack_web.py SOURCE BUILD OUTPUT: lays the folder of the page: what a first lesson needs as one file, the rest apart.

files.json says what lies in first.bin.gz, in that order, and which files come when they are looked at. app/web/page.js
reads it. Only gzip is used: every browser unpacks that by itself, whatever the server does.
"""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

# What the page looks for (app/window/kit/find_font_in_browser.cpp), and the packages' files.
FONTS = {
    "sans": "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "sans-bold": "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
    "mono": "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
    "symbols": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
}
# Latin with its accents, Greek, Cyrillic, punctuation, arrows, mathematical signs, shapes.
CHARACTERS = ("U+0020-017F,U+0370-03FF,U+0400-045F,U+2000-206F,U+2070-209F,U+20A0-20BF,U+2100-214F,U+2190-21FF,"
              "U+2200-22FF,U+2500-25FF,U+2600-266F,U+2713-2717")


def zipped(data):
    return gzip.compress(data, 9, mtime=0)


def subset(file):
    """The font with the characters that texts of Spillway use, without what only other programs read."""
    with tempfile.NamedTemporaryFile() as made:
        subprocess.run([sys.executable, "-m", "fontTools.subset", file, f"--unicodes={CHARACTERS}",
                        "--layout-features=", "--no-hinting", "--drop-tables+=GPOS,GSUB,GDEF,kern",
                        f"--output-file={made.name}"], check=True)
        return pathlib.Path(made.name).read_bytes()


def shader(text):
    """WebGL 2 speaks GLSL ES 3.00 and wants to be told the precision."""
    first, rest = text.split("\n", 1)
    if not first.startswith("#version 330"):
        raise SystemExit(f"pack_web.py: a shader begins with {first!r}; '#version 330 core' was expected")
    return "#version 300 es\nprecision highp float;\nprecision highp int;\n" + rest


def first_files(source):
    for folder in ("kernels", "assets"):
        for file in sorted((source / folder).rglob("*")):
            if file.is_file() and "reports" not in file.parts:
                yield f"/spillway/{file.relative_to(source)}", file.read_bytes()
    yield "/spillway/assets/reports/compiler.json", (source / "assets/reports/compiler.json").read_bytes()
    for file in sorted((source / "shaders").iterdir()):
        yield f"/spillway/shaders/{file.name}", shader(file.read_text(encoding="utf-8")).encode()
    for name, file in FONTS.items():
        yield f"/fonts/{name}", subset(file)


def main():
    source, build, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    (output / "reports").mkdir(parents=True)
    first = list(first_files(source))
    (output / "first.bin.gz").write_bytes(zipped(b"".join(data for _, data in first)))
    later = []
    for file in sorted((source / "assets/reports").glob("*.reports")):
        shutil.copy(file, output / "reports" / file.name)
        later.append([f"/spillway/assets/reports/{file.name}", f"reports/{file.name}"])
    listed = {"first": [[path, len(data)] for path, data in first], "later": later}
    (output / "files.json").write_text(json.dumps(listed, separators=(",", ":")), encoding="utf-8")
    (output / "spillway.wasm.gz").write_bytes(zipped((build / "bin/spillway.wasm").read_bytes()))
    shutil.copy(build / "bin/spillway.js", output)
    for name in ("index.html", "page.css"):
        shutil.copy(source / "app/web" / name, output)
    shutil.copy(source / "cmake/package/spillway.svg", output)


if __name__ == "__main__":
    main()
