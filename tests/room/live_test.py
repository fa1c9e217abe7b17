"""The live compiler behind the page: a real server with a real worker, and pages that move sliders. SPILLWAY is the
program's argument."""

import http.client
import json
import os
import shutil
import signal
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from room_client import Client, LivePage, Refused, Server, frame

PROGRAM = os.path.abspath(sys.argv[1])
VARIANTS = ("local_array", "register_array")
PAGES, MOVES = 30, 4


def told(name, seconds):
    ordered = sorted(seconds)
    print(f"{name}: p50 {1000 * statistics.median(ordered):.0f} ms, p95 {1000 * ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms, "
          f"last {1000 * ordered[-1]:.0f} ms ({len(ordered)} answers)")


def shape(result):
    """Results of the compiler and the occupancy calculator."""
    compiled, occupancy = result["compile"], result["occupancy"]
    return (result["status"], compiled["registers"], compiled["stack_frame_bytes"], compiled["spill_store_bytes"],
            occupancy["theoretical"], occupancy["blocks_per_sm"])


class LiveCase(unittest.TestCase):
    """Nothing ships: every first answer is compiled."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="spillway-live-")
        self.addCleanup(shutil.rmtree, self.folder)
        page = os.path.join(self.folder, "page")
        os.makedirs(os.path.join(page, "reports"))
        for name in ("files.json", "index.html", "page.0123456789.js", "reports/a.0123456789.bin"):
            with open(os.path.join(page, name), "w", encoding="utf-8") as file:
                file.write("x" * 200_000 if name.endswith(".bin") else "{}")
        self.environment = {"SPILLWAY_REPORTS": "none", "XDG_CACHE_HOME": os.path.join(self.folder, "cache")}
        self.server = self.open_server()
        self.pages = []
        self.addCleanup(lambda: [each.close() for each in self.pages])

    def open_server(self, *words):
        server = Server(PROGRAM, self.folder, "--page", "page", *words, worker=None, environment=self.environment)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def page(self):
        self.pages.append(LivePage(self.server))
        return self.pages[-1]

    def has_compiler(self):
        page = self.page()
        if not page.hello["compiler"]["available"]:
            self.skipTest("no compiler here")

    def truth(self, values):
        """The command line's results for the variants at these window sizes, with a compiler's cache of its own."""
        environment = {**os.environ, **self.environment, "XDG_CACHE_HOME": os.path.join(self.folder, "other")}
        words = [word for variant in VARIANTS for word in ("--variant", variant)]
        axis = "window_size=[" + ",".join(str(value) for value in sorted(values)) + "]"
        done = subprocess.run([PROGRAM, "sweep", "running_mean", *words, "--axis", axis, "--gpu", "h200", "--json",
                               "truth.json"], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        with open(os.path.join(self.folder, "truth.json"), encoding="utf-8") as file:
            return {(each["variant"], each["parameters"]["window_size"]): shape(each) for each in json.load(file)}


class Sliders(LiveCase):
    def move(self, number, values, seconds, results):
        """One page moves its slider over these values, and waits for each answer."""
        page = LivePage(self.server)
        self.pages.append(page)
        for value in values:
            variant = VARIANTS[(number + value) % len(VARIANTS)]
            begin = time.monotonic()
            answer = page.answer(page.ask("running_mean", variant, {"window_size": value}, group="current"))
            seconds.append(time.monotonic() - begin)
            results.append((variant, value, answer))

    def all_move(self, values_of):
        seconds, results = [], []
        threads = [threading.Thread(target=self.move, args=(number, values_of(number), seconds, results))
                   for number in range(PAGES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return seconds, results

    def test_thirty_pages_get_the_compilers_answers(self):
        self.has_compiler()
        begin = time.monotonic()
        uncached, results = self.all_move(lambda number: [1 + (number * MOVES + move) % 128 for move in range(MOVES)])
        print(f"{PAGES} pages: {len(uncached)} questions in {time.monotonic() - begin:.1f} s")
        told("not compiled before", uncached)
        cached, again = self.all_move(lambda number: [1 + (number * MOVES + move) % 128 for move in range(MOVES)])
        told("known", cached)
        told_same, same = self.all_move(lambda number: [64, 65, 66])
        told("the same of all", told_same)
        print(f"memory of the server: {self.server.memory_mib():.0f} MiB")
        self.assertEqual(len(results), PAGES * MOVES)
        truth = self.truth(range(1, 129, 3))
        compared = 0
        for variant, value, answer in results + again + same:
            self.assertEqual(answer["type"], "result", answer)
            if (variant, value) in truth:
                self.assertEqual(shape(answer["result"]), truth[variant, value], (variant, value))
                compared += 1
        self.assertGreater(compared, PAGES * MOVES / 3)

    @staticmethod
    def children(process):
        found = set()
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", encoding="ascii") as file:
                found.update(int(each) for each in file.read().split())
        return found

    def test_two_workers_share_the_questions_and_one_of_them_may_end(self):
        self.has_compiler()
        self.server.stop()
        worker = os.path.join(os.path.dirname(PROGRAM), "spillway-worker")
        self.server = self.open_server("--worker", worker, "--worker", worker)
        deadline = time.monotonic() + 20
        while len(self.children(self.server.process.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        workers = sorted(self.children(self.server.process.pid))
        self.assertEqual(len(workers), 2)
        seconds, results = [], []
        threads = [threading.Thread(target=self.move, args=(number, [1 + number * MOVES + move for move in range(MOVES)],
                                                            seconds, results)) for number in range(6)]
        for thread in threads:
            thread.start()
        while len(results) < 4 and any(thread.is_alive() for thread in threads):
            time.sleep(0.02)
        for process in workers:
            self.assertNotEqual(self.children(process), set(), "each worker has started compile helpers")
        os.kill(workers[0], signal.SIGKILL)
        for thread in threads:
            thread.join()
        truth = self.truth(range(1, 25))
        self.assertEqual(len(results), 6 * MOVES)
        for variant, value, answer in results:
            self.assertEqual(answer["type"], "result", answer)
            self.assertEqual(shape(answer["result"]), truth[variant, value], (variant, value))

    def test_code_and_causes(self):
        self.has_compiler()
        page = self.page()
        listing = page.answer(page.ask("running_mean", "local_array", {"window_size": 40}, kind="listing"))
        self.assertIsNone(listing["error"])
        self.assertIn(".local", " ".join(line["text"] for line in listing["listing"]["ptx"]))
        causes = page.answer(page.ask("running_mean", "local_array", {"window_size": 40}, kind="causes"))
        self.assertEqual(causes["causes"][0]["symbol"], "window", causes)

    def test_a_newer_question_replaces_the_older(self):
        self.has_compiler()
        page = self.page()
        numbers = [page.ask("running_mean", "local_array", {"window_size": value}, group="current") for value in range(80, 100)]
        last = page.answer(numbers[-1])
        self.assertEqual(last["result"]["parameters"]["window_size"], 99)
        kinds = [page.answer(number)["type"] for number in numbers[:-1]]
        self.assertGreater(kinds.count("dropped"), 5, kinds)

    def test_a_killed_server_is_found_again(self):
        self.has_compiler()
        page = self.page()
        before = page.answer(page.ask("running_mean", "local_array", {"window_size": 50}))
        self.server.kill()
        self.assertTrue(page.until_closed())
        self.server.start()
        again = self.page()
        after = again.answer(again.ask("running_mean", "local_array", {"window_size": 50}))
        self.assertEqual(shape(after["result"]), shape(before["result"]))


class Encrypted(LiveCase):
    def open_server(self, *words):
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out",
                               "certificate.pem", "-days", "2", "-subj", "/CN=127.0.0.1"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if made.returncode != 0:
            self.skipTest("openssl makes no certificate here")
        return super().open_server("--certificate", "certificate.pem", "--key", "key.pem", *words)

    def setUp(self):
        if shutil.which("openssl") is None:
            self.skipTest("there is no openssl here")
        super().setUp()

    def test_pages_and_sockets_go_through_tls(self):
        self.assertTrue(self.server.link.startswith("https://"))
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.server.port, timeout=20, context=context)
        connection.request("GET", f"/device?room={self.server.code}")
        self.assertIn("Secure", connection.getresponse().getheader("set-cookie"))
        connection.close()
        page = LivePage(self.server, context=context)
        self.pages.append(page)
        page.send({"type": "ping"})
        self.assertTrue(page.until(lambda client: client.others))
        with self.assertRaises((Refused, ConnectionError)):
            Client(self.server, path=f"/live?room={self.server.code}")

    def test_a_wrong_key_gets_a_sentence(self):
        done = subprocess.run([PROGRAM, "serve", "--port", "0", "--room", "other", "--certificate", "certificate.pem", "--key",
                               "certificate.pem"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"TLS cannot begin", done.stderr)


class Bounds(LiveCase):
    def test_what_is_not_on_the_list_gets_a_sentence(self):
        page = self.page()
        for question in ((("no_such", "a", {})), ("running_mean", "no_such", {}),
                         ("running_mean", "local_array", {"window_size": 100_000})):
            answer = page.answer(page.ask(*question))
            self.assertEqual(answer["type"], "notice")
            self.assertTrue(answer["error"]["what"])
        self.assertEqual(page.answer(page.ask("running_mean", "local_array", {}, gpu="no_such"))["type"], "notice")
        for raw in (b"nonsense", b"[]", b'{"type":"shutdown"}', b'{"type":"source","source":{}}'):
            page.others.clear()
            page.socket.sendall(frame(raw))
            self.assertTrue(page.until(lambda client: client.others))
            self.assertEqual(page.others[0]["type"], "notice")
        page.send({"type": "ping"})
        self.assertTrue(page.until(lambda client: client.others[-1]["type"] == "pong"))

    def test_a_page_that_sends_too_much_is_dropped(self):
        for messages in ([b"x" * 70_000], [b'{"type":"ping"}'] * 60, [b"\n" * 40]):
            page = self.page()
            for each in messages:
                try:
                    page.socket.sendall(frame(each))
                except (BrokenPipeError, ConnectionResetError):
                    break
            self.assertTrue(page.until_closed(), messages[0][:20])

    def test_the_rooms_code_and_origin_are_needed(self):
        for path, origin in ((f"/live?room={self.server.code[:-1]}", None), ("/live", None),
                             (f"/live?room={self.server.code}", "http://elsewhere.example")):
            with self.assertRaises(Refused):
                Client(self.server, path=path, origin=origin)

    def test_the_pages_files_and_no_others(self):
        status, headers, body = self.server.get("/page/")
        self.assertEqual((status, body), (200, b"{}"))
        self.assertIn("'wasm-unsafe-eval'", headers["content-security-policy"])
        self.assertEqual(headers["cache-control"], "no-cache")
        status, headers, body = self.server.get("/page/reports/a.0123456789.bin")
        self.assertEqual((status, len(body)), (200, 200_000))
        self.assertIn("immutable", headers["cache-control"])
        with open(os.path.join(self.folder, "secret"), "w", encoding="utf-8") as file:
            file.write("secret")
        for path in ("/page/../secret", "/page/%2e%2e/secret", "/page/..%2fsecret", "/page//etc/passwd", "/page/reports",
                     "/page/no_such", "/page/.hidden"):
            status, _, body = self.server.get(path)
            self.assertNotEqual(status, 200, path)
            self.assertNotIn(b"secret", body)

    def test_without_a_page_there_are_votes_alone(self):
        other = Server(PROGRAM, self.folder, "--page", "nowhere", "--room", "votes")
        self.addCleanup(lambda: other.process.poll() is None and other.kill())
        self.assertIn(b"votes only", other.output)
        self.assertEqual(other.get("/page/")[0], 404)
        with self.assertRaises(Refused):
            Client(other, path=f"/live?room={other.code}")


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main(verbosity=2, warnings="ignore")
