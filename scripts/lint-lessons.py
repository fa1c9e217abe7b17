#!/usr/bin/env python3
"""Lists what lessons say of numbers and of more and less outside a claim.

    scripts/lint-lessons.py [LESSON...]        all lessons when none is named
    scripts/lint-lessons.py --check            fails on a sentence that the files in tests/lessons lack, on a sentence
                                               with two claim links, and on more links than MOST_LINKS allows
    scripts/lint-lessons.py --causes           a table: sentences of cause, and those with a claim on the cause

Every sentence on speed or cause is to have a claim with a check that can break (docs/adding-an-experiment.md). What is
listed here has none in its sentence: for a reader to judge, since a definition or an example may well hold a number.
tests/lessons/sentences_without_claim.txt has the judgements. Every sentence of cause ("because", "so") is in
tests/lessons/sentences_of_cause.txt, with the claim on its cause or the reason why it has none.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]]*)\]\((claim|set|ask|exercise):([^)]*)\)")
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


# Words that give a cause. "So are", "so many" and "so that" do not.
GIVES_CAUSE = re.compile(
    r"\b(because|therefore|thus|hence|that is why|which is why|due to|caused?|causes|comes from|came from)\b"
    r"|\bsince\b(?! (compute|Maxwell|Ampere|CUDA|[0-9]|the |an? ))"
    r"|(?:^|[,;:] |\band )so\b(?! (do|does|is|are|may|many|much|on\b|that|it seems|it was|used|ask|far|move one))"
    r"|, for (?=then|it |they |at |each )", re.I)
CAUSES = ROOT / "tests/lessons/sentences_of_cause.txt"
# Without a claim, of what a machine cannot decide here: language is CUDA's or C++'s rule, hardware a documented property
# of the chip or the driver. The others are no statement on a cause.
UNPROVEN = {"language", "hardware"}
NO_CAUSE = {"definition", "arithmetic", "method", "connective"}
ACCEPTED = ROOT / "tests/lessons/sentences_without_claim.txt"
MOST_LINKS = 321
REASONS = {"heading", "summary", "definition", "arithmetic", "method", "task", "code"}


def check(found):
    """Compares with what was judged: `lesson | reason | sentence`, or a claim that another sentence of the lesson links.
    A judgement of no sentence is to go."""
    judged, wrong = set(), []
    for line in ACCEPTED.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, reason, sentence = line.split(" | ", 2)
        linked = {claim for link in claim_links(lesson_text(name)) for claim in link.group(3).split("+")}
        if reason not in REASONS and reason.removeprefix("claim:") not in linked:
            wrong.append(f"{ACCEPTED.name}: no such reason, and no link of {name} leads there: {reason}")
        judged.add((name, sentence))
    spoken = {(name, sentence) for name, _, sentence in found}
    wrong += [f"{name}: no claim, and not judged: {sentence}" for name, sentence in sorted(spoken - judged)]
    wrong += [f"{ACCEPTED.name}: {name} does not say: {sentence}" for name, sentence in sorted(judged - spoken)]
    print("\n".join(wrong) or f"{len(judged)} sentences without a claim, each judged")
    return 1 if wrong else 0


def gives_cause(sentence):
    return not sentence.rstrip().endswith("?") and GIVES_CAUSE.search(LINK.sub(r"\1", sentence))


def claims_on_cause(name):
    described = json.loads((ROOT / "kernels" / name / "experiment.json").read_text(encoding="utf-8"))
    return {claim["id"] for claim in described.get("claims", []) if "cause" in claim}


def judged_causes():
    """Lesson, claim or reason, and sentence of each line."""
    lines = CAUSES.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" | ", 2)) for line in lines if line and not line.startswith("#")]


def check_causes(names):
    """A sentence of cause has a claim on the cause, or a reason. A line of the file is a sentence of its lesson."""
    wrong, judged = [], judged_causes()
    for name in names:
        own = {sentence: why for lesson, why, sentence in judged if lesson == name}
        said = [sentence.strip() for _, sentence in sentences(lesson_text(name))]
        known = claims_on_cause(name)
        wrong += [f"{name}: a cause, and not judged: {sentence}" for sentence in said if gives_cause(sentence) and sentence not in own]
        for sentence, why in own.items():
            if sentence not in said:
                wrong.append(f"{CAUSES.name}: {name} does not say: {sentence}")
            if why not in known | UNPROVEN | NO_CAUSE:
                wrong.append(f"{CAUSES.name}: {name} has no claim on a cause, and there is no reason, \"{why}\"")
        wrong += [f"{name}: no sentence of cause needs the claim {claim}" for claim in sorted(known - set(own.values()))]
    return wrong


def print_causes(names):
    judged = judged_causes()
    print("| lesson | sentences of cause | with a claim on the cause |\n| --- | --- | --- |")
    rows = []
    for name in names:
        own = [why for lesson, why, _ in judged if lesson == name and why not in NO_CAUSE]
        rows.append((name, len(own), sum(why not in UNPROVEN for why in own)))
    for name, causes, claimed in rows + [("all", sum(row[1] for row in rows), sum(row[2] for row in rows))]:
        print(f"| {name} | {causes} | {claimed} |")


def lesson_text(name):
    return (ROOT / "kernels" / name / "lesson.md").read_text(encoding="utf-8")


def claim_links(text):
    return [link for link in LINK.finditer(text) if link.group(2) == "claim"]


def check_links(names):
    wrong = [f"kernels/{name}/lesson.md:{number}: two claim links in a sentence: {sentence.strip()}"
             for name in names for number, sentence in sentences(lesson_text(name)) if len(claim_links(sentence)) > 1 and "|" not in sentence]
    links = sum(len(claim_links(lesson_text(name))) for name in names)
    if links > MOST_LINKS:
        wrong.append(f"{links} claim links in all lessons: at most {MOST_LINKS} keep them readable")
    return wrong


def main():
    every_lesson = sorted(path.parent.name for path in (ROOT / "kernels").glob("*/lesson.md"))
    names = [name for name in sys.argv[1:] if name != "--check"]
    names = [name for name in names if name != "--causes"] or every_lesson
    if "--causes" in sys.argv[1:]:
        print_causes(names)
        return 0
    found = []
    for name in names:
        text = lesson_text(name)
        found += [(name, number, sentence.strip()) for number, sentence in sentences(text) if speaks_without_claim(sentence)]
    if "--check" in sys.argv[1:]:
        more = check_causes(names) + check_links(names)
        print("\n".join(more), end="\n" if more else "")
        return max(check(found), 1 if more else 0)
    for name, number, sentence in found:
        print(f"kernels/{name}/lesson.md:{number}: {sentence}")
    print(f"{len(found)} sentences without a claim", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
