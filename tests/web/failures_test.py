#!/usr/bin/env python3
"""failures_test.py FOLDER PICTURES: whatever a browser or a server refuses, the page says it in a sentence that can be
read, in light and dark, and offers a way on.

Exit status 77: skipped, with a sentence.
"""

import json
import os
import re
import shutil
import tempfile
import time

import browser
import page_case
from browser import QuietHandler
from page_case import FOLDER, fragment

ALWAYS = 1_000_000
# Lists the recordings that the program gets from now on.
WATCH_BROUGHT = """window.brought = []; const call = Module.ccall;
    Module.ccall = (name, ...more) => {
        const isWhole = call(name, ...more); if (name === 'page_brings' && isWhole) brought.push(more[2][0]); return isWhole; }; 0"""
LOSE = "window.lost = document.getElementById('window').getContext('webgl2').getExtension('WEBGL_lose_context')"


def luminance(color):
    """Relative luminance of "rgb(1, 2, 3)", as WCAG defines it."""
    parts = [int(number) / 255 for number in re.findall(r"\d+", color)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def until(holds, what, seconds=60):
    end = time.time() + seconds
    while not holds():
        if time.time() > end:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.02)


class FailuresTest(page_case.PageCase):
    def setUp(self):
        QuietHandler.failing.clear()
        QuietHandler.headers_too.clear()
        self.addCleanup(QuietHandler.failing.clear)
        self.addCleanup(QuietHandler.headers_too.clear)

    def go(self, page, address):
        """Without waiting for a first picture, which may never come."""
        page.call("Page.navigate", url=address)

    def says(self, page, words, name=None):
        """The sentence is on the screen and can be read."""
        page.until("document.documentElement && document.getElementById('loading') && document.getElementById('loading').checkVisibility() && "
                   f"document.getElementById('loading').innerText.includes({json.dumps(words)})", words)
        colors = page.value("""(() => {
          const words = document.getElementById('loading-words'), clear = 'rgba(0, 0, 0, 0)';
          const behind = [words.parentElement, document.body].map((each) => getComputedStyle(each).backgroundColor);
          const {left, top, width, height} = words.getBoundingClientRect();
          const on_top = document.elementFromPoint(left + width / 2, top + height / 2);
          return [getComputedStyle(words).color, behind.find((color) => color !== clear) || 'rgb(255, 255, 255)', on_top === words];
        })()""")
        bright, dark = sorted(map(luminance, colors[:2]), reverse=True)
        self.assertGreater((bright + 0.05) / (dark + 0.05), 7, colors)
        self.assertTrue(colors[2], "nothing lies over the sentence")
        if name:
            self.picture(page, "failure_" + name)

    def in_both_themes(self, name, words, prepare=None, flags=(), address=""):
        for light in (False, True):
            page = self.new_page(1000, 600, light=light, flags=flags)
            if prepare:
                prepare(page)
            self.go(page, self.address + address)
            self.says(page, words, name + ("_light" if light else "_dark"))
            page.close()

    # ---- what the browser refuses ----

    def test_without_local_storage_all_works_and_nothing_is_kept(self):
        page = self.new_page(1600, 900)
        page.before_any_script("""Object.defineProperty(window, 'localStorage', {
          get() { throw new DOMException('The operation is insecure.', 'SecurityError'); }});
          window.told = '';
          document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
            told += document.getElementById('notice').textContent;
          }).observe(document.getElementById('notice'), {childList: true, subtree: true, characterData: true}));""")
        page.open(self.address + "#v1/running_mean")
        self.rest(page)
        page.drag("slider:window_size", 0.3, 0.9)
        self.until_link(page, "window_size:", "the slider's value")
        page.until("told.includes('only until you close the page')",
                   "that nothing is kept")
        self.picture(page, "failure_no_storage")
        self.refuses_nothing(page)

    def test_in_a_sandbox_of_another_site_it_works_where_the_server_allows_it(self):
        """As a learning platform embeds pages: no origin of its own, so no storage."""
        QuietHandler.headers_too.update({"Content-Security-Policy": "sandbox allow-scripts",
                                         "Access-Control-Allow-Origin": "*"})
        page = self.new_page(1600, 900)
        page.open(self.address + "#v1/running_mean")
        self.assertEqual(page.value("self.origin"), "null")
        self.rest(page)
        page.drag("slider:window_size", 0.3, 0.9)
        self.until_link(page, "window_size:", "the slider's value")

    def test_in_a_sandbox_that_keeps_its_files_away_it_says_so(self):
        QuietHandler.headers_too["Content-Security-Policy"] = "sandbox allow-scripts"
        page = self.new_page(1000, 600)
        self.go(page, self.address)
        self.says(page, "Open it in a tab of its own", "sandbox")
        self.assertTrue(page.value("document.getElementById('own-tab').checkVisibility()"))

    def test_a_lost_graphics_context_is_said_and_comes_back_with_the_same_picture(self):
        page = self.open(link="#v1/running_mean/set=window_size:96/tab=report")
        self.until_link(page, "tab=report", "the view")
        page.value("new Promise((resolve) => setTimeout(resolve, 1000))")
        before, link = page.call("Page.captureScreenshot", format="png")["data"], fragment(page)
        for times in range(3):
            page.value(f"({LOSE}).loseContext()")
            self.says(page, "has taken the graphics away", None if times else "webgl_lost")
            page.value("lost.restoreContext()")
            page.until("!document.getElementById('loading').checkVisibility()", "the picture again")
        for _ in range(50):
            page.value("new Promise((resolve) => setTimeout(resolve, 100))")
            if page.call("Page.captureScreenshot", format="png")["data"] == before:
                break
        self.picture(page, "failure_webgl_restored")
        self.assertEqual(page.call("Page.captureScreenshot", format="png")["data"], before)
        self.assertEqual(fragment(page), link)
        self.assertEqual([line for line in page.said() if "INVALID_OPERATION" in line], [])
        page.key("z", modifiers=2)  # what could be undone before
        page.drag("slider:window_size", 0.3, 0.9)
        page.until(f"decodeURIComponent(location.hash) !== {json.dumps(link)}", "the slider's value")

    def test_without_webgl(self):
        self.in_both_themes("no_webgl", "draws no WebGL 2", flags=("--disable-3d-apis",))

    def test_without_webassembly(self):
        self.in_both_themes("no_wasm", "runs no WebAssembly",
                            lambda each: each.before_any_script("delete window.WebAssembly;"))

    def test_an_older_browser_opens_it_and_one_that_is_too_old_says_so(self):
        page = self.new_page(1600, 900)
        page.before_any_script("delete window.DecompressionStream;")
        page.open(self.address + "#v1/running_mean")
        self.refuses_nothing(page)
        page.close()
        self.in_both_themes("too_old", "too old for Spillway",
                            lambda each: each.before_any_script("delete window.TransformStream;"))
        self.in_both_themes("no_vectors", "has no vectors",
                            lambda each: each.before_any_script("WebAssembly.validate = () => false;"))

    def test_without_scripts(self):
        page = self.new_page(1000, 600)
        page.call("Emulation.setScriptExecutionDisabled", value=True)
        self.go(page, self.address)
        page.until("document.querySelector('noscript') && document.querySelector('noscript').innerText.includes('JavaScript')",
                   "what it needs")
        self.picture(page, "failure_no_script")

    # ---- what the server refuses ----

    def test_each_missing_part_is_named(self):
        for part in ("load.", "scripts.", "spillway.", "unpack.", "first.", "files.json"):
            QuietHandler.failing.clear()
            QuietHandler.failing[part] = ALWAYS
            page = self.new_page(1000, 600)
            self.go(page, self.address)
            self.says(page, "A part of this page failed to load: " + part)
            self.assertTrue(page.value("document.getElementById('again').checkVisibility()"), part)
            QuietHandler.failing.clear()
            page.value("document.getElementById('again').click()")
            page.until("document.documentElement && document.documentElement.dataset.state === 'ready'", "the page, after " + part)
            page.close()
        QuietHandler.failing["first."] = ALWAYS
        self.in_both_themes("missing_part", "A part of this page failed to load: first.bin.lz")

    def test_a_part_of_which_half_came_is_named(self):
        for part, name in (("first.", "first.bin.lz (it is incomplete)"), ("scripts.", "scripts.js.lz (it is incomplete)"),
                           ("load.", "load.js (it is damaged)")):
            with tempfile.TemporaryDirectory() as folder:
                site = os.path.join(folder, "site")
                shutil.copytree(FOLDER, site)
                for file in os.listdir(site):
                    if file.startswith(part) and not file.endswith(".css"):
                        os.truncate(os.path.join(site, file), os.path.getsize(os.path.join(site, file)) // 2)
                server, address = browser.serve(site)
                page = self.new_page(1000, 600)
                self.go(page, address)
                self.says(page, "A part of this page failed to load: " + name)
                page.close()
                server.shutdown()
                server.server_close()

    def test_a_part_that_does_not_fit_to_its_checksum_is_named(self):
        for part, name in (("first.", "first.bin.lz (it is damaged)"), ("scripts.", "scripts.js.lz (it is damaged)")):
            with tempfile.TemporaryDirectory() as folder:
                site = os.path.join(folder, "site")
                shutil.copytree(FOLDER, site)
                file = os.path.join(site, next(each for each in os.listdir(site) if each.startswith(part)))
                with open(file, "r+b") as opened:
                    opened.seek(-20, os.SEEK_END)  # lzip's trailer begins with it
                    byte = opened.read(1)
                    opened.seek(-1, os.SEEK_CUR)
                    opened.write(bytes([byte[0] ^ 1]))
                server, address = browser.serve(site)
                page = self.new_page(1000, 600)
                self.go(page, address)
                self.says(page, "A part of this page failed to load: " + name)
                page.close()
                server.shutdown()
                server.server_close()

    def test_early_reports_that_do_not_come_are_said_and_asked_for_again(self):
        reports, times = "reports/running_mean-sm_90-", "recordings/h200/running_mean"
        QuietHandler.failing.update({reports: ALWAYS, times: ALWAYS})
        page = self.new_page(1600, 900)
        page.open(self.address + "#v1/running_mean")
        self.rest(page)
        self.assertLess(QuietHandler.failing[reports], ALWAYS, "the page has asked for them")
        # The first charts have no time and no report of this value.
        shown = lambda value: f'''[...document.querySelectorAll('#beside tr')].filter((row) => row.cells[0].innerText.startsWith('{value} elements'))
            .flatMap((row) => [...row.cells].slice(1).map((cell) => cell.innerText)).filter((text) => text !== 'no result').length'''
        page.value("location.hash = '#v1/running_mean/set=window_size:58'")
        page.until("document.getElementById('notice').textContent.includes('A file failed to load: reports/running_mean-sm_90-')",
                   "what did not come", shown="document.getElementById('notice').textContent")
        self.assertEqual(page.value(shown(58)), 0)
        QuietHandler.failing.clear()
        QuietHandler.failing[times] = ALWAYS
        time.sleep(5.5)
        page.value("location.hash = '#v1/running_mean/set=window_size:56'")
        page.until(shown(56), "what the report says", shown="document.getElementById('beside').innerText")
        page.value("location.hash = '#v1/running_mean/set=window_size:58'")
        page.until(shown(58), "what the report says of the value that had none",
                   shown="document.getElementById('beside').innerText")

    def test_code_that_did_not_come_is_asked_for_again(self):
        QuietHandler.failing["ptx/running_mean"] = ALWAYS
        page = self.open(link="#v1/running_mean/tab=code")
        page.until("document.getElementById('notice').textContent.includes('A file failed to load: ptx/running_mean')",
                   "what did not come", shown="document.getElementById('notice').textContent")
        self.picture(page, "code_not_come")
        QuietHandler.failing.clear()
        time.sleep(5.5)
        page.value("location.hash = '#v1/running_mean/set=window_size:9/tab=warp'")
        self.until_link(page, "window_size:9", "another setting")
        page.value("location.hash = '#v1/running_mean/tab=warp'")
        page.wait_for("warp:step:next")

    def test_recorded_times_that_did_not_come_are_requested_again(self):
        part = "recordings/h200/stencil"
        QuietHandler.failing[part] = ALWAYS
        page = self.new_page(1000, 600)
        page.open(self.address + "#v1/stencil")
        page.until("document.getElementById('notice').textContent.includes('requested again')", "what did not come", 60)
        # The page also keeps files for a later visit; what counts is that the program gets this one.
        page.value(WATCH_BROUGHT)
        QuietHandler.failing.clear()
        page.until(f"brought.some((file) => file.startsWith('/{part}'))", "the recorded times", 60)

    def test_the_first_charts_show_the_same_numbers_once_all_digits_have_come(self):
        """first.bin holds six digits of each recorded time (scripts/pack_web.py)."""
        part = "recordings/h200/running_mean"
        QuietHandler.failing[part] = ALWAYS
        page = self.open(link="#v1/running_mean")
        tables = "[...document.querySelectorAll('#beside table')].map((each) => each.innerText).join('\\n')"
        page.until(f"{tables}.includes('B/s')", "a table of the throughput", shown=tables)
        before = page.value(tables)
        QuietHandler.failing.clear()
        page.value("location.hash = '#v1/transpose'")
        page.until("document.title.startsWith('Transposing')", "another lesson")
        page.value(WATCH_BROUGHT)
        page.value("location.hash = '#v1/running_mean'")
        page.until(f"brought.some((file) => file.startsWith('/{part}'))", "all digits", 60)
        page.until("document.title.startsWith('Running')", "the first lesson")
        self.rest(page)
        time.sleep(0.5)
        self.assertEqual(page.value(tables), before)

    def test_recorded_times_of_a_lesson_that_was_left_are_not_brought(self):
        part = "recordings/h200/stencil"
        for fails in (2, 3):  # of three attempts, the last one two seconds after the second
            with self.subTest(fails=fails):
                QuietHandler.failing[part] = fails
                page = self.new_page(1000, 600)
                page.before_any_script("window.unhandled = []; addEventListener('unhandledrejection', (event) => unhandled.push(String(event.reason)));")
                self.go(page, self.address + "#v1/stencil")
                until(lambda: QuietHandler.failing[part] == fails - 2, "the second attempt")
                page.value(WATCH_BROUGHT)
                page.value("location.hash = '#v1/first_kernel'")
                page.until("brought.some((file) => file.includes('/first_kernel'))", "the recorded times of the next lesson")
                time.sleep(3)
                self.assertEqual(QuietHandler.failing[part], 0)
                self.assertEqual(page.value("brought.filter((file) => file.includes('h200/stencil'))"), [])
                self.assertEqual(page.value("unhandled"), [])
                self.assertNotIn("requested again", page.value("document.getElementById('notice').textContent"))

    def test_damaged_recorded_times_are_named_and_requested_again(self):
        with tempfile.TemporaryDirectory() as folder:
            site = os.path.join(folder, "site")
            shutil.copytree(FOLDER, site)
            recordings = os.path.join(site, "recordings/h200")
            name = next(each for each in os.listdir(recordings) if each.startswith("stencil."))
            whole = os.path.join(recordings, name)
            shutil.copy(whole, os.path.join(folder, "whole"))
            with open(whole, "wb") as file:
                file.write(b"garbage" * 100)
            server, address = browser.serve(site)
            page = self.new_page(1000, 600)
            page.open(address + "#v1/stencil")
            page.until(f"document.getElementById('notice').textContent.includes({json.dumps(name + ' is damaged')})", name, 60)
            shutil.copy(os.path.join(folder, "whole"), whole)
            page.value(WATCH_BROUGHT)
            page.until(f"brought.some((file) => file.endsWith({json.dumps(name)}))", "the recorded times", 60)
            server.shutdown()
            server.server_close()

    def test_a_missing_style_is_said_without_it(self):
        style = next(file for file in os.listdir(FOLDER) if file.endswith(".css"))
        QuietHandler.failing[style] = ALWAYS
        page = self.new_page(1000, 600)
        self.go(page, self.address)
        self.says(page, "A part of this page failed to load: page.css")
        self.assertFalse(page.value("document.getElementById('late').checkVisibility({visibilityProperty: true})"))
        QuietHandler.failing.clear()
        page.value("document.getElementById('again').click()")
        page.until("document.documentElement && document.documentElement.dataset.state === 'ready'", "the page")

    def test_a_missing_first_script_is_said_by_the_page_itself(self):
        QuietHandler.failing["boot."] = ALWAYS
        for light in (False, True):
            page = self.new_page(1000, 600, light=light)
            self.go(page, self.address)
            page.until("document.getAnimations().length", "the wait")
            page.value("document.getAnimations().forEach((each) => each.finish())")  # 15 seconds
            self.says(page, "This is taking long")
            self.assertTrue(page.value("document.getElementById('late').checkVisibility({visibilityProperty: true})"))
            self.picture(page, "failure_no_boot" + ("_light" if light else "_dark"))
            page.close()

    def test_what_fails_once_is_asked_for_again(self):
        QuietHandler.failing.update({begin: 1 for begin in (
            "boot.", "page.", "load.", "scripts.", "spillway.", "unpack.", "first.", "rest.", "files.json", "recordings/h200/running_mean",
            "reports/stencil-sm_90", "ptx/stencil")})
        page = self.open()
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        self.assertEqual([begin for begin, times in QuietHandler.failing.items() if times], [])
        page.wait_for("chart:bytes_per_second")
        self.refuses_nothing(page)

    def test_a_rest_that_does_not_come_is_tried_again_by_a_button(self):
        QuietHandler.failing["rest."] = ALWAYS
        page = self.new_page(1600, 900)
        page.open(self.address)
        self.says(page, "A part of this page failed to load: rest.", "rest")
        QuietHandler.failing.clear()
        page.value("document.getElementById('again').click()")
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        self.leave_start(page)
        page.drag("slider:window_size", 0.3, 0.9)
        self.until_link(page, "window_size:", "the slider's value")

    def test_a_folder_that_was_updated_says_to_load_again(self):
        with tempfile.TemporaryDirectory() as folder:
            site = os.path.join(folder, "site")
            shutil.copytree(FOLDER, site)
            server, address = browser.serve(site)
            try:
                page = self.new_page(1000, 600)
                page.before_any_script("""
                  const ask = window.fetch;
                  window.fetch = async (what, how) => {
                    if (String(what).includes('rest.') && !window.goOn) await new Promise((go) => { window.goOn = go; });
                    return ask(what, how);
                  };""")
                page.open(address + "#v1/running_mean")
                page.until("!!window.goOn", "the rest is asked for")
                for name in os.listdir(site):
                    if name.startswith("rest."):
                        os.remove(os.path.join(site, name))
                with open(os.path.join(site, "files.json"), "r+", encoding="utf-8") as file:
                    listed = json.load(file)
                    listed["build"] = "another"
                    file.seek(0)
                    file.truncate()
                    json.dump(listed, file)
                page.value("goOn()")
                self.says(page, "This page was updated on its server", "updated")
            finally:
                server.shutdown()
                server.server_close()
            # A page of one build beside a list of another does not begin. Another port is another origin: the service
            # worker of the first would bring its own build whole.
            server, address = browser.serve(site)
            try:
                page = self.new_page(1000, 600)
                self.go(page, address + "#v1/running_mean")
                self.says(page, "This page was updated on its server")
            finally:
                server.shutdown()
                server.server_close()


if __name__ == "__main__":
    page_case.main()
