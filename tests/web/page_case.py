"""Common parts of the tests that use the page: FOLDER and PICTURES are the program's arguments."""

import json
import os
import shutil
import subprocess
import sys
import time
import unittest
import urllib.parse

import browser

FOLDER, PICTURES = sys.argv[1:3]
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fragment(page):
    return urllib.parse.unquote(page.value("location.hash"))


def recording_of_another_gpu(folder):
    """The shipped recording of the H200, as if another GPU had made it."""
    shipped = os.path.join(SOURCE, "assets/recordings/h200.spillway/running_mean.spillway")
    header, *lines = subprocess.run(["zstd", "-dqc", shipped], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    told = json.loads(header)
    told["gpu"].update(name="mine", label="My own GPU")
    lines = [json.loads(line) for line in lines]
    for line in lines:
        line["gpu"]["name"] = "mine"
    text = "".join(json.dumps(each) + "\n" for each in [told, *lines])
    file = os.path.join(folder, "mine.spillway")
    with open(file, "wb") as out:
        subprocess.run(["zstd", "-qc", "--check"], input=text.encode(), stdout=out, check=True)
    return file


class PageCase(unittest.TestCase):
    """Common parts of the tests in Chromium; in another browser new_page() and picture() differ."""

    @classmethod
    def setUpClass(cls):
        os.makedirs(PICTURES, exist_ok=True)
        cls.server, cls.address = browser.serve(FOLDER)

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def new_page(self, width, height, **more):
        page = browser.Page(width, height, **more)
        self.addCleanup(page.close)
        return page

    def open(self, width=1600, height=900, link="", **more):
        page = self.new_page(width, height, **more)
        page.open(self.address + link)
        if not link:
            self.leave_start(page)
        self.rest(page)
        return page

    def leave_start(self, page):
        """Leaves the five pages of "Start here", which a first visit without a link shows."""
        page.click("start:leave")
        self.until_gone(page, "start:leave")

    def until_gone(self, page, item):
        """Waits until an item is gone. Moves the mouse for new frames: the known items are those of the last frame but one."""
        for times in range(200):
            page.mouse("mouseMoved", 5, 300 + times % 2)
            time.sleep(0.05)
            if not page.find(item):
                return
        self.fail(f"{item} stays")

    def turn_to(self, page, item):
        """To the lesson's step that holds it. The address has the step, once that is drawn and rests."""
        for _ in range(30):
            page.value("new Promise((resolve) => setTimeout(resolve, 200))")
            if page.find(item):
                return
            before = fragment(page)
            page.click("lesson:forward")
            page.until(f"decodeURIComponent(location.hash) !== {json.dumps(before)}", "the next step in the address")
        self.fail(f"no step of the lesson holds {item}")

    def picture(self, page, name):
        page.picture(os.path.join(PICTURES, f"web_{name}.png"))

    def rest(self, page):
        """Nothing more is drawn: the address has been written since the last frame."""
        page.until("document.documentElement.dataset.rested && location.hash.length > 1", "the address of the view")

    def until_link(self, page, has, why):
        page.until(f"decodeURIComponent(location.hash).includes({json.dumps(has)})", why,
                   shown="decodeURIComponent(location.hash)")

    def refuses_nothing(self, page):
        refused = [line for line in page.said() if "Content Security Policy" in line or "Uncaught" in line]
        self.assertEqual(refused, [])


def main():
    """Plays the tests of the program; exit status 77 where they cannot be played."""
    if not shutil.which("chromium"):
        print("skipped: chromium is not installed (the package of that name)")
        sys.exit(77)
    if not os.path.exists(os.path.join(FOLDER, "index.html")):
        print(f"skipped: {FOLDER} holds no page; scripts/build-web.sh makes it")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
