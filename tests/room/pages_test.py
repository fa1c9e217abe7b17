"""The phone's page and the presenter's page in a headless Chromium, by touch and keys: pages_test.py SPILLWAY PICTURES.
Skipped (77) where there is no Chromium. The pictures are for looking at; nothing compares them."""

import json
import os
import shutil
import signal
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../web"))
import browser
from room_client import Phone, Server

PROGRAM, PICTURES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PHONE, PROJECTOR = (390, 844), (1280, 720)


class PagesCase(unittest.TestCase):
    def setUp(self):
        os.makedirs(PICTURES, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="spillway-room-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def page(self, link, size, light=True):
        page = browser.Page(*size, light=light)
        self.addCleanup(page.close)
        page.resize(*size, touch=size == PHONE)
        page.call("Page.navigate", url=link)
        return page

    def phone(self, **more):
        page = self.page(self.server.link, PHONE, **more)
        self.says(page, "Wait for the next question")
        return page

    def presenter(self, **more):
        page = self.page(self.server.presenter_link, PROJECTOR, **more)
        page.until("document.querySelectorAll('#chooser .list button').length > 5", "the lessons' questions")
        return page

    def says(self, page, words):
        return page.until(f"document.body !== null && document.body.innerText.includes({json.dumps(words)})", words)

    def tap(self, page, selector):
        """A finger in the middle of the element."""
        x, y = json.loads(page.value(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            "return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2]); })()"))
        page.touch("touchStart", [{"x": x, "y": y}])
        page.touch("touchEnd", [])

    def click(self, page, words):
        page.until(f"(() => {{ const found = [...document.querySelectorAll('button')].find((each) => "
                   f"each.innerText.includes({json.dumps(words)})); if (found) found.click(); return !!found; }})()", words)

    def picture(self, page, name):
        page.picture(os.path.join(PICTURES, f"room-{name}.png"))
        for line in page.said():
            self.assertNotIn("Content Security Policy", line)
            self.assertNotIn("exception", line.lower())

    def others(self, count, cookies=None):
        """Connections without a page. They answer no pings while a test does something else, so the server may drop them: an
        earlier phone's cookie brings it back."""
        return [Phone(self.server, cookies[i] if cookies else None) for i in range(count)]


class Pages(PagesCase):
    def test_a_question_by_touch_and_its_rounds_on_the_projector(self):
        presenter, phone, dark = self.presenter(), self.phone(), self.phone(light=False)
        self.picture(presenter, "projector-join")
        self.click(presenter, "how much faster is the last kernel")
        self.says(phone, "how much faster is the last kernel")
        self.picture(phone, "phone-choice-light")
        self.tap(phone, ".choice:nth-child(2)")
        self.says(phone, "Your answer is in")
        self.picture(phone, "phone-answered-light")
        self.tap(dark, ".choice:nth-child(1)")
        self.says(dark, "Your answer is in")
        self.picture(dark, "phone-answered-dark")
        class_ = self.others(18)
        for i, each in enumerate(class_):
            each.sees("open")
            each.answer(choice=(0, 1, 1, 2, 1, 3)[i % 6])
        self.says(presenter, "20 of 20 phones have answered")
        self.picture(presenter, "projector-question")
        presenter.key("c")
        self.says(presenter, "round 1: 20 answers")
        self.says(phone, "This question is closed")
        self.picture(presenter, "projector-counted")
        presenter.key("a")
        self.says(presenter, "0 of")
        self.says(phone, "4 to 16 times")
        for i, each in enumerate(self.others(18, [each.cookie for each in class_])):
            self.assertTrue(each.answer(choice=(3, 3, 2, 3, 1, 3)[i % 6]))
        presenter.key("c")
        self.says(presenter, "round 2: 18 answers")
        self.picture(presenter, "projector-two-rounds")
        presenter.key("t")
        self.says(presenter, "right (")
        self.picture(presenter, "projector-truth")
        again = self.presenter_again(light=False)
        self.picture(again, "projector-truth-dark")
        presenter.key("n")
        self.says(phone, "Wait for the next question")

    def presenter_again(self, **more):
        page = self.page(self.server.presenter_link, PROJECTOR, **more)
        self.says(page, "right (")
        return page

    def test_a_number_is_typed_and_text_that_is_none_gets_a_sentence(self):
        presenter, phone = self.presenter(), self.phone()
        self.click(presenter, "The array with a run-time index at window size 64")
        self.says(phone, "how many bytes of local memory")
        phone.value("document.getElementById('number').focus()")
        phone.call("Input.insertText", text="4 or 8")
        self.tap(phone, ".number button")
        phone.until("document.querySelector('#status.alarm') !== null", "the sentence")
        self.picture(phone, "phone-number-refused")
        phone.value("document.getElementById('number').value = ''")
        phone.call("Input.insertText", text="0.25 KiB")
        self.tap(phone, ".number button")
        self.says(phone, "Your answer: 256 bytes")
        self.picture(phone, "phone-number")
        for each, text in zip(self.others(9), ("256", "256", "64", "64", "128", "0", "512", "256", "4")):
            each.sees("open")
            each.answer(text=text)
        presenter.key("c")
        self.click(presenter, "Show the answer")
        self.says(presenter, "Most frequent other answer: 64 bytes (2)")
        self.picture(presenter, "projector-number")

    def test_a_curve_is_drawn_with_a_finger(self):
        presenter, phone = self.presenter(), self.phone()
        self.click(presenter, "How many registers will a thread have as the window grows from 1 to 128")
        phone.until("document.querySelector('.drawing') !== null", "the chart")
        x, y, width, height = json.loads(phone.value(
            "(() => { const box = document.querySelector('.drawing').getBoundingClientRect();"
            "return JSON.stringify([box.x, box.y, box.width, box.height]); })()"))
        at = lambda share, up: {"x": x + width * share, "y": y + height * (1 - up)}
        phone.touch("touchStart", [at(0.2, 0.3)])
        for step in range(1, 9):
            phone.touch("touchMove", [at(0.2 + 0.09 * step, 0.3 + 0.05 * step)])
            time.sleep(0.03)
        time.sleep(0.2)  # the finger rests, and lifts
        phone.touch("touchEnd", [])
        self.tap(phone, "#answer > button")
        self.says(phone, "Your answer is in")
        self.picture(phone, "phone-curve")
        for i, each in enumerate(self.others(12)):
            each.sees("open")
            each.answer(text=" ".join(f"{n}:{20 + i + n * (0.4 + 0.06 * i):.1f}" for n in (1, 16, 32, 64, 96, 128)))
        presenter.key("c")
        self.says(presenter, "round 1: 13 answers")
        self.picture(presenter, "projector-curves")
        self.click(presenter, "Show the answer")
        presenter.until("document.querySelector('path.truth') !== null", "the true curve")
        self.picture(presenter, "projector-curves-truth")

    def test_an_answer_given_while_the_server_is_dead_arrives(self):
        presenter, phone = self.presenter(), self.phone()
        self.click(presenter, "how much faster is the last kernel")
        self.says(phone, "4 to 16 times")
        self.server.kill()
        self.says(phone, "No connection")
        self.tap(phone, ".choice:nth-child(3)")
        self.says(phone, "sent as soon as it returns")
        self.picture(phone, "phone-lost")
        self.server.start()
        self.says(phone, "Your answer is in")
        self.says(presenter, "1 of 1 phone has answered")
        phone.call("Page.reload")
        self.says(phone, "Your answer is in")
        self.assertEqual(phone.value("document.querySelector('.choice:nth-child(3)').getAttribute('aria-pressed')"), "true")

    def test_a_phone_notices_that_the_server_is_silent(self):
        """No end of the connection is reported: a stopped process is like a path that died."""
        presenter, phone = self.presenter(), self.phone()
        self.click(presenter, "how much faster is the last kernel")
        self.says(phone, "4 to 16 times")
        self.server.process.send_signal(signal.SIGSTOP)
        self.tap(phone, ".choice:nth-child(3)")
        self.says(phone, "Sending")
        self.says(phone, "No connection")
        self.server.process.send_signal(signal.SIGCONT)
        self.says(phone, "Your answer is in")
        self.says(presenter, "1 of 1 phone has answered")

    def test_an_answer_that_came_too_late_for_its_round_says_so_in_the_next_one(self):
        presenter, phone = self.presenter(), self.phone()
        self.type_question(presenter, ("Yes", "No"), "A")
        self.says(phone, "Which?")
        phone.value("window.fetch = () => Promise.reject()")  # this page does not come back by itself
        self.server.kill()
        self.says(phone, "No connection")
        self.tap(phone, ".choice:nth-child(1)")
        self.says(phone, "sent as soon as it returns")
        self.server.start()
        self.says(presenter, "phones have answered")
        self.click(presenter, "Close (C)")
        self.click(presenter, "Vote again (A)")
        self.says(presenter, "phones have answered")
        phone.call("Page.reload")
        self.says(phone, "the round before may have come too late")
        self.tap(phone, ".choice:nth-child(2)")
        self.says(phone, "Your answer is in")

    def test_a_full_storage_does_not_hold_an_answer_back(self):
        presenter, phone = self.presenter(), self.phone()
        self.type_question(presenter, ("Yes", "No"), "A")
        self.says(phone, "Which?")
        self.tap(phone, ".choice:nth-child(1)")
        self.says(phone, "Your answer is in")
        phone.value("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
        self.tap(phone, ".choice:nth-child(2)")
        self.says(phone, "Your answer is in")
        self.click(presenter, "Close (C)")
        self.says(presenter, "round 1: 1 answer")
        self.assertEqual(presenter.value("document.querySelectorAll('.figure')[1].textContent"), "1  (100 %)")

    def test_buttons_stay_the_same_while_votes_arrive(self):
        presenter = self.presenter()
        self.type_question(presenter, ("Yes", "No"), "A")
        self.says(presenter, "Close (C)")
        presenter.value("window.before = document.querySelector('#controls button'); before.focus()")
        for each in self.others(3):
            each.sees("open")
            each.answer(choice=0)
        self.says(presenter, "3 of 3 phones have answered")
        self.assertTrue(presenter.value("before.isConnected && document.activeElement === before"))

    def test_the_presenters_token_is_not_on_the_screen(self):
        presenter = self.presenter()
        self.assertNotIn(self.server.token, presenter.value("location.href"))
        presenter.call("Page.reload")
        presenter.until("document.querySelectorAll('#chooser .list button').length > 5", "the questions after a reload")

    def test_a_long_word_fits_a_narrow_phone(self):
        presenter, phone = self.presenter(), self.page(self.server.link, (320, 640))
        self.type_question(presenter, ("cudaOccupancyMaxActiveBlocksPerMultiprocessor", "No"), "A", "w" * 300)
        self.says(phone, "cudaOccupancyMax")
        for page in (phone, presenter):
            page.until("document.documentElement.scrollWidth <= innerWidth", "no part beyond the edge")

    def test_a_browser_that_keeps_no_cookie_is_told(self):
        phone = browser.Page(*PHONE)
        self.addCleanup(phone.close)
        phone.call("Page.addScriptToEvaluateOnNewDocument",
                   source="const asked = fetch; window.fetch = (what, how) => asked(what, {...how, credentials: 'omit'});")
        phone.call("Page.navigate", url=self.server.link)
        self.says(phone, "keeps no cookie")

    def test_a_typed_question_and_counted_cards(self):
        presenter = self.presenter()
        self.type_question(presenter, ("Yes", "No"), "B", "Is a stack frame a spill?")
        self.says(presenter, "Is a stack frame a spill?")
        self.click(presenter, "Count cards")
        presenter.value("document.querySelectorAll('.cards input').forEach((each, i) => { each.value = 7 + 10 * i; })")
        self.picture(presenter, "projector-cards")
        self.click(presenter, "Count")
        self.says(presenter, "24 answers (cards)")
        presenter.key("t")
        self.says(presenter, "17 of 24 right")

    def type_question(self, presenter, choices, right, words="Which?"):
        """Types a question with choices into the form, and opens it."""
        presenter.value(f"""(() => {{
            const form = document.querySelector('#chooser form'), [text, choices] = form.querySelectorAll('textarea');
            text.value = {json.dumps(words)};
            choices.value = {json.dumps(chr(10).join(choices))};
            form.querySelectorAll('input')[1].value = {json.dumps(right)};
            form.requestSubmit();
        }})()""")

    def test_the_right_choice_is_found_by_its_words_and_the_hint_waits(self):
        presenter, phones = self.presenter(), self.others(3)
        self.type_question(presenter, ("Cat", "Dog", "Ape"), "Asp")
        self.says(presenter, "is none of the choices")
        self.type_question(presenter, ("Cat", "Dog", "Ape"), "ape")
        self.says(presenter, "of 3 phones have answered")
        for phone, choice in zip(phones, (2, 0, 0)):
            phone.sees("open")
            phone.answer(choice=choice)
        self.click(presenter, "Close (C)")
        self.says(presenter, "Hint (H)")
        self.assertNotIn("right:", presenter.value("document.body.innerText"), "the class has not discussed yet")
        presenter.key("h", "h")
        self.says(presenter, "Under 35 % right")
        self.click(presenter, "Show the answer")
        self.says(presenter, "Answer: Ape")
        self.says(presenter, "1 of 3 right")

    def test_an_ended_room_says_so_on_every_page(self):
        presenter, phone = self.presenter(), self.phone()
        self.server.stop()
        self.says(phone, "This room is over")
        self.says(presenter, "This room is over")

    def test_a_wrong_presenters_link_says_so(self):
        page = self.page(self.server.presenter_link[:-4] + "0000", PROJECTOR)
        self.says(page, "does not belong to this room")
        gone = self.page(self.server.link[:-2], PHONE, light=False)
        self.says(gone, "There is no such room")


if __name__ == "__main__":
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        sys.exit(77)
    sys.argv[1:3] = []
    unittest.main(verbosity=2, warnings="ignore")
