#!/usr/bin/python3
"""pack_web.py SOURCE BUILD OUTPUT: lays the folder of the page: what a first lesson needs as one file, the rest apart.

first.bin.lz begins with a line of JSON that says what lies in it, in that order, and which files come when they are
looked at; rest.bin.lz begins like that too and has all experiments but the first, of which first.bin.lz has outlines.
spillway.wasm.lz is the part of the program that the first charts go through, rest.wasm.lz the other one.
files.json says which parts of recordings there are, and what `spillway publish` adds. app/web/page.js reads all three. It
lies in scripts.js.lz, together with emscripten's script. These are packed by lzip: app/web/load.js unpacks them with
unpack.wasm. previews/ has the words of each lesson's first step.

All names but those of index.html, files.json and offline.js contain a hash of the content: a browser never takes a file
for another build's. index.html has the names for the scripts; those three files name the build, a hash of all.
"""

import base64
import hashlib
import html
import json
import math
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

import licences
import page_previews
from fontTools.ttLib import TTFont
from split_program import split

# Fonts that the page looks for (app/window/kit/find_font_in_browser.cpp), and the packages' files.
FONTS = {
    "sans": "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "sans-bold": "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
    "mono": "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
    "symbols": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
}
# Latin with its accents, Greek, Cyrillic, punctuation, arrows, mathematical signs, shapes. The first fonts have what the
# program and the first lesson are written in; those of rest.bin what any text of the window may hold, and what ships is
# written in. What these have not comes in a file of its own, when a text needs it.
CHARACTERS = {code for first, last in ((0x20, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x2000, 0x209F),
                                       (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2190, 0x22FF), (0x2500, 0x25FF), (0x2713, 0x2717))
              for code in range(first, last + 1)}

# Experiment and GPU that the program opens with (app/session/session.cpp, app/results/gpu_list.cpp).
FIRST_EXPERIMENT, FIRST_GPU, FIRST_ARCH = "running_mean", "h200", "sm_90"
AXIS_POINTS = 65  # of a chart's x axis (app/session/curves.cpp)
# Digits of a job's hash by which its recorded result is found.
COMPARED_DIGITS = int(re.search(r"compared_hash_digits = (\d+);", (pathlib.Path(__file__).parents[1] /
                                "app/results/recorded_results.cpp").read_text(encoding="utf-8"))[1])
MOST_SAMPLED = 24  # results of a variant in a recording that keep where their warps wait


HASH_DIGITS = 10
# Files that a browser asks for by these names, whatever the build.
PLAIN = ("index.html", "files.json", "offline.js")
LICENCES = "licences.txt"  # nothing loads it; it travels with the folder


def hashed(name, data):
    """The name with a hash of the content: program.js becomes program.0123456789.js."""
    stem, endings = name.split(".", 1)
    return f"{stem}.{hashlib.sha256(data).hexdigest()[:HASH_DIGITS]}.{endings}"


