#!/usr/bin/env python3
"""The lecturer's papers.

  scripts/teaching.py --pdf FOLDER [--spillway PROGRAM]   prints the three ways through the lessons and the
                                                          misconceptions, with pictures that the program draws now
  scripts/teaching.py --write                             docs/teaching/misconceptions.md, of assets/misconceptions.json
  scripts/teaching.py --check                             whether that page is as it would be written
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

What learners believe, what is so, and where a lesson shows it. Of `assets/misconceptions.json`, written by
`scripts/teaching.py --write`. Wrong choices of the lessons' questions and of the test ([evaluation.md](evaluation.md))
name them. The questions have three levels: seen, predicted, calculated. A source that begins with *logic* is no study: it
says from what a belief would follow. How frequent each is, is not known. Studies and manuals are cited from memory: look
them up before you quote them.

"""


def read(name):
    return json.loads((TOP / name).read_text(encoding="utf-8"))


def by_lesson():
    """Title of the lesson, its name and its misconceptions, in the catalogue's order."""
    lessons = [read(path.relative_to(TOP)) for path in (TOP / "kernels").glob("*/experiment.json")]
    found = {lesson["name"]: (lesson, []) for lesson in sorted(lessons, key=lambda each: each.get("order", 1000))}
    for one in read("assets/misconceptions.json"):
        found[one["lesson"]][1].append(one)
    return [(lesson["title"], name, all_of) for name, (lesson, all_of) in found.items() if all_of]


def chosen_in():
    """A misconception's id to the questions that have a choice for it: lesson, question, choice."""
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
    for title, _, all_of in by_lesson():
        text += f"## {title}\n\n" + "".join(entry(one, places) for one in all_of)
    return text.rstrip() + "\n"


def misconceptions_talk():
    places = chosen_in()
    stops = [{"view": f"v1/{name}/tab=lesson", "notes": f"## {title}\n\n" + "".join(entry(o, places) for o in all_of)}
             for title, name, all_of in by_lesson()]
    return {"spillway_talk": 1, "title": "Misconceptions", "stops": stops}


def print_papers(folder, program):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        talk = pathlib.Path(scratch) / "misconceptions.spillway-talk"
        talk.write_text(json.dumps(misconceptions_talk()), encoding="utf-8")

        def paper(source):
            out = folder / (pathlib.Path(source).stem + ".pdf")
            done = subprocess.run([program, "talk", source, "--pdf", str(out), "--force"], check=False)
            if done.returncode == 0:
                print(out, flush=True)
            return done.returncode

        # Two at a time: while one waits for its compiler, the other draws.
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            return max(pool.map(paper, [*COURSES, str(talk)]))


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
        print(f"{PAGE}: not as assets/misconceptions.json has it; run scripts/teaching.py --write", file=sys.stderr)
        return 1
    return print_papers(asked.pdf, asked.spillway) if asked.pdf else 0


if __name__ == "__main__":
    sys.exit(main())
