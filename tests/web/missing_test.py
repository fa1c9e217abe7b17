#!/usr/bin/env python3
"""missing_test.py SOURCE: what the page's sources use of C++20's ranges is in third_party/web/missing_library.h.

The distribution's emscripten has none of it, and few people build the page: what came into use would be seen late.
"""

import pathlib
import re
import sys

ROOMS = ("model", "base", "catalogue", "protocol", "answers", "charts", "learner", "lessons", "results", "session",
         "teaching", "web", "window")

source = pathlib.Path(sys.argv[1])
known = set(re.findall(r"^\w[\w:<> ]* (\w+)\(", (source / "third_party/web/missing_library.h").read_text(encoding="utf-8"), re.M))
wrong = []
for file in (each for room in ROOMS for each in sorted((source / "app" / room).rglob("*.*"))):
    if file.suffix not in (".h", ".cpp"):
        continue
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for name in re.findall(r"std::ranges::(\w+)", line):
            if name not in known:
                wrong.append(f"{file.relative_to(source)}:{number}: std::ranges::{name} is not in third_party/web/missing_library.h")
if not known or wrong:
    sys.exit("\n".join(wrong) or "missing_test.py: nothing was found in third_party/web/missing_library.h")