class Folder:
    """The page's folder. lay() writes it, again with other contents where those are replaced."""

    def __init__(self, place, source):
        self.place, self.source = place, source
        self.core = {}  # name to content: what the page begins with, and the rest of the program
        self.data = []  # names of files that come later
        self.parts = {}  # files.json's
        self.previews = {}  # by lesson, their addresses
        self.scripts = ""  # what a content security policy calls the text of scripts.js.lz

    def add_data(self, folder, name, data):
        """Writes it; returns its address."""
        address = f"{folder}/{hashed(name, data)}"
        (self.place / folder).mkdir(parents=True, exist_ok=True)
        (self.place / address).write_bytes(data)
        self.data.append(address)
        return address

    def lay(self):
        names = {name: hashed(name, data) for name, data in self.core.items()}
        plain = {name: (self.source / "app/web" / name).read_text(encoding="utf-8") for name in ("index.html", "offline.js")}
        everything = json.dumps([names, self.data, self.parts, plain])
        build = hashlib.sha256(everything.encode()).hexdigest()[:HASH_DIGITS]
        for old in self.place.iterdir():
            if old.is_file() and old.name != LICENCES:
                old.unlink()
        for name, data in self.core.items():
            (self.place / names[name]).write_bytes(data)
        more = {"build": build, "begins": FIRST_EXPERIMENT, "previews": self.previews}
        files = html.escape(json.dumps({**names, **more}, separators=(",", ":")))
        page = plain["index.html"].replace("{{files}}", files)
        for name, file in names.items():
            page = page.replace("{{" + name + "}}", file)
        page = page.replace("{{scripts}}", self.scripts)
        kept = {"plain": [name for name in PLAIN if name != "offline.js"], "hashed": list(names.values())}
        script = plain["offline.js"].replace("{{build}}", build)
        for name, value in (("core", kept), ("data", self.data)):
            script = script.replace(f"'{{{{{name}}}}}'", json.dumps(value, separators=(",", ":")))
        for name, text in (("index.html", page), ("offline.js", script)):
            if "{{" in text:
                raise SystemExit(f"pack_web.py: {name} has a place that nothing fills: {text[text.index('{{'):][:40]}")
            (self.place / name).write_text(text, encoding="utf-8")
        listed = json.dumps({"build": build, "parts": self.parts}, separators=(",", ":"))
        (self.place / "files.json").write_text(listed, encoding="utf-8")


def has(file):
    return set(TTFont(file).getBestCmap())


def subset(file, characters):
    """The font with these characters, without what only other programs read."""
    with tempfile.NamedTemporaryFile() as made:
        unicodes = ",".join(f"{code:X}" for code in sorted(characters))
        subprocess.run([sys.executable, "-m", "fontTools.subset", file, f"--unicodes={unicodes}",
                        # Outlines that share pieces are shorter, but longer once they are packed.
                        "--layout-features=", "--no-hinting", "--desubroutinize",
                        "--drop-tables+=GPOS,GSUB,GDEF,MATH,kern,FFTM",
                        f"--output-file={made.name}"], check=True)
        return pathlib.Path(made.name).read_bytes()


def characters_of(files):
    return {ord(character) for file in files for character in file.read_text(encoding="utf-8")}


def is_text(file):
    return file.suffix in (".cu", ".json", ".md", ".spillway-talk")


def first_characters(source):
    """Those of the program's own texts, of the list of lessons and of the first one."""
    characters = {*range(0x20, 0x7F), *map(ord, outlines(source).decode())}
    for file in (source / "app").rglob("*"):
        if file.suffix in (".cpp", ".h"):
            text = file.read_text(encoding="utf-8")
            escaped = [bytes.fromhex(bytes_of.replace("\\x", "")) for bytes_of in re.findall(r"(?:\\x[0-9a-fA-F]{2})+", text)]
            characters |= {*map(ord, text), *(int(code, 16) for code in re.findall(r"\\u([0-9a-fA-F]{4})", text)),
                           *(ord(character) for each in escaped for character in each.decode(errors="ignore"))}
    shown = [source / "assets", source / "kernels" / FIRST_EXPERIMENT]
    return characters | characters_of(file for folder in shown for file in folder.rglob("*") if is_text(file))


def all_characters(source):
    """The same, those that every text of the window may hold (app/window/kit/fonts.cpp), and those of the texts that ship."""
    table = re.search(r"base_ranges\{([^}]*)\}", (source / "app/window/kit/fonts.cpp").read_text(encoding="utf-8"))
    bounds = [int(number, 16) for number in re.findall(r"0x[0-9a-f]+", table[1])]
    characters = {code for first, last in zip(bounds[::2], bounds[1::2]) for code in range(first, last + 1)}
    texts = characters_of(file for file in (source / "kernels").rglob("*") if is_text(file))
    return first_characters(source) | characters | texts


def fonts(characters):
    """The symbols' font stands in for what another one lacks, and has nothing else here."""
    shown = characters & CHARACTERS
    lacking = shown - set.intersection(*(has(file) for name, file in FONTS.items() if name != "symbols"))
    for name, file in FONTS.items():
        yield f"/fonts/{name}", subset(file, lacking if name == "symbols" else shown)
    yield "/fonts/characters", "".join(f"{code:x}\n" for code in sorted(characters)).encode()


