#!/usr/bin/env python3
"""Lists what lessons say of numbers and of more and less outside a claim.

    scripts/lint-lessons.py [LESSON...]        all lessons when none is named
    scripts/lint-lessons.py --check            fails on a sentence that tests/lessons/sentences_without_claim.txt lacks

Every sentence on speed or cause is to have a claim with a check that can break (docs/adding-an-experiment.md). What is
listed here has none in its sentence: for a reader to judge, since a definition or an example may well hold a number.
That file has the judgements.
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
        if in_code or line.startswith(("```", "#", "| ---", "*Source", "*After", "show:")):
            continue
        for sentence in re.split(r"(?<=[.?!:])\s+", line):
            yield number, sentence


def speaks_without_claim(sentence):
    has_claim = any(link.group(2) == "claim" for link in LINK.finditer(sentence))
    words = LINK.sub("", sentence)
    return not has_claim and not sentence.rstrip().endswith("?") and (COMPARES.search(words) or MEASURES.search(words))


ACCEPTED = ROOT / "tests/lessons/sentences_without_claim.txt"
REASONS = {"heading", "summary", "definition", "arithmetic", "method", "task", "code"}


def check(found):
    """Compares with what was judged: `lesson | reason | sentence`. A judgement of no sentence is to go."""
    judged, wrong = set(), []
    for line in ACCEPTED.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, reason, sentence = line.split(" | ", 2)
        if reason not in REASONS:
            wrong.append(f"{ACCEPTED.name}: no such reason: {reason}")
        judged.add((name, sentence))
    spoken = {(name, sentence) for name, _, sentence in found}
    wrong += [f"{name}: no claim, and not judged: {sentence}" for name, sentence in sorted(spoken - judged)]
    wrong += [f"{ACCEPTED.name}: {name} does not say: {sentence}" for name, sentence in sorted(judged - spoken)]
    print("\n".join(wrong) or f"{len(judged)} sentences without a claim, each judged")
    return 1 if wrong else 0


def main():
    names = [name for name in sys.argv[1:] if name != "--check"] or sorted(path.parent.name for path in (ROOT / "kernels").glob("*/lesson.md"))
    found = []
    for name in names:
        text = (ROOT / "kernels" / name / "lesson.md").read_text(encoding="utf-8")
        found += [(name, number, sentence.strip()) for number, sentence in sentences(text) if speaks_without_claim(sentence)]
    if "--check" in sys.argv[1:]:
        return check(found)
    for name, number, sentence in found:
        print(f"kernels/{name}/lesson.md:{number}: {sentence}")
    print(f"{len(found)} sentences without a claim", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
