"""Previews of the lessons for the page: the words of a lesson's first step, which a browser shows while the program loads.

Each is JSON of about 1 kB: {"title", "question", "blocks": [["p" or "pre", text], ...]}. There are no charts: most first
steps ask about them.
"""
import json
import re

ENDS = ("show:", "[Predict](", "[Exercise](", "## ", "|", "![")  # the first line that is no word of the first step


def plain(text):
    """Markdown's words without its signs."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    words_and_code = text.split("`")
    words_and_code[::2] = [re.sub(r"\*+([^*]+)\*+", r"\1", words) for words in words_and_code[::2]]
    return "".join(words_and_code)


def blocks(lesson):
    """The paragraphs and the code of the first step."""
    found, code = [], None
    lines = lesson.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("show:")) + 1
    for line in lines[begin:]:
        if line.startswith("```"):
            if code is not None:
                found.append(["pre", "\n".join(code)])
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif line.startswith(ENDS):
            break
        elif line.strip():
            found.append(["p", plain(line)])
    return found


def previews(source):
    """Yields (name of the lesson, JSON)."""
    for file in sorted((source / "kernels").glob("*/experiment.json")):
        experiment = json.loads(file.read_text(encoding="utf-8"))
        lesson = (file.parent / "lesson.md").read_text(encoding="utf-8")
        made = {"title": experiment["title"], "question": experiment["question"], "blocks": blocks(lesson)}
        yield file.parent.name, json.dumps(made, separators=(",", ":"), ensure_ascii=False).encode()
