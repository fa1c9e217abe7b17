#!/usr/bin/env python3
"""offline_test.py FOLDER PICTURES: the page's service worker: a second visit needs no server, and an update is kept whole
while the open page goes on.

Exit status 77: skipped, with a sentence.
"""

import os
import shutil
import sys
import tempfile

import browser
import page_case
from browser import QuietHandler
from page_case import FOLDER


class OfflineTest(page_case.PageCase):
    def visit(self, page, address):
        page.call("Page.navigate", url="about:blank")  # the same address alone would load nothing
        page.until("location.href === 'about:blank'", "an empty page")
        page.open(address + "#v1/running_mean")
        page.until("performance.getEntriesByName('spillway-first-chart').length", "the first charts")
        return page.value("performance.getEntriesByName('spillway-first-chart')[0].startTime")

    def test_a_second_visit_needs_no_server(self):
        server, address = browser.serve(FOLDER)
        page = self.new_page(1600, 900)
        first = self.visit(page, address)
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 180)
        page.until("!!navigator.serviceWorker.controller", "the page's service worker")
        QuietHandler.sent.clear()
        second = self.visit(page, address)
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 180)
        print(f"\nfirst charts: first visit {first:.0f} ms, second visit {second:.0f} ms (no limit on the line)", file=sys.stderr)
        self.assertLess(sum(QuietHandler.sent.values()), 50e3, QuietHandler.sent)
        server.shutdown()
        server.server_close()
        self.visit(page, address)
        page.value("location.hash = '#v1/stencil/gpu=h100'")
        self.until_link(page, "recording=h100", "a recording of another GPU")
        page.wait_for("chart:bytes_per_second")
        self.picture(page, "offline_again")
        self.refuses_nothing(page)

    def test_an_updated_page_is_kept_whole_beside_the_open_one(self):
        with tempfile.TemporaryDirectory() as folder:
            site = os.path.join(folder, "site")
            shutil.copytree(FOLDER, site)
            server, address = browser.serve(site)
            try:
                page = self.new_page(1600, 900)
                self.visit(page, address)
                page.until("document.documentElement.dataset.data === 'whole'", "all data", 180)
                before = page.value("spillwayBoot.files.build")
                self.update(site, before)
                # From what was kept; the newer one comes meanwhile.
                self.visit(page, address)
                page.until("document.getElementById('notice').textContent.includes('has been updated')", "that it was updated", 180)
                self.assertEqual(page.value("spillwayBoot.files.build"), before, "the open page goes on with its own")
                kept = page.value("caches.keys()")
                for build in (before, before[::-1]):
                    self.assertTrue(any(name.endswith(":" + build) for name in kept), f"{build} in {kept}")
                self.refuses_nothing(page)
            finally:
                server.shutdown()
                server.server_close()

    def update(self, site, build):
        """Another build: its own name in the three files that have it, and its style sheet under another name."""
        style = next(each for each in os.listdir(site) if each.startswith("page.") and each.endswith(".css"))
        os.rename(os.path.join(site, style), os.path.join(site, "page.0123456789.css"))
        for name in ("index.html", "files.json", "offline.js"):
            with open(os.path.join(site, name), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(build, text, name)
            with open(os.path.join(site, name), "w", encoding="utf-8") as file:
                file.write(text.replace(build, build[::-1]).replace(style, "page.0123456789.css"))


if __name__ == "__main__":
    page_case.main()
