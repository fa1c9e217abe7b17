#!/usr/bin/env python3
"""preview_test.py FOLDER PICTURES: the words of a lesson's first step, shown while the program loads.

Exit status 77: skipped, with a sentence.
"""

import json
import os
import shutil
import sys
import tempfile

import browser
import page_case
from page_case import FOLDER, SOURCE

IS_SHOWN = "((it) => it !== null && getComputedStyle(it).display !== 'none')(document.getElementById('preview'))"
IS_READY = "(document.documentElement.dataset.state === 'ready')"
MARKS = "performance.getEntriesByName('spillway-first-preview').length"


def experiment(name):
    with open(os.path.join(SOURCE, "kernels", name, "experiment.json"), encoding="utf-8") as file:
        return json.load(file)


class PreviewTest(page_case.PageCase):
    def over_3g(self, link, width=1600, height=900, **more):
        page = self.new_page(width, height, **more)
        page.network(bits_per_second=1.6e6, seconds=0.15)
        page.call("Page.navigate", url=self.address + link)  # page.open would wait for the program
        return page

    def until_shown(self, page):
        page.until(f"{IS_SHOWN} && !{IS_READY}", "the preview before the program")

    def texts(self, page, elements):
        return page.value(f"[...document.querySelectorAll('#preview {elements}')].map((each) => each.textContent)")

    def until_gone_with_the_program(self, page):
        page.until(IS_READY, "the program", 60)
        self.assertFalse(page.value(IS_SHOWN))
        self.refuses_nothing(page)

    def test_the_words_of_the_linked_lesson_come_first(self):
        for name, link, light in (("stencil", "#v1/stencil/set=radius:1025", False), ("running_mean", "", True)):
            page = self.over_3g(link, light=light)
            self.until_shown(page)
            self.picture(page, f"preview_{name}")
            wanted = experiment(name)
            self.assertEqual(self.texts(page, "h1") + self.texts(page, "h2"), [wanted["title"], wanted["question"]])
            self.assertTrue(self.texts(page, "p") and self.texts(page, "pre"))
            self.assertNotRegex(" ".join(self.texts(page, "p")), r"`|\]\(|show:")
            self.until_gone_with_the_program(page)
            at = lambda mark: page.value(f"performance.getEntriesByName('spillway-first-{mark}')[0].startTime") / 1e3
            print(f"\n3G, {name}: words at {at('preview'):.2f} s, the program's first frame at {at('frame'):.2f} s",
                  file=sys.stderr)

    def test_on_a_phone_every_line_is_as_wide_as_the_screen(self):
        page = self.over_3g("#v1/running_mean", 390, 844, scale=2)
        self.until_shown(page)
        self.picture(page, "preview_phone")
        self.assertLessEqual(page.value("document.getElementById('preview').scrollWidth"), 390)
        self.until_gone_with_the_program(page)

    def test_an_unknown_lesson_and_earlier_work_have_none(self):
        page = self.over_3g("#v1/no_such_lesson")
        page.until(IS_READY, "the program", 60)
        self.assertEqual(page.value(MARKS), 0)
        page = self.new_page(1600, 900)
        page.open(self.address)  # another origin's storage is not this page's
        page.value("localStorage.setItem('spillway-page:/:/home/learner/x', 'kept')")
        page.value("window.isBefore = true")
        page.call("Page.reload")
        page.until(f"!window.isBefore && {IS_READY}", "the program again", 60)
        self.assertEqual(page.value(MARKS), 0)

    def test_without_its_files_the_page_begins_as_usual(self):
        with tempfile.TemporaryDirectory() as folder:
            site = os.path.join(folder, "site")
            shutil.copytree(FOLDER, site)
            shutil.rmtree(os.path.join(site, "previews"))
            for name in os.listdir(site):
                if name.startswith("preview."):
                    with open(os.path.join(site, name), "a", encoding="utf-8") as file:
                        file.write("}")  # damaged, too
            server, address = browser.serve(site)
            try:
                page = self.new_page(1600, 900)
                page.open(address + "#v1/stencil")
                page.until(IS_READY, "the program", 60)
                self.assertEqual(page.value("document.getElementById('loading').className"), "")
            finally:
                server.shutdown()
                server.server_close()


if __name__ == "__main__":
    page_case.main()