def shader(text):
    """WebGL 2 speaks GLSL ES 3.00 and wants to be told the precision."""
    first, rest = text.split("\n", 1)
    if not first.startswith("#version 330"):
        raise SystemExit(f"pack_web.py: a shader begins with {first!r}; '#version 330 core' was expected")
    return "#version 300 es\nprecision highp float;\nprecision highp int;\n" + rest


def lzip(data, level="-9"):
    """With a checksum, which tells damage. The dictionary is as long as the data, so that unpacking needs no more memory."""
    longest_matches = 273
    return subprocess.run(["lzip", level, f"--match-length={longest_matches}", f"--dictionary-size={max(len(data), 4096)}"],
                          input=data, stdout=subprocess.PIPE, check=True).stdout


def packed(lines):
    """A recording's lines, as one frame of zstd, which the program unpacks. Its length is told, so that this needs no more
    memory."""
    data = b"".join(line + b"\n" for line in lines)
    return subprocess.run(["zstd", "-19", "--check", f"--stream-size={len(data)}", "-qc"], input=data,
                          stdout=subprocess.PIPE, check=True).stdout


def stored(line):
    """The same, of one line that is not packed: another packer finds in it what it has seen elsewhere."""
    data = line + b"\n"
    magic, one_segment_whose_length_has_4_bytes, last_block = 0xFD2FB528, 0xA0, 1
    return struct.pack("<IBI", magic, one_segment_whose_length_has_4_bytes, len(data)) + struct.pack(
        "<I", len(data) << 3 | last_block)[:3] + data


def recording_parts(folder):
    """A header that names all experiments; and by experiment the lines of its file, the first being its header."""
    parts, whole = {}, None
    for file in sorted(folder.glob("*.spillway")):
        text = subprocess.run(["zstd", "-dqc", file], stdout=subprocess.PIPE, check=True).stdout
        parts[file.stem] = text.splitlines()
        header = json.loads(parts[file.stem][0])
        whole = whole or header
        for key in ("kernels", "definitions"):
            whole[key].update(header[key])
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode(), parts


