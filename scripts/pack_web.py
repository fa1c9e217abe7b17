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


# What the program opens with (app/session/session.cpp, app/results/gpu_list.cpp).
FIRST_EXPERIMENT, FIRST_GPU, FIRST_ARCH = "running_mean", "h200", "sm_90"


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


def packed(lines):
    """A recording's lines as one frame, whose checksum is what tells damage."""
    return subprocess.run(["zstd", "-19", "--check", "-qc"], input=b"\n".join(lines) + b"\n", stdout=subprocess.PIPE,
                          check=True).stdout


def recording_parts(file):
    """By experiment: the recording's header and that experiment's results."""
    text = subprocess.run(["zstd", "-dqc", file], stdout=subprocess.PIPE, check=True).stdout
    header, *results = text.splitlines()
    parts = {}
    for line in results:
        parts.setdefault(json.loads(line)["experiment"], [header]).append(line)
    return header, parts


def is_of_first_lesson(file):
    return file.name == "compiler.json" or file.name.startswith(f"{FIRST_EXPERIMENT}-{FIRST_ARCH}-")


def first_files(source):
    for folder in ("kernels", "assets"):
        for file in sorted((source / folder).rglob("*")):
            if file.is_file() and "recordings" not in file.parts and (
                    "reports" not in file.parts or is_of_first_lesson(file)):
                yield f"/spillway/{file.relative_to(source)}", file.read_bytes()
    for file in sorted((source / "shaders").iterdir()):
        yield f"/spillway/shaders/{file.name}", shader(file.read_text(encoding="utf-8")).encode()
    for name, file in FONTS.items():
        yield f"/fonts/{name}", subset(file)


def main():
    source, build, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    (output / "reports").mkdir(parents=True)
    first, later, parts = list(first_files(source)), [], {}
    for file in sorted((source / "assets/recordings").glob("*.spillway")):
        header, of = recording_parts(file)
        begin = of.pop(FIRST_EXPERIMENT) if file.stem == FIRST_GPU else [header]
        first.append((f"/spillway/assets/recordings/{file.name}", packed(begin)))
        (output / "recordings" / file.stem).mkdir(parents=True)
        for experiment, lines in of.items():
            address = f"recordings/{file.stem}/{experiment}.spillway"
            (output / address).write_bytes(packed(lines))
            parts.setdefault(experiment, []).append(address)
    (output / "first.bin.gz").write_bytes(zipped(b"".join(data for _, data in first)))
    for file in sorted((source / "assets/reports").glob("*.reports")):
        if is_of_first_lesson(file):
            continue
        shutil.copy(file, output / "reports" / file.name)
        later.append([f"/spillway/assets/reports/{file.name}", f"reports/{file.name}"])
    listed = {"first": [[path, len(data)] for path, data in first], "later": later, "parts": parts}
    (output / "files.json").write_text(json.dumps(listed, separators=(",", ":")), encoding="utf-8")
    (output / "spillway.wasm.gz").write_bytes(zipped((build / "bin/spillway.wasm").read_bytes()))
    shutil.copy(build / "bin/spillway.js", output)
    for name in ("index.html", "page.css", "page.js"):
        shutil.copy(source / "app/web" / name, output)
    shutil.copy(source / "cmake/package/spillway.svg", output)


if __name__ == "__main__":
    main()
