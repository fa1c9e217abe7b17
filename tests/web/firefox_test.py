#!/usr/bin/env python3
"""firefox_test.py FOLDER PICTURES: the page in a Firefox: the first lesson, a link, a recording that is dropped.

Needs a display, since a headless Firefox draws no WebGL without a GPU: Xvfb is started where there is none. Exit status
77: skipped, with a sentence.
"""

import os
import sys
import unittest

import firefox
import page_test

FOLDER, PICTURES = sys.argv[1:3]


class FirefoxTest(page_test.PageTest):
    def new_page(self, width, height):
        page = firefox.Page(width, height)
        self.addCleanup(page.close)
        return page

    def leave_start(self, page):
        """Firefox drops a press in the first second or two of a document; the page never hears of it."""
        page.value("addEventListener('pointerdown', () => { window.isPressed = true; }, true), 0")
        for _ in range(20):
            page.click("start:leave")
            if page.value("new Promise((heard) => setTimeout(() => heard(window.isPressed), 300))"):
                return self.until_gone(page, "start:leave")
        self.fail("no press arrives")

    def picture(self, page, name):
        page.picture(os.path.join(PICTURES, f"web_firefox_{name}.png"))

    def test_charts_are_drawn_in_present_mode(self):
        page = self.open()
        page.key("p")
        self.until_link(page, "present", "present mode in the address")
        self.picture(page, "present")

    def refuses_nothing(self, page):
        self.assertFalse(page.value("document.getElementById('loading').checkVisibility()"))


def load_tests(loader, _, __):
    names = ("the_first_lesson_shows_its_charts_and_follows_the_slider", "a_link_opens_what_it_was_copied_from",
             "a_dropped_recording_is_shown", "charts_are_drawn_in_present_mode")
    return unittest.TestSuite(FirefoxTest("test_" + name) for name in names)


if __name__ == "__main__":
    if not firefox.PROGRAM:
        print("skipped: firefox is not installed (the package firefox-esr)")
        sys.exit(77)
    if not os.path.exists(os.path.join(FOLDER, "index.html")):
        print(f"skipped: {FOLDER} holds no page; scripts/build-web.sh makes it")
        sys.exit(77)
    if not os.environ.get("DISPLAY"):
        os.execvp("xvfb-run", ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24", sys.executable, "-B", *sys.argv])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