def with_fewer_samples(lines, initial):
    """A recording's results with the samples of waiting warps where a learner begins, and along the axes from there at
    some of the points: all of them would take the page 50 MB of memory more."""
    results = {at: json.loads(line) for at, line in enumerate(lines) if b'"stall_samples":{' in line}
    names = {name for result in results.values() for name in result["parameters"]}
    usual = {name: statistics.mode(each["parameters"].get(name) for each in results.values()) for name in names}
    usual |= initial
    sampled = {}
    for at, result in results.items():
        moved = sum(result["parameters"].get(name) != value for name, value in usual.items())
        sampled.setdefault(result["variant"], []).append((moved, str(result["parameters"]), at))
    kept = set()
    for of_variant in sampled.values():
        of_variant.sort()
        near = [at for moved, _, at in of_variant if moved <= of_variant[0][0] + 1]
        kept.update(near[::-(-len(near) // MOST_SAMPLED)])
    return [line if at in kept else without_samples(line) for at, line in enumerate(lines)]


def without_samples(line):
    if b'"stall_samples":{' not in line:
        return line
    result = json.loads(line)
    result["measurement"].update(
        stall_samples=None, stall_samples_reason="The page has samples at some of the points; an installed Spillway has "
        "them at all")
    return json.dumps(result, separators=(",", ":"), ensure_ascii=False).encode()


def initial_values(source, experiment):
    """The experiment's parameters and their initial values."""
    text = (source / "kernels" / experiment / "experiment.json").read_text(encoding="utf-8")
    return {each["name"]: each["initial"] for each in json.loads(text)["parameters"] if "initial" in each}


def without_nulls(value):
    """Drops the keys whose value is null: the format allows them to be absent (app/protocol/FORMAT.md)."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


# In a result, what no chart shows.
ROUGH = ("compiler_seconds", "noise", "sm_clock_hz")


def rounded(value, digits=6):
    """To six digits, with which the charts show the same numbers as with all (tests/web/failures_test.py). The others are
    noise, which no compression makes smaller."""
    if isinstance(value, dict):
        return {key: rounded(each, 3 if key in ROUGH else digits) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each, digits) for each in value]
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


def of_first_charts(lines, source):
    """The results that the first lesson's charts show where it opens: at the points of its x axis, and at the slider's.
    The others come with the recording's part."""
    text = (source / "kernels" / FIRST_EXPERIMENT / "experiment.json").read_text(encoding="utf-8")
    experiment = json.loads(text)
    axis = next(each for each in experiment["parameters"] if each["name"] == experiment["x_axis"])
    first, last = axis["range"]
    spread = [first + math.floor((last - first) * i / (AXIS_POINTS - 1) + 0.5) for i in range(AXIS_POINTS)]
    at = {axis["name"]: {axis["initial"], *spread}}
    settings = [json.loads(line)["parameters"] for line in lines]
    usual = {name: statistics.mode(each.get(name) for each in settings) for name in settings[0]}
    for name, value in (usual | initial_values(source, FIRST_EXPERIMENT)).items():
        at.setdefault(name, {value})
    return [line for line, setting in zip(lines, settings) if all(setting[name] in there for name, there in at.items())]


def short(line):
    return json.dumps(without_nulls(json.loads(line)), separators=(",", ":"), ensure_ascii=False).encode()


def begun(line):
    """A result as it is until its recording's part has come: without its counters and stall samples, which are four
    fifths of it, without the compiler's log, which is in the reports too, and with the compared digits of its job's
    hash, which no compression makes smaller."""
    result = json.loads(line)
    result["job"] = result["job"][:COMPARED_DIGITS].ljust(len(result["job"]), "0")
    measured = result["measurement"]
    if measured["counters"] is not None:
        measured.update(counters=None, counters_reason="The recorded counters are still being fetched.")
    if measured["stall_samples"] is not None:
        measured.update(stall_samples=None, stall_reasons=None,
                        stall_samples_reason="The recorded stall samples are still being fetched")
    if result["compile"] is not None:
        result["compile"].update(log="", seconds=rounded(result["compile"]["seconds"], 3))
    return json.dumps(without_nulls(rounded(result)), separators=(",", ":"), ensure_ascii=False).encode()


def minified(script, ecma="2020"):
    """Without comments, spaces and long names but those by which one script knows another."""
    return subprocess.run(["terser", script, "--ecma", ecma, "--compress", "toplevel,passes=2",
                           "--mangle", "toplevel,reserved=['Module','FS']"], stdout=subprocess.PIPE, check=True).stdout


# Keys of an experiment that a list of lessons shows (app/catalogue/heading_reader.cpp).
OUTLINE = ("name", "title", "question", "topic", "order", "prerequisites", "teaches", "difficulty", "minutes", "x_axis")


def outlines(source):
    """Outlines of all experiments: app/catalogue/catalogue.h says when they are read."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((source / "kernels").glob("*/experiment.json"))]
    each = [{key: value for key, value in json.loads(text).items() if key in OUTLINE} for text in texts]
    return json.dumps({"experiments": each}, separators=(",", ":"), ensure_ascii=False).encode()


def is_report(file):
    """Reports come later, also the first lesson's: its first charts are recorded."""
    return file.suffix == ".reports"


# Entries of assets/ that the first picture does not need; PTX is fetched when the program reads it.
LATER_ASSETS = ("courses", "concept-test.json", "misconceptions.json", "read_ncu_report.py")


def rest_files(source):
    yield from fonts(all_characters(source))
    for file in sorted((source / "kernels").rglob("*")):
        if file.is_file() and FIRST_EXPERIMENT not in file.relative_to(source).parts[:2]:
            yield f"/spillway/{file.relative_to(source)}", file.read_bytes()
    for file in sorted((source / "assets").rglob("*")):
        if file.is_file() and file.relative_to(source / "assets").parts[0] in LATER_ASSETS:
            yield f"/spillway/{file.relative_to(source)}", file.read_bytes()


def first_files(source):
    yield "/spillway/kernels/outlines.json", outlines(source)
    for folder in (f"kernels/{FIRST_EXPERIMENT}", "assets"):
        for file in sorted((source / folder).rglob("*")):
            if file.is_file() and not is_report(file) and not (
                    {"recordings", "ptx", *LATER_ASSETS} & set(file.relative_to(source).parts)):
                yield f"/spillway/{file.relative_to(source)}", file.read_bytes()
    for file in sorted((source / "shaders").iterdir()):
        yield f"/spillway/shaders/{file.name}", shader(file.read_text(encoding="utf-8")).encode()
    yield from fonts(first_characters(source))


def bundle(files, **more):
    """Files in one, behind the line that says which."""
    head = json.dumps({"files": [[path, len(data)] for path, data in files], **more}, separators=(",", ":"))
    return lzip(b"".join([head.encode(), b"\n", *(data for _, data in files)]))


def add_recordings(page, source):
    """By experiment and GPU; yields what the first lesson has of each."""
    for file in sorted((source / "assets/recordings").glob("*.spillway")):  # folders
        header, of = recording_parts(file)
        begin = of_first_charts(of[FIRST_EXPERIMENT][1:], source) if file.stem == FIRST_GPU else []
        # The headers of all GPUs are nearly the same.
        results = packed(map(begun, begin)) if begin else b""
        yield f"/spillway/assets/recordings/{file.name}", stored(header) + results
        for experiment, (own_header, *results) in of.items():
            lines = [own_header, *map(short, with_fewer_samples(results, initial_values(source, experiment)))]
            address = page.add_data(f"recordings/{file.stem}", f"{experiment}.spillway", packed(lines))
            page.parts.setdefault(experiment, []).append(address)


def later_files(page, source):
    """Files that are fetched when the program reads them: their paths there, and their addresses."""
    for file in sorted((source / "assets/reports").glob("*.reports")):
        yield f"/spillway/assets/reports/{file.name}", page.add_data("reports", file.name, file.read_bytes())
    for file in sorted((source / "assets/ptx").glob("*.ptx")):
        yield f"/spillway/assets/ptx/{file.name}", page.add_data("ptx", file.name, file.read_bytes())
    others = subset(FONTS["symbols"], CHARACTERS - all_characters(source))
    yield "/fonts/others", page.add_data("fonts", "others.font", others)


def main():
    source, build, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    page = Folder(output, source)
    first = [*first_files(source), *add_recordings(page, source)]
    later = list(later_files(page, source))
    soon = [path for path, _ in later if f"/{FIRST_EXPERIMENT}-{FIRST_ARCH}-" in path]
    page.core["first.bin.lz"] = bundle(first, begun=FIRST_EXPERIMENT, later=later, soon=soon)
    page.core["rest.bin.lz"] = bundle(list(rest_files(source)))
    for name, words in page_previews.previews(source):
        page.previews[name] = page.add_data("previews", f"{name}.json", words)
    page.core["unpack.wasm"] = (build / "bin/unpack.wasm").read_bytes()
    page.core["boot.js"] = minified(source / "app/web/boot.js", ecma="5")
    for script in (source / "app/web/load.js", source / "app/web/preview.js"):
        page.core[script.name] = minified(script)
    scripts = b"\n".join(minified(script) for script in (source / "app/web/page.js", build / "bin/spillway.js"))
    page.core["scripts.js.lz"] = lzip(scripts)
    page.scripts = "sha256-" + base64.b64encode(hashlib.sha256(scripts).digest()).decode()
    for file in (source / "app/web/page.css", source / "cmake/package/spillway.svg"):
        page.core[file.name] = file.read_bytes()

    of_others = licences.as_text(licences.of_page(source, build.parent / "src", FONTS.values()))
    (output / LICENCES).write_text(of_others, encoding="utf-8")

    def lay_program(first_part, rest, level="-0"):
        page.core["spillway.wasm.lz"] = lzip(first_part, level)
        page.core["rest.wasm.lz"] = lzip(rest, level)
        page.lay()
        return str(output)

    lay_program(*split(build / "bin/spillway.wasm", lay_program, source), "-9")


if __name__ == "__main__":
    main()
