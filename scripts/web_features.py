#!/usr/bin/env python3
"""web_features.py [--check]: writes the table of docs/web.md that says what of the window is in the page.

The tabs and the keys are read from the window's sources: what is new in the window is in the table, and in the page,
unless OTHERWISE says what is otherwise there. With --check: fails where the table is not the one of now.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/web.md"
BEGIN, END = "<!-- scripts/web_features.py writes this table -->\n", "<!-- to here -->\n"

# By a tab's key or a shortcut's keys: what is otherwise in the page.
OTHERWISE = {
    "code": "the kernel's text, and its PTX for the setting that the lesson begins with; other PTX, SASS and lines of "
            "spills take a compiler, and it says so",
    "accesses": "yes; what ran, for the setting that the lesson begins with",
    "warp": "for the setting that the lesson begins with, whose PTX ships",
    "run_here": "takes a compiler, and says so",
    "causes": "takes a compiler, and says so",
    "Ctrl + Tab": "the browser's: its own tabs",
    "Ctrl + +   Ctrl + -": "the browser's zoom, which the window follows",
    "Ctrl + 0": "the browser's zoom",
    "Ctrl + Q": "the browser's",
    "Ctrl + R": "the browser's: it loads the page again; a room takes an installation",
    "O": "a room takes an installation",
    "Ctrl + S": "yes: the browser downloads them",
    "Ctrl + K": "yes, without files",
    "Ctrl + O": "a page opens no files of the disk: drop them on it",
    "Ctrl + V": "the browser's: paste a link into the field of `Ctrl+K` or into the address",
    "Ctrl + L": "yes: the page's address",
    "F11": "yes: the browser's full screen",
    "Q": "yes; the window on the desktop has no address",
    "S": "a page has one window; it says so, and the notes are on the tab *Talk*",
    ".  ,": "local accesses take a compiler",
}


def tabs():
    """(key, title) of the panels below the charts, in the order of panels.inc."""
    found = {}
    for file in (ROOT / "app/window/panels").rglob("*.cpp"):
        for name, key, title, place in re.findall(
                r'const Panel (\w+)_panel\{"(\w+)",\s*"([^"]+)",\s*PanelPlace::(\w+)', file.read_text(encoding="utf-8")):
            found[name] = (key, title, place)
    listed = re.findall(r"SPILLWAY_PANEL\((\w+)\)", (ROOT / "app/window/panels/panels.inc").read_text(encoding="utf-8"))
    missing = [name for name in listed if name not in found]
    if missing:
        raise SystemExit(f"web_features.py: no source says what the panels {missing} are")
    return [found[name][:2] for name in listed if found[name][2] != "side"]


def shortcuts():
    """(group, keys, what they do) as F1 lists them."""
    text = (ROOT / "app/window/shell/shortcuts.cpp").read_text(encoding="utf-8")
    # Shortcut::needs_installation: a page does not list these, so the table says why.
    left_out = re.findall(r'Shortcut\{(?:"[^"]+"|lecture_keys), "([^"]+)",[^}]*\btrue\}', text)
    unsaid = [keys for keys in left_out if keys not in OTHERWISE]
    if unsaid or not left_out:
        raise SystemExit(f"web_features.py: OTHERWISE does not say what a page has instead of {unsaid}")
    return re.findall(r'Shortcut\{("[^"]+"|lecture_keys), "([^"]+)", "([^"]+)"', text)


def table():
    rows = ["| | in the page |", "| --- | --- |"]
    known = set()
    for key, title in tabs():
        known.add(key)
        rows.append(f"| tab *{title}* | {OTHERWISE.get(key, 'yes')} |")
    for _, keys, meaning in shortcuts():
        known.add(keys)
        rows.append(f"| `{keys}`: {meaning} | {OTHERWISE.get(keys, 'yes')} |")
    unknown = set(OTHERWISE) - known
    if unknown:
        raise SystemExit(f"web_features.py: the window has no {sorted(unknown)} any more")
    return "\n".join(rows) + "\n"


def main():
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    fresh = before + BEGIN + table() + END + rest.split(END)[1]
    if "--check" in sys.argv[1:]:
        if fresh != text:
            raise SystemExit("docs/web.md: the table is not that of now; scripts/web_features.py writes it")
    else:
        PAGE.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
