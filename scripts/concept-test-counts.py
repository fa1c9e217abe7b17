#!/usr/bin/env python3
"""Counts clues in assets/concept-test.json that give the key away without any knowledge.

    scripts/concept-test-counts.py [FILE]

Prints how often the key is the longest or the shortest choice, where it stands, and how many absolute and hedging
words keys and wrong choices have.
"""
import collections
import json
import pathlib
import re
import sys

DEFAULT = pathlib.Path(__file__).resolve().parent.parent / "assets/concept-test.json"
ABSOLUTE = re.compile(r"\b(always|never|must|cannot|every|any|none|nothing|only|exactly|impossible)\b", re.I)
HEDGE = re.compile(r"\b(may|might|can|could|likely|usually|often|sometimes|depends|most|some|nearly|hardly|about)\b", re.I)


def forms(test):
    """Per form of an item: the index of its key and the texts of its choices."""
    for item in test["items"]:
        for form in (item["a"], item["b"]):
            choices = form["choices"]
            yield next(i for i, choice in enumerate(choices) if choice.get("right")), [c["text"] for c in choices]


def main():
    test = json.loads(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else DEFAULT).read_text(encoding="utf-8"))
    counts, places, total, ratios = collections.Counter(), collections.Counter(), 0, []
    for key, texts in forms(test):
        lengths = [len(text) for text in texts]
        others = lengths[:key] + lengths[key + 1:]
        total += 1
        places["abcdef"[key]] += 1
        counts["longest"] += lengths[key] > max(others)
        counts["shortest"] += lengths[key] < min(others)
        ratios.append(lengths[key] / (sum(others) / len(others)))
        for i, text in enumerate(texts):
            kind = "key" if i == key else "wrong"
            counts[kind] += 1
            counts[kind + " absolute"] += len(ABSOLUTE.findall(text))
            counts[kind + " hedge"] += len(HEDGE.findall(text))
    print(f"{total} forms: key longest in {counts['longest']}, shortest in {counts['shortest']}; places {dict(sorted(places.items()))}")
    print(f"key's length over the mean of the others: {sum(ratios) / total:.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    for kind in ("key", "wrong"):
        print(f"{kind}: {counts[kind]} choices, {counts[kind + ' absolute']} absolutes, {counts[kind + ' hedge']} hedges")


if __name__ == "__main__":
    main()
