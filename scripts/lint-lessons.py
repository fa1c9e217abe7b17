#!/usr/bin/env python3
"""Lists what lessons say of numbers and of more and less outside a claim.

    scripts/lint-lessons.py [LESSON...]        all lessons when none is named

Every sentence on speed or cause is to have a claim with a check that can break (docs/adding-an-experiment.md). What is
listed here has none in its sentence: for a reader to judge, since a definition or an example may well hold a number.
Exits with 0.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]]*)\]\((claim|set|ask|exercise):[^)]*\)")
COMPARES = re.compile(
    r"\b(faster|slower|fastest|slowest|sooner|quicker|cheaper|cheap|free|twice|half|times as|times the|per cent|"
    r"nearly all|hardly|next to nothing|far (more|less)|a (third|quarter|fifth|sixth|seventh|tenth) of)\b")
MEASURES = re.compile(r"\d[\d.,]*\s*(%|GB/s|TB/s|MB/s|TFLOP/s|GFLOP/s|cycles|µs|microseconds|milliseconds|ms|seconds)(?!\w)")


def sentences(text):
    """Line number and sentence, of what is prose: no code, no table's rule, no source."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        if in_code or line.startswith(("```", "#", "| ---", "*Source", "*After")):
            continue
        for sentence in re.split(r"(?<=[.?!:])\s+", line):
            yield number, sentence


def speaks_without_claim(sentence):
    has_claim = any(link.group(2) == "claim" for link in LINK.finditer(sentence))
    words = LINK.sub("", sentence)
    return not has_claim and not sentence.rstrip().endswith("?") and (COMPARES.search(words) or MEASURES.search(words))


def main():
    names = sys.argv[1:] or sorted(path.parent.name for path in (ROOT / "kernels").glob("*/lesson.md"))
    found = 0
    for name in names:
        path = ROOT / "kernels" / name / "lesson.md"
        for number, sentence in sentences(path.read_text(encoding="utf-8")):
            if speaks_without_claim(sentence):
                found += 1
                print(f"kernels/{name}/lesson.md:{number}: {sentence.strip()}")
    print(f"{found} sentences without a claim", file=sys.stderr)


if __name__ == "__main__":
    main()
