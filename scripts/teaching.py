#!/usr/bin/env python3
"""Handouts for lecturers.

  scripts/teaching.py --pdf FOLDER [--spillway PROGRAM]   prints the three courses and the misconceptions, with newly
                                                          drawn pictures
  scripts/teaching.py --write                             writes docs/teaching/misconceptions.md from
                                                          assets/misconceptions.json
  scripts/teaching.py --check                             fails if that page is out of date
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PAGE = TOP / "docs/teaching/misconceptions.md"
COURSES = ("ninety_minutes", "four_weeks", "alone")
HEAD = """# Misconceptions

Each entry gives a wrong belief, the truth, and any question that reveals the belief. `scripts/teaching.py --write` makes
this page from `assets/misconceptions.json`. Wrong choices of the lessons' questions and of the test
([evaluation.md](evaluation.md)) refer to these entries. The questions have three levels: 1 seen, 2 predicted, 3
calculated. A source that begins with *logic* is not a study: it says what reasoning leads to the belief. How common each
belief is, is unknown. Studies and manuals are cited from memory: look them up before you quote them.

"""


def read(name):
    return json.loads((TOP / name).read_text(encoding="utf-8"))


def by_lesson():
    """Each lesson's title, name and misconceptions, in the catalogue's order."""
    lessons = [read(path.relative_to(TOP)) for path in (TOP / "kernels").glob("*/experiment.json")]
    found = {lesson["name"]: (lesson, []) for lesson in sorted(lessons, key=lambda each: each.get("order", 1000))}
    for one in read("assets/misconceptions.json"):
        found[one["lesson"]][1].append(one)
    return [(lesson["title"], name, entries) for name, (lesson, entries) in found.items() if entries]


def chosen_in():
    """For each misconception's id, the choices that show it: title of the lesson, question, choice."""
    places = {}
    for path in sorted((TOP / "kernels").glob("*/experiment.json")):
        lesson = read(path.relative_to(TOP))
        for question in lesson.get("questions", []):
            for choice in question.get("choices", []):
                if "misconception" in choice:
                    places.setdefault(choice["misconception"], []).append((lesson["title"], question, choice))
    return places


def entry(one, places):
    text = f"**\"{one['says']}\"**\n\n{one['truth']}\n\n"
    for title, question, choice in places.get(one["id"], []):
        text += f"- In *{title}*, level {question['level']}, to \"{choice['text']}\": {choice['reply']}\n"
    if one["id"] in places:
        text += "\n"
    return text + f"*{one['source']}*\n\n"


def page():
    places = chosen_in()
    text = HEAD
    for title, _, entries in by_lesson():
        text += f"## {title}\n\n" + "".join(entry(one, places) for one in entries)
    return text.rstrip() + "\n"


def misconceptions_talk():
    places = chosen_in()
    stops = [{"view": f"v1/{name}/tab=lesson", "notes": f"## {title}\n\n" + "".join(entry(o, places) for o in entries)}
             for title, name, entries in by_lesson()]
    return {"spillway_talk": 1, "title": "Misconceptions", "stops": stops}


def print_handouts(folder, program):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        talk = pathlib.Path(scratch) / "misconceptions.spillway-talk"
        talk.write_text(json.dumps(misconceptions_talk()), encoding="utf-8")

        def print_one(source):
            out = folder / (pathlib.Path(source).stem + ".pdf")
            done = subprocess.run([program, "talk", source, "--pdf", str(out), "--force"], check=False)
            if done.returncode == 0:
                print(out, flush=True)
            return done.returncode

        # Two at a time: while one waits for its compiler, the other draws.
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            # A program that a signal ended has a negative code.
            return int(any(list(pool.map(print_one, [*COURSES, str(talk)]))))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pdf", type=pathlib.Path, metavar="FOLDER")
    options.add_argument("--spillway", default="spillway", metavar="PROGRAM")
    options.add_argument("--write", action="store_true")
    options.add_argument("--check", action="store_true")
    asked = options.parse_args()
    if asked.write:
        PAGE.write_text(page(), encoding="utf-8")
    if asked.check and (not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page()):
        print(f"{PAGE}: does not match assets/misconceptions.json; run scripts/teaching.py --write", file=sys.stderr)
        return 1
    return print_handouts(asked.pdf, asked.spillway) if asked.pdf else 0


if __name__ == "__main__":
    sys.exit(main())
