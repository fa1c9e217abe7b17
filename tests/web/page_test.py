#!/usr/bin/env python3
"""page_test.py FOLDER PICTURES: a headless Chromium opens the page that scripts/build-web.sh made, and plays in it.

What it measures is printed; nothing is asserted of a time. Exit status 77: skipped, with a sentence.
"""

import os
import re
import shutil
import sys
import unittest
import urllib.parse

import browser

FOLDER, PICTURES = sys.argv[1:3]


def fragment(page):
    return urllib.parse.unquote(page.value("location.hash"))


def number_in(text, name):
    found = re.search(rf"[&/?]{name}=(-?\d+)", text)
    return int(found.group(1)) if found else None


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(PICTURES, exist_ok=True)
        cls.server, cls.address = browser.serve(FOLDER)

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self):
        browser.QuietHandler.sent.clear()
        self.page = browser.Page()

    def tearDown(self):
        self.page.close()

    def picture(self, name):
        self.page.picture(os.path.join(PICTURES, f"web_{name}.png"))

    def at_rest(self):
        """Nothing more is drawn: the address has been written since the last frame."""
        self.page.until("location.hash.length > 1", "the address of the view")

    def test_the_first_lesson_shows_its_charts_and_follows_the_slider(self):
        page = self.page
        page.open(self.address)
        page.wait_for("chart:bytes_per_second")
        self.at_rest()
        self.picture("first")
        before = fragment(page)
        page.drag("slider:window_size", 0.3, 0.9)
        page.until(f"decodeURI(location.hash) !== {before!r}", "another address")
        self.picture("moved")
        self.assertNotEqual(fragment(page), before)
        refused = [line for line in page.said() if "Content Security Policy" in line or "Uncaught" in line]
        self.assertEqual(refused, [])


if __name__ == "__main__":
    for program in ("chromium",):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed (the package of that name)")
            sys.exit(77)
    if not os.path.exists(os.path.join(FOLDER, "index.html")):
        print(f"skipped: {FOLDER} holds no page; scripts/build-web.sh makes it")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
