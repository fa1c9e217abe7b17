"""Previews of the lessons for the page: title, question and first charts, which a browser shows while the program loads.

Each is gzipped JSON of about 10 kB: {"title", "question", "charts": [SVG without the hover texts of its points, ...]}.
The charts are those of `spillway pictures` at a lesson's first view.
"""
import gzip
import json
import pathlib
import re
import subprocess
import tempfile

CHARTS = 3  # as many as stand side by side in a window of 1,600 pixels


def lessons(source):
    """Yields (name, experiment) of the lessons that ship."""
    for file in sorted((source / "kernels").glob("*/experiment.json")):
        yield file.parent.name, json.loads(file.read_text(encoding="utf-8"))


def chart(program, source, experiment, metric):
    """One chart as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "pictures", "--view", f"v1/{experiment}", "--worker", "none", "--of", f"chart:{metric}",
                        "--format", "svg", "-o", folder], check=True, capture_output=True, env={"SPILLWAY_DATA": str(source),
                        "HOME": folder, "XDG_CACHE_HOME": folder})
        return next(pathlib.Path(folder).glob("*.svg")).read_text(encoding="utf-8")


def without_hover_texts(svg):
    """An image has no hover texts, and they are half of the file."""
    svg = re.sub(r"<title>[^<]*</title>", "", svg)
    return re.sub(r"<g>(<[a-z]+ [^<>]*/>)</g>", r"\1", svg)


def preview(program, source, name, experiment):
    charts = [without_hover_texts(chart(program, source, name, metric)) for metric in experiment["charts"][:CHARTS]]
    text = json.dumps({"title": experiment["title"], "question": experiment["question"], "charts": charts},
                      separators=(",", ":"), ensure_ascii=False)
    return gzip.compress(text.encode(), 9, mtime=0)


def previews(program, source):
    """Yields (name of the lesson, gzipped JSON)."""
    for name, experiment in lessons(source):
        yield name, preview(program, source, name, experiment)
