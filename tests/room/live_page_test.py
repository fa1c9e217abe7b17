"""The window as a page in a room, in a headless Chromium: live_page_test.py SPILLWAY FOLDER PICTURES. FOLDER is what
scripts/build-web.sh made. Skipped (77) without that or Chromium. The pictures are for looking at."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../web"))
import browser
from room_client import Server

PROGRAM, FOLDER, PICTURES = [os.path.abspath(each) for each in sys.argv[1:4]]
# No report ships for this cap.
SETTING = ["--set", "register_cap=41"]
VIEW = "#v1/running_mean/set=register_cap:41"


class LivePage(unittest.TestCase):
    def setUp(self):
        os.makedirs(PICTURES, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="spillway-live-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server(PROGRAM, self.folder, "--page", FOLDER, worker=None)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def open(self, view=VIEW):
        page = browser.Page(1600, 900)
        self.addCleanup(page.close)
        page.open(self.server.link.replace("/?", "/page/?") + view)
        return page

    def says(self, page, words, seconds=60):
        page.until(f"document.body.innerText.includes({json.dumps(words)})", words, seconds,
                   shown="document.body.innerText.slice(0, 3000)")

    def registers(self):
        """Of the variants at the view's setting, by the command line."""
        told = subprocess.run([PROGRAM, "run", "running_mean", *SETTING, "--gpu", "h200", "--json"], cwd=self.folder,
                              stdout=subprocess.PIPE, check=True).stdout
        return {each["variant"]: each["compile"]["registers"] for each in json.loads(told)}

    def test_a_setting_that_does_not_ship_comes_from_the_room(self):
        page = self.open()
        page.until("Module.room.isLive && Module.room.isLive()", "the room's greeting")
        page.until("Module.room.answers() >= 5", "answers of the room's server")
        page.picture(os.path.join(PICTURES, "live_room.png"))
        refused = [line for line in page.said() if "Content Security Policy" in line or "Uncaught" in line]
        self.assertEqual(refused, [])

    def test_a_lost_server_is_said_and_found_again(self):
        page = self.open()
        page.until("Module.room.answers() >= 5", "answers of the room's server")
        self.server.kill()
        self.says(page, "no connection to the room's server")
        page.picture(os.path.join(PICTURES, "live_room_lost.png"))
        answers = page.value("Module.room.answers()")
        self.server.start()
        page.until("!document.body.innerText.includes(\"no connection to the room's server\")", "the room again")
        page.value("location.hash = 'v1/running_mean/set=register_cap:43'")
        page.until(f"Module.room.answers() > {answers} + 2", "answers after the restart")


if __name__ == "__main__":
    if shutil.which("chromium") is None or not os.path.exists(os.path.join(FOLDER, "index.html")):
        print("skipped: chromium is not installed, or scripts/build-web.sh has made no page")
        sys.exit(77)
    sys.argv[1:4] = []
    unittest.main(verbosity=2, warnings="ignore")
