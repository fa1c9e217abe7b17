#!/usr/bin/env python3
"""hands_test.py FOLDER PICTURES: the page in the hands of a user: fingers, pen, clipboard, zoom, and files that are
saved in one browser and dropped on another.

Exit status 77: skipped, with a sentence.
"""

import json
import os
import tempfile
import time

import page_case
from page_case import fragment

# Counts what WebGL is asked for: a frame that is painted whole begins with a clear.
COUNT_PAINTING = """
  window.painted = {clears: 0, draws: 0};
  for (const [name, count] of [['clear', 'clears'], ['drawElements', 'draws']]) {
    const act = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...all) { ++painted[count]; return act.apply(this, all); };
  }
"""
# The order of keys, of the browser's frames, and of those of the program, each of which looks for the canvas.
TELL_ORDER = """
  window.order = [];
  const ask = window.requestAnimationFrame, query = Document.prototype.querySelector;
  window.requestAnimationFrame = (act) => ask((now) => { order.push('browser'); act(now); });
  Document.prototype.querySelector = function (what) {
    if (what === '#window' && order[order.length - 1] !== 'program') order.push('program');
    return query.call(this, what);
  };
  addEventListener('keydown', () => order.push('key'), true);
"""
ZOOMED = 1.5


class HandsTest(page_case.PageCase):
    def open_phone(self, link="", width=390, height=844):
        page = self.new_page(width, height)
        page.resize(width, height, 3, touch=True)
        page.open(self.address + (link or "#v1/running_mean/tab=lesson"))
        self.rest(page)
        return page

    def value_of(self, page, name):
        """A parameter's value, as the address has it; empty if it is the initial one."""
        for field in fragment(page).split("/"):
            if field.startswith("set="):
                return dict(each.split(":") for each in field[4:].split(",")).get(name, "")
        return ""

    # ---- keys ----

    def test_a_key_is_drawn_at_once_and_again_only_once_the_browser_has_shown_that(self):
        page = self.new_page(1600, 900)
        page.before_any_script(TELL_ORDER)
        page.open(self.address + "#v1/running_mean")
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        x, y, width, height = page.wait_for("slider:window_size")
        page.mouse("mousePressed", x + width * 0.9, y + height / 2, button="left", buttons=1, clickCount=1)
        page.mouse("mouseReleased", x + width * 0.9, y + height / 2, button="left", clickCount=1)
        for _ in range(5):
            time.sleep(0.5)  # at rest, which takes a tenth
            page.value("order.length = 0")
            page.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft")
            page.until("order.filter((each) => each === 'program').length > 1", "the second frame after the key")
            page.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowLeft")
            # The program's next frame waits for the browser's second one: it would delay the picture of the first.
            self.assertEqual(page.value("order.slice(0, 5)"), ["key", "program", "browser", "browser", "program"])

    def test_the_fonts_of_all_texts_follow_the_first_ones(self):
        """The first fonts have neither letter, and show one sign for both."""
        page = self.open(link="#v1/running_mean/tab=code")
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        page.key("f", modifiers=2)
        page.wait_for("find:text")
        pictures = []
        for letter in "éü":
            page.type(letter)
            page.value("new Promise((resolve) => setTimeout(resolve, 500))")
            # The text cursor blinks.
            pictures.append({page.call("Page.captureScreenshot", format="png")["data"] for _ in range(10)})
            page.key("Backspace")
        self.assertFalse(pictures[0] & pictures[1])
        self.picture(page, "letters")

    # ---- fingers and a pen ----

    def test_a_finger_drags_a_slider(self):
        page = self.open_phone()
        x, y, width, height = page.wait_for("slider:window_size")
        points = [{"x": x + width * (0.2 + 0.06 * step), "y": y + height / 2} for step in range(11)]
        page.touch("touchStart", [points[0]])
        for point in points[1:]:
            page.touch("touchMove", [point])
        page.touch("touchEnd", [])
        # On a busy machine the address has a value of under way before.
        value = "Number((decodeURIComponent(location.hash).match(/window_size:(\\d+)/) || [])[1])"
        page.until(f"{value} > 80", "the slider's last value in the address")
        self.refuses_nothing(page)

    def test_two_fingers_apart_make_all_larger_and_together_smaller(self):
        page = self.open_phone(width=1024, height=768)
        height, before = page.wait_for("gpu_selector")[3], self.value_of(page, "window_size")
        self.pinch(page, 60, 90)
        page.until(f"{self.height_of('gpu_selector')} > {height * page.scale * 1.2}", "larger type")
        self.picture(page, "pinched")
        self.pinch(page, 90, 60)
        page.until(f"Math.abs({self.height_of('gpu_selector')} - {height * page.scale}) < 4", "the size of before")
        self.assertEqual(self.value_of(page, "window_size"), before, "no slider was touched")

    def height_of(self, item):
        return f"+Module.ccall('page_finds', 'string', ['string'], ['{item}']).split(' ')[3]"

    def pinch(self, page, begin, end):
        x, y, width, height = page.wait_for("chart:bytes_per_second")
        at = lambda apart: [{"x": x + width / 2 + side * apart, "y": y + height / 2, "id": finger}
                            for finger, side in enumerate((-1, 1))]
        page.touch("touchStart", at(begin)[:1])
        page.touch("touchStart", at(begin))
        for step in range(1, 11):
            page.touch("touchMove", at(begin + (end - begin) * step / 10))
        page.touch("touchEnd", [])

    def test_a_finger_that_rests_is_the_right_button(self):
        page = self.open_phone(width=1024, height=768)
        x, y, width, height = page.wait_for("chart:bytes_per_second")
        point = {"x": x + width * 0.6, "y": y + height / 2}
        page.touch("touchStart", [point])
        time.sleep(0.8)  # that is what a rest is
        page.touch("touchEnd", [])
        page.wait_for("save:chart")

    def test_a_pen_drags_a_slider(self):
        page = self.open()
        x, y, width, height = page.wait_for("slider:window_size")
        y += height / 2
        pen = {"pointerType": "pen", "force": 0.5}
        page.mouse("mouseMoved", x + width * 0.2, y, **pen)
        page.mouse("mousePressed", x + width * 0.2, y, button="left", buttons=1, clickCount=1, **pen)
        for step in range(11):
            page.mouse("mouseMoved", x + width * (0.2 + 0.06 * step), y, button="left", buttons=1, **pen)
        page.mouse("mouseReleased", x + width * 0.8, y, button="left", clickCount=1, **pen)
        page.until("(decodeURIComponent(location.hash).match(/window_size:(\\d+)/) || [])[1] > 80", "the pen's value")

    def test_a_question_is_answered_with_the_keyboard_of_a_screen(self):
        page = self.open_phone(width=1024, height=1366)
        self.turn_to(page, "question:frame_64")
        page.tap("question:frame_64")
        page.until("document.activeElement.id === 'typing'", "the field that brings the keyboard")
        page.call("Input.insertText", text="25")
        page.call("Input.insertText", text="7")
        # As a keyboard of a screen takes the last one back: no key, but another text.
        page.value("""(() => {
          const field = document.getElementById('typing');
          field.value = field.value.slice(0, -1) + '6';
          field.dispatchEvent(new InputEvent('input', {inputType: 'insertReplacementText'}));
        })()""")
        page.tap("question:frame_64:check")
        page.wait_for("question:frame_64:again")
        page.until("Object.entries(localStorage).some(([key, text]) => key.endsWith('progress.json') && "
                   "text.includes('256'))", "the answer 256 in what is kept")

    # ---- the clipboard, zoom and full screen are the browser's ----

    def test_text_is_copied_and_pasted_by_the_browsers_own_events(self):
        page = self.open(link="#v1/running_mean/tab=code")
        page.key("f", modifiers=2)
        page.wait_for("find:text")
        page.type("window[")
        self.select_all(page)
        self.assertEqual(self.clipboard_event(page, "copy"), "window[")
        self.assertEqual(self.clipboard_event(page, "cut"), "window[")
        self.assertFalse(self.clipboard_event(page, "copy"), "nothing is left to copy")
        self.clipboard_event(page, "paste", "accumulator")
        self.select_all(page)
        self.assertEqual(self.clipboard_event(page, "copy"), "accumulator")
        self.picture(page, "pasted")
        self.refuses_nothing(page)

    def select_all(self, page):
        """After all that was typed before, which takes a frame for each key: on a busy machine more than a moment."""
        page.value("new Promise((resolve) => setTimeout(resolve, 1500))")
        page.key("a", modifiers=2)
        page.value("new Promise((resolve) => setTimeout(resolve, 1500))")

    def clipboard_event(self, page, kind, text=""):
        """Sends the browser's event for Ctrl+C and the like. Returns the text that the page gives it, or None."""
        told = page.value(f"""(() => {{
          const data = new DataTransfer();
          if ({json.dumps(text)}) data.setData('text/plain', {json.dumps(text)});
          const event = new ClipboardEvent({json.dumps(kind)}, {{clipboardData: data, bubbles: true, cancelable: true}});
          document.activeElement.dispatchEvent(event);
          return [event.defaultPrevented, data.getData('text/plain')];
        }})()""")
        page.value("new Promise((resolve) => setTimeout(resolve, 200))")
        return told[1] if told[0] else None

    def test_the_browsers_zoom_is_followed_once(self):
        page = self.open(1200, 900)
        before = page.wait_for("gpu_selector")
        for key in ("+", "-", "0"):
            page.key(key, modifiers=2)
        page.value("new Promise((resolve) => setTimeout(resolve, 500))")
        self.assertEqual(page.wait_for("gpu_selector"), before, "the keys of zoom are the browser's alone")
        page.resize(int(1200 / ZOOMED), int(900 / ZOOMED), ZOOMED)
        page.until("document.getElementById('window').width === 1200", "the same pixels")
        page.until(f"Math.abs({self.height_of('gpu_selector')} - {before[3] * ZOOMED}) < 3", "type as large as zoomed")

    def test_f11_is_the_browsers_full_screen(self):
        page = self.open()
        page.key("F11")
        page.until("document.fullscreenElement === document.documentElement", "full screen")
        page.key("F11")
        page.until("document.fullscreenElement === null", "the page of before")

    def test_dark_and_light_are_the_systems(self):
        for light in (False, True):
            page = self.open(light=light)
            self.assertNotIn("theme=", fragment(page), "the system's own is named in no link")
            page.key("t", "t")
            self.until_link(page, "theme=" + ("dark" if light else "light"), "the other theme")
            page.close()

    def test_a_theme_that_nobody_chose_follows_the_system(self):
        page = self.open(light=False)
        self.reopen_in(page, "light")
        self.assertNotIn("theme=", fragment(page), "the system's theme")
        page.key("t", "t")
        self.until_link(page, "theme=dark", "a chosen theme")
        self.reopen_in(page, "light")
        self.until_link(page, "theme=dark", "the chosen theme stays")

    def reopen_in(self, page, scheme):
        """Opens the page again, once its settings are stored, on a system with this theme."""
        page.until("Object.keys(localStorage).some((key) => key.endsWith('settings.json'))", "stored settings")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.open(self.address)
        page.wait_for("chart:bytes_per_second")
        self.rest(page)

    # ---- files that go from one browser to another ----

    def download(self, page, folder, entry, ending):
        """The file that an entry of the menu Share downloads."""
        page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=folder)
        page.click("share")
        page.click(entry)
        for _ in range(1000):
            for name in os.listdir(folder):
                if name.endswith(ending):
                    return os.path.join(folder, name)
            page.value("new Promise((resolve) => setTimeout(resolve, 20))")
        self.fail(f"no {ending} was downloaded")

    def test_a_view_saved_as_a_file_is_dropped_elsewhere(self):
        page = self.open(link="#v1/stencil/set=radius:5/tab=report/theme=light")
        self.until_link(page, "radius:5", "the view")
        with tempfile.TemporaryDirectory() as folder:
            file = self.download(page, folder, "share:file", ".spillway-view")
            other = self.open()
            other.drop(file, 800, 450)
            self.until_link(other, "radius:5", "the dropped view's setting")
            self.assertEqual(fragment(other), fragment(page))
            self.picture(other, "view_dropped")
            with open(file, "w", encoding="utf-8") as out:
                out.write("v1/stencil/set=radius:many")
            other.drop(file, 800, 450)
            other.until("document.getElementById('notice').textContent.includes('radius')", "why it is not opened")
            self.assertEqual(fragment(other), fragment(page), "nothing has changed")
            self.refuses_nothing(other)

    def test_progress_is_taken_along_as_a_file(self):
        page = self.open(1600, 2000)
        self.turn_to(page, "question:frame_64")
        page.click("question:frame_64")
        page.type("256")
        page.click("question:frame_64:check")
        page.wait_for("question:frame_64:again")
        page.key("t", "t")
        self.until_link(page, "theme=light", "light")
        with tempfile.TemporaryDirectory() as folder:
            file = self.download(page, folder, "share:progress", ".spillway-progress")
            other = self.open(1600, 2000)
            other.drop(file, 800, 450)
            other.until("document.getElementById('notice').textContent.includes('1 question answered')", "what came")
            self.until_link(other, "theme=light", "the theme of there")
            self.turn_to(other, "question:frame_64:again")
            other.until("Object.entries(localStorage).some(([key, text]) => key.endsWith('progress.json') && "
                        "text.includes('frame_64'))", "what came, kept here")
            self.refuses_nothing(other)

    # ---- what is painted, and asked of others ----

    def test_where_software_draws_only_what_differs_is_painted(self):
        page = self.new_page(1600, 900)
        page.before_any_script(COUNT_PAINTING)
        page.open(self.address + "#v1/running_mean")
        self.rest(page)
        before = page.value("painted")
        page.drag("slider:window_size", 0.3, 0.9)
        self.until_link(page, "window_size:", "the slider's value")
        after = page.value("painted")
        self.assertGreater(after["draws"], before["draws"])
        self.assertEqual(after["clears"], before["clears"], "no frame of the drag is painted whole")

    def test_the_page_asks_no_other_server_and_runs_no_script_but_its_own(self):
        page = self.open()
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        asked = {event["params"]["request"]["url"] for event in page.events
                 if event.get("method") == "Network.requestWillBeSent"}
        self.assertGreater(len(asked), 100)
        self.assertEqual([url for url in asked if not url.startswith((self.address, "blob:" + self.address))], [])
        refused = page.value("""new Promise((resolve) => {
          const all = [];
          document.addEventListener('securitypolicyviolation', (event) => all.push(event.effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'window.wasRun = true';
          document.body.append(script);
          const image = new Image();
          image.src = 'http://127.0.0.1:9/picture.png';
          fetch('http://127.0.0.1:9/').catch(() => setTimeout(() => resolve([all.sort(), window.wasRun === true]), 200));
        })""")
        self.assertEqual(refused, [["connect-src", "img-src", "script-src-elem"], False])


if __name__ == "__main__":
    page_case.main()
