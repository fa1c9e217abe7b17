#!/usr/bin/env python3
"""licences_test.py FOLDER PICTURES: each library and font in the page has its licence in licences.txt.

Exit status 77: skipped, with a sentence.
"""

import os
import pathlib
import re
import sys

FOLDER = sys.argv[1]
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(SOURCE / "scripts"))
import licences


def main():
    file = pathlib.Path(FOLDER) / "licences.txt"
    if not os.path.exists(os.path.join(FOLDER, "index.html")):
        print(f"skipped: {FOLDER} holds no page; scripts/build-web.sh makes it")
        sys.exit(77)
    text = file.read_text(encoding="utf-8")
    parts = dict(re.findall(r"^==== (.+?) ====\n(.*?)(?=^==== |\Z)", text, re.M | re.S))
    compiled, headers = licences.libraries_of_page(SOURCE)
    fonts = set(re.findall(r'"/usr/share/fonts/\S+/([^/"]+)"', (SOURCE / "scripts/pack_web.py").read_text(encoding="utf-8")))
    wanted = {name for name, _ in [*compiled, *headers]} | fonts
    parts = {name: words for name, words in parts.items() if not name.startswith(licences.COMMON)}
    missing = [name for name in sorted(wanted) if len(parts.get(name, "")) < 200]
    print(f"{len(wanted)} libraries and fonts, {len(parts)} licences, {len(text)} bytes")
    if missing or len(parts) != len(wanted) + 1:  # and emscripten's
        sys.exit(f"without a licence: {missing}; licences: {sorted(parts)}")
    if "==== " + licences.COMMON + "LGPL-2.1 ====" not in text:
        sys.exit("the text of the LGPL is not there")
    for name, words in (("qrencode", "Lesser General Public License"), ("imgui", "MIT"), ("Inter-Regular.otf", "SIL")):
        if words.lower() not in parts[name].lower():
            sys.exit(f"the licence of {name} does not name {words}")


main()
