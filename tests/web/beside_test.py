#!/usr/bin/env python3
"""beside_test.py FOLDER PICTURES: the lesson as text beside the canvas, read as a screen reader reads it: through the
browser's accessibility tree.

Exit status 77: skipped, with a sentence.
"""

import json
import os

import page_case
from page_case import SOURCE, fragment


class BesideTest(page_case.PageCase):
    def tree(self, page):
        """(role, name) of what a screen reader meets, in its order."""
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                if not node.get("ignored") and node.get("role")]

    def until_told(self, page, role, has):
        for _ in range(100):
            if any(each == role and has in name for each, name in self.tree(page)):
                return
            page.value("new Promise((resolve) => setTimeout(resolve, 100))")
        self.fail(f"no {role} with {has!r} in:\n" + "\n".join(map(str, self.tree(page))))

    def test_lesson_question_and_table_are_in_the_accessibility_tree_and_keep_step(self):
        with open(os.path.join(SOURCE, "kernels/running_mean/experiment.json"), encoding="utf-8") as file:
            experiment = json.load(file)
        question = experiment["questions"][0]
        page = self.open(link="#v1/running_mean")
        self.until_told(page, "main", "The lesson as text")
        self.until_told(page, "heading", experiment["title"])
        self.assertIn(experiment["title"], page.value("document.title"))
        self.until_told(page, "columnheader", experiment["variants"][0]["label"])
        self.until_told(page, "rowheader", "(the slider is here)")
        self.assertGreater(len([1 for role, _ in self.tree(page) if role == "cell"]), 10)
        # A slider that is moved in the picture.
        page.drag("slider:window_size", 0.3, 0.9)
        self.until_link(page, "window_size:", "the slider's value")
        value = page.value("decodeURIComponent(location.hash).match(/window_size:(\\d+)/)[1]")
        self.until_told(page, "rowheader", value + " elements (the slider is here)")
        # The next step in the picture; what answers its question is covered in the text too.
        page.key("l", "l")
        self.until_told(page, "StaticText", "Step 2 of")
        self.until_told(page, "StaticText", question["text"][:40])
        self.until_told(page, "textbox", "Your guess in " + question["unit"])
        self.assertNotIn(question["why"], page.value("document.getElementById('beside').textContent"))
        page.value("document.querySelector('#beside input').focus()")
        before = fragment(page)
        page.call("Input.insertText", text="256")
        self.act(page, f"answer:{question['id']}:")
        self.until_told(page, "StaticText", question["why"][:40])
        self.until_told(page, "StaticText", "Right.")
        self.assertEqual(fragment(page), before, "what is typed beside the picture moves nothing in it")
        page.until("Object.entries(localStorage).some(([key, text]) => key.endsWith('progress.json') && "
                   f"text.includes({json.dumps(question['id'])}))", "the answer, kept")
        # The text's own button turns the lesson in the picture.
        self.act(page, "turn:1")
        self.until_link(page, "step=3", "the next step")
        self.refuses_nothing(page)

    def test_the_text_comes_while_the_start_pages_move(self):
        page = self.new_page(1600, 900)
        page.open(self.address)
        page.until("document.querySelector('#beside h1') !== null", "the lesson as text", 10)
        self.assertTrue(page.find("start:leave"), "the start pages, whose pictures move for 20 seconds")

    def test_a_key_goes_to_the_text_and_back(self):
        page = self.open(link="#v1/running_mean")
        page.key("F6")
        page.until("document.activeElement.id === 'beside'", "the text has the keyboard")
        self.picture(page, "beside")
        page.key("Tab")
        page.until("document.activeElement.tagName === 'BUTTON'", "its first button")
        page.key("F6")
        page.until("document.activeElement.id === 'window'", "the picture has it again")

    def act(self, page, act):
        page.until(f"!!document.querySelector('#beside [data-act=\"{act}\"]')", act)
        page.value(f"document.querySelector('#beside [data-act=\"{act}\"]').click()")


if __name__ == "__main__":
    page_case.main()
