#!/usr/bin/env python3
"""The tests' right kernels of each exercise as hand-ins, and what a GPU finds of their goals.

    right_kernels.py make FOLDER        FOLDER/right_1.spillway-hand-in and so on, and start.spillway-hand-in
    right_kernels.py tell GRADED.json   a line for each goal that is measured, from `spillway grade FOLDER --json`

File k has the k-th right kernel of each exercise, the file "start" what a learner begins with. `tell` ends with 1 where no
right kernel of an exercise reaches one of its measured goals, or the start reaches all of its goals.
"""
import json
import pathlib
import re
import sys

BEGINS = "// ---- yours from here ----\n"
ENDS = "// ---- yours to here ----"


def exercises(root):
    """Lesson, exercise, its kernel.cu as it begins, and the lines of the right kernels."""
    for folder in sorted(root.glob("kernels/*/exercises/*")):
        source = (folder / "kernel.cu").read_text()
        written = sorted((root / "tests/exercises/learners" / folder.name).glob("right_*.cu"))
        yield folder.parts[-3], folder.name, source, [each.read_text() for each in written]


def with_lines(source, lines):
    return source[: source.index(BEGINS) + len(BEGINS)] + lines + source[source.index(ENDS):]


def make(root, folder):
    files = {}
    for lesson, name, source, written in exercises(root):
        texts = {f"right_{i + 1}": with_lines(source, lines) for i, lines in enumerate(written)}
        for file, text in {**texts, "start": source}.items():
            lessons = files.setdefault(file, {})
            lessons[lesson] = {"answers": {}, "exercises": {name: {"kernel": text, "goals": {}}}}
    folder.mkdir(parents=True, exist_ok=True)
    for file, lessons in files.items():
        hand_in = {"spillway": "hand-in", "format": 1, "name": "", "course": "", "gpu": "", "compiler": "",
                   "lessons": lessons}
        (folder / f"{file}.spillway-hand-in").write_text(json.dumps(hand_in, indent=1))
    print(f"{len(files)} hand-ins in {folder}")


def ratio(found):
    """yours / given, where the goal's words have both."""
    numbers = {}
    for who, number in re.findall(r"(yours|given)\.\w+_per_second = ([0-9.e+]+)", found or ""):
        numbers[who] = float(number)
    return numbers["yours"] / numbers["given"] if len(numbers) == 2 and numbers["given"] else None


def tell(file):
    short = False
    goals, starts, wrong = {}, {}, []
    for hand_in in json.loads(file.read_text()):
        is_start = hand_in["file"].startswith("start")
        for item in (each for each in hand_in["items"] if each["kind"] == "exercise"):
            if item["goals"] and is_start:
                starts[item["item"]] = item["good"]
            if not is_start and "result wrong" in (item["found"] or ""):
                wrong.append(f"{hand_in['file']}: {item['item']}: {item['found']}")
            for goal in item["goals"]:
                if "_per_second" not in (goal["found"] or "") and not goal["needs_gpu"]:
                    continue
                seen = goals.setdefault((item["item"], goal["id"]), {"start": None, "right": []})
                value = (goal["reached"], ratio(goal["found"]))
                if is_start:
                    seen["start"] = value
                else:
                    seen["right"].append(value)

    def words(value):
        if value is None or value[0] is None:
            return "unknown"
        return ("" if value[1] is None else f"{value[1]:.2f} ") + ("reached" if value[0] else "missed")

    for (exercise, goal), seen in sorted(goals.items()):
        fails = not any(value[0] for value in seen["right"])
        short = short or fails
        if all(value[0] is None for value in seen["right"]):
            print(f"NOT MEASURED {exercise}/{goal}")
            continue
        rights = ", ".join(words(value) for value in seen["right"])
        print(f"{'NO RIGHT KERNEL ' if fails else ''}{exercise}/{goal}: start {words(seen['start'])}; right: {rights}")
    for exercise, good in sorted(starts.items()):
        if good:
            short = True
            print(f"WON BY ITS START: {exercise}")
    for line in wrong:
        short = True
        print(f"WRONG RESULT: {line}")
    return 1 if short else 0


def main(words):
    if len(words) == 2 and words[0] == "make":
        make(pathlib.Path(__file__).resolve().parent.parent, pathlib.Path(words[1]))
        return 0
    if len(words) == 2 and words[0] == "tell":
        return tell(pathlib.Path(words[1]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
