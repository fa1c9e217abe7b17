"""An installed program finds the window as a page beside its data: installed_test.py BUILD_FOLDER."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from room_client import Server

BUILD = os.path.abspath(sys.argv[1])
STAND_IN = "0123456789"  # The build's name in the list of files of a page that the test writes itself.


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="spillway-installed-")
        cls.addClassCleanup(shutil.rmtree, cls.root)
        prefix = os.path.join(cls.root, "moved")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], stdout=subprocess.PIPE, check=True)
        cls.program = os.path.join(prefix, "bin", "spillway")
        cls.page = os.path.join(prefix, "share", "spillway", "page")
        # The build folder has a page only where scripts/build-web.sh has made one.
        if not os.path.exists(os.path.join(cls.page, "files.json")):
            os.makedirs(cls.page, exist_ok=True)
            listed = json.dumps({"build": STAND_IN, "parts": {}})
            for name, text in (("files.json", listed), ("index.html", "<!doctype html>"), ("offline.js", "")):
                with open(os.path.join(cls.page, name), "w", encoding="utf-8") as file:
                    file.write(text)

    def folder(self):
        folder = tempfile.mkdtemp(dir=self.root)
        self.addCleanup(shutil.rmtree, folder)
        return folder

    def test_serve_finds_the_page(self):
        server = Server(self.program, self.folder())
        self.addCleanup(server.kill)
        self.assertNotIn("votes only", server.output.decode())
        status, headers, body = server.get("/page/")
        self.assertEqual((status, headers["content-type"]), (200, "text/html; charset=utf-8"))
        with open(os.path.join(self.page, "index.html"), "rb") as file:
            self.assertEqual(body, file.read())

    def test_publish_finds_the_page(self):
        folder = self.folder()
        done = subprocess.run([self.program, "publish", "site", "--lesson", "running_mean"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        with open(os.path.join(self.page, "files.json"), encoding="utf-8") as file:
            is_whole = json.load(file)["build"] != STAND_IN
        for name in ["files.json", "index.html"] + (["licences.txt"] if is_whole else []):
            self.assertTrue(os.path.exists(os.path.join(folder, "site", name)), (name, done.stdout.decode()))


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main(verbosity=1, warnings="ignore")
