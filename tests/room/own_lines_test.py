"""`serve --allow-code`: lines that pages write for exercises, with a real worker; and a stranger's. SPILLWAY is the
program's argument."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
import unittest

from room_client import LivePage, Server

PROGRAM = os.path.abspath(sys.argv[1])
EXERCISE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../../kernels/address_taken/exercises/sorted_by_value/kernel.cu")
BEGIN, END = "// ---- yours from here ----\n", "// ---- yours to here ----"
COMPILE_SECONDS = 3
VALUES = {"elements": 1024}  # few, as for a run on a processor
HEAD = "__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)\n"


def with_lines(lines):
    with open(EXERCISE, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return text[:begin] + lines + "\n" + text[end:]


def own_part():
    with open(EXERCISE, encoding="utf-8") as file:
        text = file.read()
    return text[text.index(BEGIN) + len(BEGIN):text.index(END)]


class OwnLines(unittest.TestCase):
    words = ["--allow-code"]

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="spillway-own-")
        self.addCleanup(shutil.rmtree, self.folder)
        page = os.path.join(self.folder, "page")
        os.makedirs(page)
        for name in ("files.json", "index.html"):
            with open(os.path.join(page, name), "w", encoding="utf-8") as file:
                file.write("{}")
        environment = {"SPILLWAY_REPORTS": "none", "XDG_CACHE_HOME": os.path.join(self.folder, "cache"),
                       "SPILLWAY_COMPILE_SECONDS": str(COMPILE_SECONDS)}
        self.server = Server(PROGRAM, self.folder, "--page", "page", *self.words, worker=None, environment=environment)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())
        self.page = self.new_page()
        if not self.page.hello["compiler"]["available"]:
            self.skipTest("no compiler here")
        if self.words and not self.page.hello.get("takes_code"):
            self.skipTest("nothing confines the compiler here")

    def new_page(self):
        page = LivePage(self.server)
        self.addCleanup(page.close)
        return page

    def ask(self, page, text, kind="run", source=True, **more):
        if source:
            page.send({"type": "source", "source": {"hash": "0", "name": "../../x", "text": text}})
        digest = hashlib.sha256(text.encode()).hexdigest()
        page.ids += 1
        names = {"experiment": "sorted_by_value", "variant": "yours", "values": VALUES}
        content = {"job": {**names, "gpu": {"name": "h200"}, "compile": {"source_hash": digest}}}
        if kind in ("listing", "causes"):
            content = {"of": {**names, "gpu": "h200"}, "compile": {"source_hash": digest}}
        page.send({"type": kind, "id": page.ids, "priority": 0, "group": "", **content, **more})
        return page.ids

    def result(self, page, text, **more):
        return page.answer(self.ask(page, text, **more))


class Learners(OwnLines):
    def test_lines_are_compiled_and_their_output_is_checked(self):
        begun = self.result(self.page, with_lines(own_part()))["result"]
        self.assertGreater(begun["compile"]["stack_frame_bytes"], 0)
        solved = own_part().replace("__noinline__", "__forceinline__").replace("    for (int last", "#pragma unroll\n    for (int last", 1)
        answer = self.result(self.page, with_lines(solved), check_output=True)["result"]
        self.assertEqual((answer["status"], answer["compile"]["stack_frame_bytes"]), ("ok", 0))
        self.assertEqual(answer["verification"]["status"], "matched", answer["verification"])
        wrong = self.result(self.page, with_lines(solved.replace("4 * four[3]", "5 * four[3]")), check_output=True)["result"]
        self.assertNotEqual(wrong["verification"]["status"], "matched", wrong["verification"])

    def test_an_error_is_explained_and_code_is_shown(self):
        refused = self.result(self.page, with_lines(HEAD + "{ out[0] = nothing; }"))["result"]
        self.assertIn("nothing", refused["message"])
        listing = self.page.answer(self.ask(self.page, with_lines(own_part()), kind="listing"))
        self.assertIn("yours", " ".join(line["text"] for line in listing["listing"]["ptx"]))

    def test_a_measurement_is_none(self):
        answer = self.result(self.page, with_lines(own_part() + "// measured?\n"), measure=True)["result"]
        self.assertNotEqual(answer["measurement"]["source"], "live")


class Strangers(OwnLines):
    def refusal(self, text, **more):
        answer = self.result(self.page, text, **more)
        self.assertNotEqual(answer["type"], "result", answer)
        return answer["error"]["what"]

    def test_only_the_lines_between_the_marks(self):
        self.refusal(with_lines(own_part()).replace("larger", "larges", 1))
        self.refusal("__global__ void yours(const int4* in, int* out, int elements) {}")
        self.refusal(with_lines("#define as_it_was yours\n" + own_part()))
        self.assertIn("does not have your code", self.refusal(with_lines(own_part() + "// never sent\n"), source=False))

    def test_no_file_of_the_server_is_read(self):
        secret = os.path.join(self.folder, "secret.h")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("#error the secret is 12345\n")
        for line in (f'#include "{secret}"', f'#define WHERE "{secret}"\n#include WHERE', '#include "/etc/passwd"',
                     '#include "../../../../../etc/passwd"', f'__asm__(".file 1 \\"{secret}\\"");',
                     f'#if __has_include("{secret}")\n#error it is there\n#endif'):
            answer = self.result(self.page, with_lines(line + "\n" + own_part()))
            text = str(answer)
            for word in ("12345", "root:", "it is there"):
                self.assertNotIn(word, text, line)

    def test_two_endless_kernels_and_no_third_while_sliders_go_on(self):
        endless = HEAD + "{ for (volatile int i = 0; ; ) out[0] += i; }"
        many = "template <int N> struct T { static constexpr int v = T<N - 1>::v + T<N - 2>::v + T<(N * 7) % (N + 1) - N>::v; };\n"
        slider = self.new_page()
        numbers = [self.ask(self.page, with_lines(f"// {i}\n" + endless), check_output=True) for i in range(2)]
        for value in (3, 5, 7):
            begin = time.monotonic()
            answer = slider.answer(slider.ask("running_mean", "local_array", {"window_size": value}))
            self.assertEqual(answer["type"], "result")
            self.assertLess(time.monotonic() - begin, 2 * COMPILE_SECONDS)
        for number in numbers:
            self.page.answer(number, 20 * COMPILE_SECONDS)
        self.assertIn("took too long", self.refusal(with_lines("// 3\n" + endless)))
        other = self.new_page()
        self.assertEqual(self.result(other, with_lines(many + own_part()))["type"], "result", "another page is served still")

    def test_texts_that_are_too_large_or_no_text(self):
        for source in ({"text": "x" * 50_000}, {"text": 5}, {}, {"text": ["a"]}):
            self.page.others.clear()
            self.page.send({"type": "source", "source": source})
            self.assertTrue(self.page.until(lambda page: page.others))
            self.assertEqual(self.page.others[0]["type"], "notice")


class Off(OwnLines):
    words = []

    def test_without_the_option_no_text_is_taken(self):
        self.assertFalse(self.page.hello.get("takes_code"))
        answer = self.result(self.page, with_lines(own_part() + "// mine\n"))
        self.assertEqual(answer["type"], "notice")
        self.assertIn("takes no code", self.page.others[0]["error"]["what"])


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main(verbosity=2, warnings="ignore")
