#!/usr/bin/python3
"""pack_web.py SOURCE BUILD OUTPUT: lays the folder of the page: what a first lesson needs as one file, the rest apart.

first.bin.gz begins with a line of JSON that says what lies in it, in that order, and which files come when they are
looked at; files.json says which parts of recordings there are, and what `spillway publish` adds. app/web/page.js reads
both. Only gzip is used (as zopfli makes it): every browser unpacks that by itself, whatever the server does.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from fontTools.ttLib import TTFont

# What the page looks for (app/window/kit/find_font_in_browser.cpp), and the packages' files.
FONTS = {
    "sans": "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "sans-bold": "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
    "mono": "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
    "symbols": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
}
# Latin with its accents, Greek, Cyrillic, punctuation, arrows, mathematical signs, shapes.
CHARACTERS = {code for first, last in ((0x20, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x2000, 0x209F),
                                       (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2190, 0x22FF), (0x2500, 0x25FF), (0x2713, 0x2717))
              for code in range(first, last + 1)}

# What the program opens with (app/session/session.cpp, app/results/gpu_list.cpp).
FIRST_EXPERIMENT, FIRST_GPU, FIRST_ARCH = "running_mean", "h200", "sm_90"


def zipped(data):
    with tempfile.NamedTemporaryFile() as plain:
        plain.write(data)
        plain.flush()
        return subprocess.run(["zopfli", "-c", plain.name], stdout=subprocess.PIPE, check=True).stdout


def has(file):
    return set(TTFont(file).getBestCmap())


def subset(file, characters):
    """The font with these characters, without what only other programs read."""
    with tempfile.NamedTemporaryFile() as made:
        unicodes = ",".join(f"{code:X}" for code in sorted(characters))
        subprocess.run([sys.executable, "-m", "fontTools.subset", file, f"--unicodes={unicodes}",
                        "--layout-features=", "--no-hinting", "--drop-tables+=GPOS,GSUB,GDEF,kern,FFTM",
                        f"--output-file={made.name}"], check=True)
        return pathlib.Path(made.name).read_bytes()


def fonts():
    """The symbols' font stands in for what another one lacks, and has nothing else here."""
    lacking = CHARACTERS - set.intersection(*(has(file) for name, file in FONTS.items() if name != "symbols"))
    for name, file in FONTS.items():
        yield f"/fonts/{name}", subset(file, lacking if name == "symbols" else CHARACTERS)


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


def without_counters(line):
    """A result as it is until the recording's part with its counters has come: they are half of it."""
    result = json.loads(line)
    if result["measurement"]["counters"] is not None:
        result["measurement"].update(counters=None, counters_reason="The recorded counters are still being fetched.")
    return json.dumps(result, separators=(",", ":"), ensure_ascii=False).encode()


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
    yield from fonts()


def main():
    source, build, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    (output / "reports").mkdir(parents=True)
    first, later, parts = list(first_files(source)), [], {}
    for file in sorted((source / "assets/recordings").glob("*.spillway")):
        header, of = recording_parts(file)
        begin = of[FIRST_EXPERIMENT][1:] if file.stem == FIRST_GPU else []
        first.append((f"/spillway/assets/recordings/{file.name}", packed([header, *map(without_counters, begin)])))
        (output / "recordings" / file.stem).mkdir(parents=True)
        for experiment, lines in of.items():
            address = f"recordings/{file.stem}/{experiment}.spillway"
            (output / address).write_bytes(packed(lines))
            parts.setdefault(experiment, []).append(address)
    for file in sorted((source / "assets/reports").glob("*.reports")):
        if is_of_first_lesson(file):
            continue
        shutil.copy(file, output / "reports" / file.name)
        later.append([f"/spillway/assets/reports/{file.name}", f"reports/{file.name}"])
    head = json.dumps({"begun": FIRST_EXPERIMENT, "first": [[path, len(data)] for path, data in first], "later": later},
                      separators=(",", ":"))
    (output / "first.bin.gz").write_bytes(zipped(b"".join([head.encode(), b"\n", *(data for _, data in first)])))
    (output / "files.json").write_text(json.dumps({"parts": parts}, separators=(",", ":")), encoding="utf-8")
    (output / "spillway.wasm.gz").write_bytes(zipped((build / "bin/spillway.wasm").read_bytes()))
    shutil.copy(build / "bin/spillway.js", output)
    for name in ("index.html", "page.css", "page.js"):
        shutil.copy(source / "app/web" / name, output)
    shutil.copy(source / "cmake/package/spillway.svg", output)


if __name__ == "__main__":
    main()
