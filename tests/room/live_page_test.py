"""The window as a page in a room, in a headless Chromium: live_page_test.py SPILLWAY FOLDER PICTURES. FOLDER is what
scripts/build-web.sh made. Skipped (77) without that or Chromium. The pictures are for looking at."""

import json
import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../web"))
import browser
from room_client import Server

PROGRAM, FOLDER, PICTURES = [os.path.abspath(each) for each in sys.argv[1:4]]
# No report ships for these caps.
SHIPPED, CAPPED = "100 %", "75 %"  # occupancy: of some variants; of all six
VIEWS = ["v1/running_mean/set=register_cap:" + cap for cap in ("41", "43")]


class LivePage(unittest.TestCase):
    def setUp(self):
        os.makedirs(PICTURES, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="spillway-live-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server(PROGRAM, self.folder, "--page", FOLDER, worker=None)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def open(self):
        page = browser.Page(1600, 900)
        self.addCleanup(page.close)
        page.open(self.server.link.replace("/?", "/page/?") + "#v1/running_mean")
        self.until_answered(page, SHIPPED)
        self.show(page, VIEWS[0])
        self.until_answered(page, CAPPED, 6)
        return page

    def show(self, page, view):
        page.value(f"location.hash = {json.dumps(view)}")

    def says(self, page, words, seconds=60):
        page.until(f"document.body.innerText.includes({json.dumps(words)})", words, seconds,
                   shown="document.body.innerText.slice(0, 3000)")

    def until_answered(self, page, occupancy, variants=1):
        """Until the text beside the canvas has this value at the slider, of so many variants and none without; None: no
        chart has values there."""
        told = """[...document.querySelectorAll('#beside tr')].map((row) => row.innerText)
            .filter((row) => row.includes('the slider is here') && !row.includes('no result'))"""
        has = f"{told}.some((row) => row.split({json.dumps(occupancy)}).length > {variants})"
        page.until(has if occupancy else f"{told}.length === 0", "values at the slider",
                   shown="document.getElementById('beside').innerText.slice(0, 3000)")

    def test_a_setting_that_does_not_ship_comes_from_the_room(self):
        page = self.open()
        page.picture(os.path.join(PICTURES, "live_room.png"))
        refused = [line for line in page.said() if "Content Security Policy" in line or "Uncaught" in line]
        self.assertEqual(refused, [])
        self.assertEqual([line for line in page.said() if "was needed before it had loaded" in line], [])

    def test_a_lost_server_is_said_and_found_again(self):
        page = self.open()
        self.server.kill()
        self.says(page, "no connection to the room's server")
        page.picture(os.path.join(PICTURES, "live_room_lost.png"))
        self.show(page, VIEWS[1])
        self.until_answered(page, None)
        self.server.start()
        self.until_answered(page, CAPPED, 6)
        page.until("!document.body.innerText.includes(\"no connection to the room's server\")", "the room again")


if __name__ == "__main__":
    if shutil.which("chromium") is None or not os.path.exists(os.path.join(FOLDER, "index.html")):
        print("skipped: chromium is not installed, or scripts/build-web.sh has made no page")
        sys.exit(77)
    sys.argv[1:4] = []
    unittest.main(verbosity=2, warnings="ignore")
