#!/usr/bin/env python3
"""page_test.py FOLDER PICTURES: a headless Chromium opens the page that scripts/build-web.sh made, and plays in it.

Exit status 77: skipped, with a sentence.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import browser
import page_case
from page_case import FOLDER, PICTURES, SOURCE, fragment, recording_of_another_gpu

sys.path.append(os.path.join(SOURCE, "scripts"))
import web_features


class PageTest(page_case.PageCase):
    def test_the_first_lesson_shows_its_charts_and_follows_the_slider(self):
        page = self.open()
        page.wait_for("chart:bytes_per_second")
        self.picture(page, "first")
        before = fragment(page)
        page.drag("slider:window_size", 0.3, 0.9)
        page.until(f"decodeURI(location.hash) !== {json.dumps(before)}", "another address")
        self.picture(page, "moved")
        self.refuses_nothing(page)

    def test_the_first_lessons_question_and_drawing_are_answered_and_kept(self):
        page = self.open(1600, 2000)
        self.turn_to(page, "question:frame_64")
        page.click("question:frame_64")
        page.type("256")
        page.click("question:frame_64:check")
        page.wait_for("question:frame_64:again")
        self.turn_to(page, "question:registers_curve:draw")
        page.click("question:registers_curve:draw")
        page.wait_for("question:registers_curve:show")
        page.drag_over("chart:registers", [(0.1 + 0.08 * i, 0.8 - 0.05 * i) for i in range(11)])
        self.picture(page, "drawing")
        page.click("question:registers_curve:show")
        page.wait_for("question:registers_curve:again")
        self.picture(page, "drawn")
        page.until("Object.keys(localStorage).some((key) => key.includes('progress'))", "progress in local storage")
        page.open(self.address)
        self.rest(page)
        page.value("location.hash = '#v1/running_mean/tab=lesson/step=1'")
        self.turn_to(page, "question:frame_64:again")
        self.refuses_nothing(page)

    def test_the_rest_of_the_program_is_there_when_it_is_needed(self):
        """Before it has come by itself, what calls it fetches it."""
        page = self.new_page(1600, 900)
        page.before_any_script("WebAssembly.compileStreaming = () => new Promise(() => {});")
        page.open(self.address + "#v1/running_mean")
        page.until("performance.getEntriesByName('spillway-first-chart').length", "the first charts")
        page.value("new Promise((resolve) => setTimeout(resolve, 1500))")
        early = [line for line in page.said() if "was needed before it had loaded" in line]
        self.assertEqual(early, [], "what the first charts go through is in the first part")
        self.assertTrue(page.find("chart:bytes_per_second"), "this looks for it in the rest")
        self.assertTrue([line for line in page.said() if "was needed before it had loaded" in line])
        self.refuses_nothing(page)

    def test_an_address_that_changes_while_the_page_loads_is_opened(self):
        page = self.new_page(1000, 600)
        page.call("Emulation.setCPUThrottlingRate", rate=8)
        page.open(self.address + "#v1/running_mean")
        self.assertFalse(page.value("document.documentElement.dataset.rested"), "input is still held")
        page.value("location.hash = '#v1/transpose'")
        page.until("document.documentElement.dataset.rested && document.title.startsWith('Transposing')", "the new address's lesson",
                   shown="location.hash + ' ' + document.title")
        self.assertEqual(fragment(page), "#v1/transpose")

    def test_a_link_opens_what_it_was_copied_from(self):
        page = self.open()
        page.drag("slider:window_size", 0.2, 0.8)
        page.click("tab:report")
        self.until_link(page, "tab=report", "the tab in the address")
        link = page.value("location.hash")
        other = self.open(link=link)
        self.assertEqual(other.value("location.hash"), link)
        other.wait_for("tab:report")
        self.picture(other, "link")
        # Pasted into an open page, and back again.
        other.value("location.hash = '#v1/stencil/tab=lesson'")
        self.until_link(other, "v1/stencil", "another experiment")
        other.value("history.back()")
        self.until_link(other, "v1/running_mean", "the experiment before")

    def test_a_link_that_cannot_be_shown_says_why(self):
        for link, words in (("#v1/no_such_experiment", "no_such_experiment"), ("#v9/running_mean", "version"),
                            ("#v1/mine/tab=code", "a file that you dropped must be dropped again"),
                            ("#%00%ff<script>", "view")):
            page = self.open(link=link)
            page.wait_for("chart:bytes_per_second")
            page.until(f"document.getElementById('notice').textContent.includes({json.dumps(words)})", words)
            page.close()

    def test_an_address_without_a_view_gets_the_shown_one(self):
        page = self.open(link="#v1/transpose")
        page.value("location.hash = ''")
        self.until_link(page, "v1/transpose", "the shown lesson")

    def test_a_file_that_is_dropped_while_the_page_loads_is_opened_and_one_that_it_cannot_open_is_named(self):
        page = self.new_page(1600, 1000)
        page.call("Emulation.setCPUThrottlingRate", rate=8)
        page.open(self.address)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("mine.cu", "n.txt"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                    out.write("__global__ void mine(float* out) { out[threadIdx.x] = 1; }\n")
            self.assertFalse(page.value("document.documentElement.dataset.rested"), "input is still held")
            page.drop(os.path.join(folder, "mine.cu"), 800, 450)
            page.call("Emulation.setCPUThrottlingRate", rate=1)
            self.until_link(page, "v1/mine", "the dropped file")
            page.drop(os.path.join(folder, "n.txt"), 800, 450)
            page.until("document.getElementById('notice').textContent.includes('n.txt: this page does not open it')", "why not",
                       shown="document.getElementById('notice').textContent")
            page.drop(recording_of_another_gpu(folder), 800, 450)
            page.until("document.getElementById('notice').textContent.includes(': Recorded on ')", "the answer to the newest drop",
                       5, shown="document.getElementById('notice').textContent")
            page.drop(os.path.join(folder, "n.txt"), 800, 450, os.path.join(folder, "mine.cu"))
            page.until("document.getElementById('notice').textContent.includes('n.txt: this page does not open it')",
                       "the refusal of one of two", 5, shown="document.getElementById('notice').textContent")

    def test_a_dropped_recording_is_shown(self):
        page = self.open()
        with tempfile.TemporaryDirectory() as folder:
            page.drop(recording_of_another_gpu(folder), 800, 450)
            self.until_link(page, "gpu=mine", "the dropped recording's GPU")
        self.until_link(page, "recording=mine", "the dropped recording")
        self.picture(page, "dropped")
        broken = os.path.join(PICTURES, "broken.spillway")
        with open(broken, "wb") as out:
            out.write(b"no recording")
        page.drop(broken, 800, 450)
        page.until("document.getElementById('notice').textContent.includes('recording')", "why it is not opened")
        self.refuses_nothing(page)

    def test_present_mode_light_and_small_windows(self):
        page = self.open(1280, 720)
        page.key("p", "p")
        self.until_link(page, "present", "present mode in the address")
        self.picture(page, "present")
        page.key("p", "p")
        for width, height in ((800, 600), (2560, 1440)):
            page.resize(width, height)
            page.until(f"document.getElementById('window').width === {width}", "the new size")
            page.wait_for("slider:window_size")
            page.value("new Promise((resolve) => setTimeout(resolve, 500))")
            self.picture(page, f"{width}x{height}")
        self.picture(self.open(1600, 900, light=True), "light")

    def test_a_qr_code_is_the_address_without_present_mode(self):
        page = self.open(1280, 720)
        page.key("p", "p")
        self.until_link(page, "present", "present mode in the address")
        page.click("qr")
        page.wait_for("qr:code")
        self.rest(page)
        self.picture(page, "qr")
        self.assertEqual(self.code_in("qr"), page.value("location.href.replace('/present=1', '')"))
        # Another view, another code.
        page.value("location.hash = '#v1/stencil/tab=lesson/present=1/theme=light'")
        page.until("location.hash.includes('stencil') && !location.hash.includes('tab=lesson')",
                   "another experiment, as the page writes it")
        page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        self.picture(page, "qr_followed")
        self.assertEqual(self.code_in("qr_followed"), page.value("location.href.replace('/present=1', '')"))
        page.key("Escape", "")
        self.until_gone(page, "qr:code")
        self.refuses_nothing(page)

    def code_in(self, picture):
        """The text of the QR code in a picture that was kept."""
        if not shutil.which("zbarimg"):
            self.skipTest("zbarimg is not installed (the package zbar-tools)")
        file = os.path.join(PICTURES, f"web_{picture}.png")
        return subprocess.run(["zbarimg", "-q", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", file],
                              stdout=subprocess.PIPE, check=False).stdout.decode().rstrip("\n")

    def test_a_phone_shows_the_lesson_and_is_touched(self):
        page = browser.Page(390, 844)
        self.addCleanup(page.close)
        page.resize(390, 844, 3, touch=True)
        page.open(self.address)
        page.wait_for("start:leave")
        self.picture(page, "phone_start")
        page.tap("start:leave")
        self.until_gone(page, "start:leave")
        self.rest(page)
        self.picture(page, "phone")
        x, y, width, height = page.find("slider:window_size")
        self.assertGreaterEqual(height, 44)
        self.assertGreater(width, 330, "as wide as the screen")
        page.tap("tab:code")
        self.until_link(page, "tab=code", "what was touched")
        page.resize(844, 390, 3, touch=True)
        page.until("document.getElementById('window').width === 844 * 3", "the phone on its side")
        self.picture(page, "phone_wide")

    def test_a_phone_shows_the_chart_that_a_question_asks_for_and_a_finger_draws_in_it(self):
        page = browser.Page(390, 844)
        self.addCleanup(page.close)
        page.resize(390, 844, 3, touch=True)
        page.open(self.address + "#v1/running_mean")
        self.rest(page)
        for _ in range(30):
            if page.find("question:registers_curve:draw"):
                break
            before = fragment(page)
            page.tap("lesson:forward")
            page.until(f"decodeURIComponent(location.hash) !== {json.dumps(before)}", "the next step in the address")
            page.value("new Promise((resolve) => setTimeout(resolve, 300))")
        for _ in range(4):  # the question stands below the fold
            page.swipe(200, 250, 200, 110)
        page.tap("question:registers_curve:draw")
        x, y, width, height = page.wait_for("chart:registers")
        self.assertGreaterEqual(x, 0)
        self.assertLess(y + height, 844)
        at = lambda i: [{"x": x + width * (0.1 + 0.08 * i), "y": y + height * (0.8 - 0.05 * i)}]
        page.touch("touchStart", at(0))
        for i in range(1, 11):
            page.touch("touchMove", at(i))
        page.touch("touchEnd", [])
        self.picture(page, "phone_drawing")
        page.tap("sketch:show")  # in the chart; the question's own button is below the fold
        page.wait_for("reveal:close")
        self.picture(page, "phone_drawn")
        self.refuses_nothing(page)

    def test_another_experiment_comes_when_it_is_looked_at_and_all_works_without_the_server(self):
        page = self.open()
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        page.network(offline=True)
        page.value("location.hash = '#v1/stencil/gpu=h100'")
        self.until_link(page, "recording=h100", "the recording of the other GPU")
        page.wait_for("chart:bytes_per_second")
        self.picture(page, "offline")
        page.value("location.hash = '#v1/call_stack/gpu=t4'")
        self.until_link(page, "gpu=t4", "an experiment on another GPU")
        page.wait_for("chart:seconds_median")
        self.picture(page, "offline_t4")
        self.refuses_nothing(page)

    def test_a_warp_is_stepped_and_its_kernel_runs_here(self):
        """By the interpreter of PTX, in the page, from the PTX that ships."""
        page = self.open(link="#v1/running_mean/tab=warp")
        page.wait_for("warp:step:next")
        page.click("warp:step:next")
        page.click("warp:step:next")
        self.until_link(page, "warp=0:0:3", "the warp's third step")
        self.picture(page, "warp_stepped")
        page.click("warp:access:next")
        page.wait_for("warp:access")
        self.picture(page, "warp_access")
        self.refuses_nothing(page)

    def test_a_dropped_source_file_is_shown_as_text(self):
        page = self.open(1600, 1000)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "mine.cu")
            with open(file, "w", encoding="utf-8") as out:
                out.write("__global__ void mine(float* out) { out[threadIdx.x] = 1; }\n")
            page.drop(file, 800, 450)
            self.until_link(page, "v1/mine", "the dropped file")
        page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        self.assertIsNone(page.find("banner"), "no button that trusts it: nothing compiles here")
        self.assertIsNone(page.find("file:run"))
        self.picture(page, "source_dropped")
        self.refuses_nothing(page)

    def test_every_tab_is_drawn(self):
        page = self.open()
        for key, _ in web_features.tabs():
            if key == "talk":  # stands in no link, and is there once a talk is
                page.key("b", "b", modifiers=2)
                page.click("tab:talk")
            else:
                page.value(f"location.hash = '#v1/running_mean/tab={key}'")
                if key != "lesson":
                    self.until_link(page, f"tab={key}", key)
            page.value("new Promise((resolve) => setTimeout(resolve, 300))")
            self.picture(page, f"tab_{key}")
        self.refuses_nothing(page)

    def test_two_tabs_each_show_their_own_and_back_and_forward_are_the_browsers(self):
        page = self.open()
        page.value("location.hash = '#v1/stencil'")
        self.until_link(page, "v1/stencil", "another experiment")
        page.value("location.hash = '#v1/transpose'")
        self.until_link(page, "v1/transpose", "a third")
        page.value("history.back()")
        self.until_link(page, "v1/stencil", "back")
        page.value("history.forward()")
        self.until_link(page, "v1/transpose", "forward")
        other = page.another_tab(self.address + "#v1/global_copy")
        self.until_link(other, "v1/global_copy", "the second tab's own view")
        self.assertIn("v1/transpose", fragment(page))
        other.close()
        self.refuses_nothing(page)

    def test_a_lesson_and_back_within_a_frame_stays_at_the_lesson(self):
        page = self.open(link="#v1/stencil")
        page.value("location.hash = '#v1/transpose'; location.hash = '#v1/stencil'; 0")
        time.sleep(2)
        self.assertEqual(fragment(page), "#v1/stencil")
        self.assertFalse(page.value("document.title").startswith("Transposing"))

    def test_each_lesson_is_a_step_of_back_and_forward(self):
        page = self.open(link="#v1/running_mean")
        names = ["running_mean"]
        for _ in range(3):
            page.key("n", "n")
            page.until(f"!decodeURIComponent(location.hash).includes('v1/{names[-1]}')", "the next lesson")
            names.append(fragment(page).split("/")[1])
        self.assertEqual(len(set(names)), 4, names)
        for name in names[-2::-1]:
            page.value("history.back()")
            self.until_link(page, "v1/" + name, "back")
            page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        for name in names[1:]:
            page.value("history.forward()")
            self.until_link(page, "v1/" + name, "forward")
            page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        # A change within a lesson is not a step of its own.
        page.click("tab:report")
        self.until_link(page, "tab=report", "another tab")
        page.value("history.back()")
        self.until_link(page, "v1/" + names[-2], "back")
        self.refuses_nothing(page)

    def test_the_link_of_an_untouched_view_is_short(self):
        page = self.open(link="#v1/stencil")
        page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        self.assertEqual(fragment(page), "#v1/stencil")
        self.assertLess(len(page.value("location.href")), 80)
        page.key("ArrowRight")
        self.until_link(page, "set=", "the slider's value")
        self.assertLess(len(page.value("location.href")), 80)

    def test_what_is_answered_in_two_tabs_is_kept_of_both(self):
        page = self.open(1600, 2000)
        other = page.another_tab(self.address + "#v1/stencil/tab=lesson")
        self.until_link(other, "v1/stencil", "the other tab's lesson")
        self.skip_a_question(other, "stencil")
        page.call("Page.bringToFront")
        self.skip_a_question(page, "running_mean")
        kept = page.value("Object.entries(localStorage).filter(([key]) => key.endsWith('progress.json'))[0][1]")
        for lesson in ("running_mean", "stencil"):
            self.assertIn(lesson, kept)
        other.close()

    def skip_a_question(self, page, lesson):
        with open(os.path.join(SOURCE, "kernels", lesson, "experiment.json"), encoding="utf-8") as file:
            question = json.load(file)["questions"][0]["id"]
        self.turn_to(page, f"question:{question}:skip")
        page.click(f"question:{question}:skip")
        page.until("Object.entries(localStorage).some(([key, text]) => key.includes('progress') && "
                   f"text.includes({json.dumps(lesson)}))", f"what was done of {lesson} in local storage")

    def test_a_published_recording_and_talk_are_there(self):
        """Entries that `spillway publish` adds to files.json."""
        with tempfile.TemporaryDirectory() as folder:
            site = os.path.join(folder, "site")
            shutil.copytree(FOLDER, site)
            os.mkdir(os.path.join(site, "own"))
            shutil.move(recording_of_another_gpu(folder), os.path.join(site, "own/mine.spillway"))
            with open(os.path.join(site, "own/talk.spillway-talk"), "w", encoding="utf-8") as out:
                json.dump({"spillway_talk": 1, "title": "My talk", "stops": [{"view": "v1/running_mean/gpu=mine", "notes": "Hello."}]}, out)
            with open(os.path.join(site, "files.json"), encoding="utf-8") as file:
                listed = json.load(file)
            listed["own"] = [["/spillway/own/mine.spillway", "own/mine.spillway"],
                             ["/spillway/own/talk.spillway-talk", "own/talk.spillway-talk"]]
            with open(os.path.join(site, "files.json"), "w", encoding="utf-8") as out:
                json.dump(listed, out)
            server, address = browser.serve(site)
            try:
                page = browser.Page()
                self.addCleanup(page.close)
                page.open(address + "?talk=talk#v1/running_mean/gpu=mine")
                page.until("location.hash === '#v1/running_mean'", "the published recording as what this site opens",
                           shown="location.hash")
                page.wait_for("talk:add")
                self.picture(page, "published")
                page.value("location.hash = '#v1/running_mean/gpu=h200'")
                self.until_link(page, "gpu=h200", "what ships, beside the published recording")
            finally:
                server.shutdown()
                server.server_close()
            self.refuses_nothing(page)

    def test_ones_own_experiment_is_published_with_the_page(self):
        program = os.environ.get("SPILLWAY_PROGRAM")
        if not program:
            self.skipTest("SPILLWAY_PROGRAM names no spillway that could publish")
        with tempfile.TemporaryDirectory() as folder:
            mine, site = os.path.join(folder, "mine/my_stencil"), os.path.join(folder, "site")
            shutil.copytree(os.path.join(SOURCE, "kernels/stencil"), mine)
            with open(os.path.join(mine, "experiment.json"), encoding="utf-8") as file:
                experiment = json.load(file)
            experiment.update(name="my_stencil", title="My own stencil", exercises=[])  # their names are taken
            with open(os.path.join(mine, "experiment.json"), "w", encoding="utf-8") as out:
                json.dump(experiment, out)
            with open(os.path.join(mine, "lesson.md"), encoding="utf-8") as file:
                lesson = file.read()
            with open(os.path.join(mine, "lesson.md"), "w", encoding="utf-8") as out:
                out.write(lesson.replace("[Exercise](exercise:a_smaller_tile)", ""))
            talk = os.path.join(folder, "lecture.spillway-talk")
            with open(talk, "w", encoding="utf-8") as out:
                json.dump({"spillway_talk": 1, "title": "My lecture",
                           "stops": [{"view": "v1/my_stencil", "notes": "Hello."}]}, out)
            subprocess.run([program, "publish", site, "--lesson", "my_stencil", "--catalogue", os.path.dirname(mine),
                            "--recording", recording_of_another_gpu(folder), "--talk", talk, "--page", FOLDER],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            server, address = browser.serve(site)
            try:
                page = self.new_page(1600, 900)
                page.open(address + "#v1/my_stencil/tab=lesson")
                self.until_link(page, "v1/my_stencil", "one's own experiment")
                page.wait_for("chart:bytes_per_second")
                self.rest(page)
                page.drag("slider:radius", 0.3, 0.9)
                self.until_link(page, "radius:", "the slider's value in the address")
                self.picture(page, "published_own")
                page.value("location.hash = '#v1/running_mean/gpu=mine'")
                page.until("location.hash === '#v1/running_mean'", "one's own recording as what this site opens",
                           shown="location.hash")
                self.refuses_nothing(page)
                lecture = self.new_page(1600, 900)
                lecture.open(address + "index.html?talk=lecture#v1/my_stencil")
                lecture.wait_for("talk:add")
                self.refuses_nothing(lecture)
                page.call("Page.navigate", url=address + "lessons/my_stencil.html")
                page.until("document.title.includes('Forty-eight') && !!document.querySelector('details')", "its plain page")
                self.assertEqual(page.value("document.scripts.length"), 0)
                self.picture(page, "published_plain")
            finally:
                server.shutdown()
                server.server_close()

    def test_charts_and_the_view_are_saved_as_downloads(self):
        page = self.open()
        with tempfile.TemporaryDirectory() as folder:
            page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=folder)
            page.key("s", modifiers=2)
            page.wait_for("saving:save")
            self.assertIsNone(page.find("saving:folder"))
            self.assertIsNone(page.find("saving:pdf"))
            self.picture(page, "saving")
            page.click("saving:save")
            stem = "spillway-running_mean-"
            wanted = {stem + "window_size.svg", stem + "window_size.png"}
            for _ in range(500):
                if wanted <= set(os.listdir(folder)):
                    break
                page.value("new Promise((resolve) => setTimeout(resolve, 20))")
            self.assertLessEqual(wanted, set(os.listdir(folder)))
            page.until("document.getElementById('notice').textContent.includes('Downloaded')", "what became of it")
            with open(os.path.join(folder, stem + "window_size.png"), "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
        self.refuses_nothing(page)


if __name__ == "__main__":
    page_case.main()
