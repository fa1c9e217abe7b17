"""A lecture over loopback with a real server: each test is a way through it. SPILLWAY is the program's argument."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

from room_client import Client, Refused, Server, frame
from room_test_case import RoomCase

PROGRAM = os.path.abspath(sys.argv[1])


RoomCase.program = PROGRAM


class Commands(RoomCase):
    """Does as the window does: its server reads commands from a file descriptor, and prints counts."""

    def test_a_question_is_opened_and_closed_through_a_pipe(self):
        reading, writing = os.pipe()
        process = subprocess.Popen([PROGRAM, "serve", "--worker", "none", "--port", "0", "--json", "--commands", str(reading)],
                                   cwd=tempfile.mkdtemp(), stdout=subprocess.PIPE, pass_fds=[reading], text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(reading)
        while process.stdout.readline().rstrip() != "}":
            pass

        def said():
            return json.loads(process.stdout.readline())

        self.assertEqual(said()["phase"], "waiting")
        os.write(writing, b'{"do": "open", "lesson": "running_mean", "question": "none"}\n')
        self.assertEqual(said()["is"], "problem")
        os.write(writing, b"x" * 100000 + b'\n{"do": "open_typed", "kind": "number", "text": "How many?", "unit": ""}\n')
        self.assertEqual(said()["phase"], "open", "a line that is too long is left out")
        os.write(writing, b'{"do": "close"}\n')
        self.assertEqual(said()["phase"], "closed")
        os.close(writing)
        process.terminate()
        self.assertEqual(process.wait(timeout=30), 0, "it goes on without its starter, until it is stopped")


class Votes(RoomCase):
    def test_a_question_is_opened_answered_closed_and_its_votes_are_in_the_file(self):
        presenter = self.presenter()
        phones = [self.phone() for _ in range(5)]
        self.assertTrue(presenter.open_typed(right=1))
        for i, phone in enumerate(phones):
            self.assertTrue(phone.sees("open"))
            self.assertTrue(phone.answer(choice=1 if i < 3 else 2))
        self.assertTrue(presenter.until(lambda page: page.state["answered"] == 5))
        self.assertNotIn("results", presenter.state, "how many, not what")
        self.assertTrue(presenter.close_question())
        results = presenter.state["results"]
        self.assertEqual([bar["counts"] for bar in results["bars"]], [[0], [3], [2]])
        self.assertEqual([bar["right"] for bar in results["bars"]], [False] * 3, "not before the answer is shown")
        self.assertEqual(results["rounds"][0]["verdict"], {"hint": "discuss"})
        presenter.act("truth")
        self.assertTrue(presenter.until(lambda page: "truth" in page.state["results"]))
        self.assertEqual(presenter.state["results"]["truth"]["text"], "two")
        self.assertEqual(presenter.state["results"]["rounds"][0]["verdict"]["right"], 3)
        self.assertTrue(phones[0].sees("closed"))
        self.assertNotIn("results", phones[0].state)
        status, _, errors = self.server.stop()
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual([each["counts"] for each in self.votes()[0]["rounds"]], [[0, 3, 2]])
        self.assertEqual(os.listdir(self.folder), ["room.spillway-votes"], "the room's state is gone")

    def test_a_second_round_stands_beside_the_first(self):
        presenter, phone, other = self.presenter(), self.phone(), self.phone()
        presenter.open_typed(right=0)
        for each in (phone, other):
            each.sees("open")
            each.answer(choice=2)
        presenter.close_question()
        presenter.act("again")
        self.assertTrue(presenter.sees("open"))
        for each in (phone, other):
            self.assertTrue(each.until(lambda page: page.state["phase"] == "open" and "mine" not in page.state))
            each.answer(choice=0)
        presenter.close_question()
        self.assertEqual([bar["counts"] for bar in presenter.state["results"]["bars"]], [[0, 2], [0, 0], [2, 0]])
        hints = [each["verdict"]["hint"] for each in presenter.state["results"]["rounds"]]
        self.assertEqual(hints, ["explain", "go_on"])

    def test_gain_reads_the_rounds(self):
        presenter, phones = self.presenter(), [self.phone() for _ in range(10)]
        presenter.open_typed(right=1)
        for right in (4, 7):
            for i, phone in enumerate(phones):
                self.assertTrue(phone.until(lambda page: page.state["phase"] == "open" and "mine" not in page.state))
                self.assertTrue(phone.answer(choice=1 if i < right else 0))
            presenter.close_question()
            if right == 4:
                presenter.act("again")
                presenter.sees("open")
        self.server.stop()
        told = subprocess.run([PROGRAM, "gain", self.folder, "--json"], stdout=subprocess.PIPE, check=True).stdout
        question = json.loads(told)[0]["questions"][0]
        self.assertEqual(question["rounds"], [{"answers": 10, "right": 4}, {"answers": 10, "right": 7}])
        self.assertAlmostEqual(question["gain"], 0.5)

    def test_a_lessons_question_has_the_compilers_answer(self):
        presenter, phones = self.presenter(), [self.phone() for _ in range(4)]
        presenter.act("open", lesson="running_mean", question="frame_64")
        for phone, text in zip(phones, ("256", "0.25 KiB", "270 bytes", "64")):
            self.assertTrue(phone.sees("open"))
            self.assertTrue(phone.answer(text=text))
        self.assertTrue(presenter.until(lambda page: page.state.get("has_truth")))
        presenter.close_question()
        presenter.act("truth")
        self.assertTrue(presenter.until(lambda page: "truth" in page.state["results"]))
        self.assertEqual(presenter.state["results"]["truth"]["text"], "256 bytes")
        verdict = presenter.state["results"]["rounds"][0]["verdict"]
        self.assertEqual((verdict["right"], verdict["hint"]), (3, "go_on"))
        self.assertEqual((verdict["wrong"], verdict["wrong_count"]), ("64 bytes", 1))

    def test_the_commonest_misconception_is_named(self):
        presenter, phones = self.presenter(), [self.phone() for _ in range(3)]
        presenter.act("open", lesson="matmul", question="which_step")
        for phone in phones:
            phone.sees("open")
            phone.answer(choice=0)
        presenter.until(lambda page: page.state.get("has_truth"))
        presenter.close_question()
        presenter.act("truth")
        self.assertTrue(presenter.until(lambda page: "truth" in page.state["results"]))
        verdict = presenter.state["results"]["rounds"][0]["verdict"]
        self.assertEqual(verdict["hint"], "explain")
        with open(os.path.join(os.path.dirname(__file__), "../../assets/misconceptions.json"), encoding="utf-8") as file:
            says = {each["id"]: each["says"] for each in json.load(file)}
        self.assertEqual(verdict["misconception"], says["reads_are_free"])

    def test_a_curve_is_drawn_and_the_class_is_a_band(self):
        presenter, phones = self.presenter(), [self.phone() for _ in range(3)]
        presenter.act("open", lesson="running_mean", question="registers_curve")
        for i, phone in enumerate(phones):
            self.assertTrue(phone.sees("open"))
            self.assertEqual(phone.state["question"]["kind"], "curve")
            self.assertTrue(phone.answer(text=f"1:{20 + i} 64:{30 + i} 128:{40 + i}"))
        presenter.close_question()
        shown = presenter.state["results"]["rounds"][0]
        self.assertEqual(len(shown["curves"]), 3)
        self.assertEqual([point[2] for point in shown["band"]], [21, 31, 41], "the median")

    def test_cards_give_the_same_screen(self):
        presenter = self.presenter()
        presenter.open_typed(right=0)
        presenter.act("cards", counts=[12, 3, 5])
        self.assertTrue(presenter.sees("closed"))
        self.assertEqual([bar["counts"] for bar in presenter.state["results"]["bars"]], [[12], [3], [5]])
        self.assertTrue(presenter.state["results"]["rounds"][0]["by_hand"])


class Phones(RoomCase):
    def count(self, presenter):
        presenter.close_question()
        return [bar["counts"][-1] for bar in presenter.state["results"]["bars"]]

    def test_a_changed_answer_counts_once(self):
        presenter, phone = self.presenter(), self.phone()
        presenter.open_typed()
        phone.sees("open")
        for choice in (0, 1, 0, 2):
            self.assertTrue(phone.answer(choice=choice))
        self.assertEqual(self.count(presenter), [0, 0, 1])

    def test_a_reload_and_a_second_tab_are_the_same_phone(self):
        presenter, phone = self.presenter(), self.phone()
        presenter.open_typed()
        phone.sees("open")
        phone.answer(choice=0)
        self.assertEqual(self.server.new_cookie(phone.cookie), phone.cookie, "no second device for a reload")
        tab = self.phone(phone.cookie)
        self.assertEqual(tab.state["mine"]["choice"], 0)
        tab.answer(choice=1)
        self.assertTrue(phone.until(lambda page: page.state["mine"]["choice"] == 1), "the first tab sees the change")
        self.assertEqual(presenter.state["phones"], 1)
        self.assertEqual(self.count(presenter), [0, 1, 0])

    def test_a_late_phone_joins_and_a_late_answer_changes_nothing(self):
        presenter, early = self.presenter(), self.phone()
        presenter.open_typed()
        early.sees("open")
        early.answer(choice=0)
        late = self.phone()
        self.assertEqual(late.state["phase"], "open")
        self.assertTrue(late.answer(choice=1))
        number = late.state["round"]
        self.assertEqual(self.count(presenter), [1, 1, 0])
        late.send({"do": "answer", "round": number, "mark": 1, "choice": 2})
        self.assertTrue(late.sees("closed"))
        presenter.act("again")
        presenter.sees("open")
        late.send({"do": "answer", "round": number, "mark": 2, "choice": 2})
        self.assertTrue(late.sees("open"))
        self.assertEqual(self.count(presenter), [0, 0, 0], "an answer to the first round is none to the second")

    def test_a_phone_that_sleeps_keeps_its_vote(self):
        presenter, phone = self.presenter(), self.phone()
        presenter.open_typed()
        phone.sees("open")
        phone.answer(choice=2)
        phone.close()
        self.assertTrue(presenter.until(lambda page: page.state["phones"] == 0))
        woken = self.phone(phone.cookie)
        self.assertEqual(woken.state["mine"]["choice"], 2)
        self.assertEqual(self.count(presenter), [0, 0, 1])

    def test_a_number_that_is_ambiguous_gets_a_sentence(self):
        presenter, phone = self.presenter(), self.phone()
        presenter.act("open", lesson="running_mean", question="frame_64")
        phone.sees("open")
        phone.send({"do": "answer", "round": phone.state["round"], "mark": 1, "text": "4 or 8"})
        self.assertTrue(phone.until(lambda page: page.others))
        self.assertEqual(phone.others[0]["is"], "problem")
        self.assertTrue(phone.others[0]["text"].endswith("."), phone.others)
        presenter.close_question()
        self.assertEqual(presenter.state["results"]["rounds"][0]["answers"], 0)


class Restart(RoomCase):
    def test_a_killed_server_goes_on_with_the_votes_of_the_open_round(self):
        presenter, phones = self.presenter(), [self.phone() for _ in range(6)]
        presenter.open_typed()
        for phone in phones[:4]:
            phone.sees("open")
            self.assertTrue(phone.answer(choice=1))
        link, presenter_link = self.server.link, self.server.presenter_link
        self.server.kill()
        mode = os.stat(os.path.join(self.folder, "room.spillway-room")).st_mode
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        self.server.start()
        self.assertEqual((self.server.link, self.server.presenter_link), (link, presenter_link))
        back = [self.phone(phone.cookie) for phone in phones]
        for phone in back[:4]:
            self.assertEqual(phone.state["mine"]["choice"], 1)
        back[0].answer(choice=0)
        back[5].answer(choice=2)
        again = self.presenter()
        self.assertEqual(again.state["answered"], 5)
        again.close_question()
        self.assertEqual([bar["counts"] for bar in again.state["results"]["bars"]], [[1], [3], [1]])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.presenter().state["phase"], "closed")
        self.server.stop()
        self.assertEqual([each["counts"] for each in self.votes()[0]["rounds"]], [[1, 3, 1]])

    def test_a_room_without_a_named_port_finds_one_and_keeps_it(self):
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            rooms = [Server(PROGRAM, folder, port=None) for folder in (first, second)]
            for room in rooms:
                self.addCleanup(lambda each=room: each.process.poll() is None and each.kill())
            links = [room.link for room in rooms]
            self.assertNotEqual(rooms[0].port, rooms[1].port)
            for room in reversed(rooms):
                room.kill()
            for room in reversed(rooms):  # the second one does not take the first one's port, which is free now
                room.start()
            self.assertEqual([room.link for room in rooms], links)
            for room in rooms:
                room.kill()

    def test_an_ended_room_is_another_one_next_time_and_its_votes_stay(self):
        for _ in range(2):
            presenter, phone = self.presenter(), self.phone()
            presenter.open_typed()
            phone.sees("open")
            phone.answer(choice=1)
            code = self.server.code
            self.server.stop()  # counts the open round
            self.server.start()
            self.assertNotEqual(self.server.code, code)
        self.assertEqual([each["rounds"][0]["counts"] for each in self.votes()], [[0, 1, 0]] * 2)

    def test_a_second_server_of_the_same_room_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "is writing this file"):
            Server(PROGRAM, self.folder)

    def test_a_damaged_file_is_refused_and_stays(self):
        self.server.stop()
        place = os.path.join(self.folder, "room.spillway-votes")
        with open(place, "w", encoding="utf-8") as file:
            file.write("{\"spillway\": \"votes\"")
        with self.assertRaisesRegex(RuntimeError, "not as Spillway writes it"):
            Server(PROGRAM, self.folder)
        with open(place, encoding="utf-8") as file:
            self.assertEqual(file.read(), "{\"spillway\": \"votes\"")


class Words(unittest.TestCase):
    def test_wrong_words_are_refused_before_the_port_opens(self):
        folder = tempfile.mkdtemp(prefix="spillway-room-")
        self.addCleanup(shutil.rmtree, folder)
        for words, named in ((["--bind", "nonsense"], "nonsense"), (["--room", "../x"], "../x"),
                             (["--gpu", "no_such_gpu"], "no_such_gpu"), (["--bind", "192.0.2.1"], "192.0.2.1")):
            with self.assertRaisesRegex(RuntimeError, named.replace(".", r"\.")):
                Server(PROGRAM, folder, *words)
        self.assertEqual([name for name in os.listdir(folder) if not name.endswith(".lock")], [])


class Strangers(RoomCase):
    def refused(self, **more):
        with self.assertRaises((Refused, ConnectionError)):
            Client(self.server, **{"cookie": self.server.new_cookie(), **more})

    def test_pages_need_the_rooms_code_and_get_a_policy(self):
        for path in ("/", "/?room=", "/?room=AAAAAAAAAA", "/present", "/device", "/qr.svg", "/etc/passwd", "/../x"):
            self.assertIn(self.server.get(path)[0], (403, 404), path)
        for path in (f"/?room={self.server.code}", f"/present?room={self.server.code}", "/phone.js", "/nothing"):
            status, headers, _ = self.server.get(path)
            policy = headers["content-security-policy"]
            self.assertIn("default-src 'none'", policy, path)
            self.assertNotIn("unsafe", policy)
            self.assertNotIn("access-control-allow-origin", headers)
            self.assertNotIn("set-cookie", headers, "only the page's own fetch sets the cookie")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
            self.assertNotEqual(self.server.get(f"/?room={self.server.code}", method=method, body=b"x")[0], 200, method)

    def test_the_cookie_is_no_scripts_and_no_other_sites(self):
        _, headers, _ = self.server.get(f"/device?room={self.server.code}")
        for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(word, headers["set-cookie"])

    def test_a_socket_needs_the_code_the_cookie_and_its_own_origin(self):
        self.refused(cookie=None)
        self.refused(cookie="spillway_device=short")
        self.refused(origin="http://other.example")
        self.refused(origin="null")
        self.refused(origin="")
        self.refused(path="/socket?room=AAAAAAAAAA")
        self.refused(path="/socket")
        self.refused(path=f"/?room={self.server.code}")
        Client(self.server, cookie=self.server.new_cookie()).close()

    def test_without_the_token_a_client_can_only_answer(self):
        presenter = self.presenter()
        for message in ({"do": "open_typed", "text": "Mine", "kind": "number", "unit": ""}, {"do": "close"},
                        {"do": "truth"}, {"do": "cards", "counts": [1, 2]},
                        {"do": "open", "lesson": "running_mean", "question": "frame_64"},
                        {"do": "present", "token": "0" * 32}, {"do": "present", "token": self.server.token[:-1]},
                        {"do": "present", "token": ""}):
            stranger = self.phone()
            stranger.send(message)
            self.assertTrue(stranger.until_closed(), message)
            self.assertEqual(stranger.close_code, 1008)
        self.phone()
        self.assertTrue(presenter.until(lambda page: page.state["phones"] == 1))
        self.assertEqual(presenter.state["phase"], "waiting")

    def test_a_message_that_is_no_message_is_answered_and_one_that_is_too_large_ends_the_connection(self):
        phone = self.phone()
        for text in (b"", b"[]", b"{", b"{\"do\": 3}", b"{\"do\": \"answer\", \"round\": -1}", b"[" * 5000,
                     json.dumps({"do": "answer", "round": 1, "mark": 1, "text": "x" * 30000}).encode()):
            phone.others.clear()
            phone.socket.sendall(frame(text))
            if phone.state["phase"] == "waiting" and text.endswith(b"\"}") and b"xxx" not in text:
                continue
            self.assertTrue(phone.until(lambda page: page.others), text[:40])
        large = self.phone()
        for part in range(3):
            try:
                large.socket.sendall(frame(b"x" * 40000, opcode=1 if part == 0 else 0, is_final=False))
            except ConnectionError:
                break
        self.assertTrue(large.until_closed())
        binary = self.phone()
        binary.socket.sendall(frame(b"\x00\x01", opcode=2))
        self.assertTrue(binary.until_closed())
        text = self.phone()
        text.socket.sendall(frame(b"\xff\xfe"))
        self.assertTrue(text.until_closed(), "not UTF-8")

    def test_a_client_that_sends_too_fast_is_dropped(self):
        phone = self.phone()
        for _ in range(200):
            try:
                phone.send({"do": "answer", "round": 0, "mark": 0, "choice": 0})
            except ConnectionError:
                break
        self.assertTrue(phone.until_closed())


class Bounds(RoomCase):
    def test_the_501st_client_is_refused_and_the_others_stay(self):
        cookie = self.server.new_cookie()
        clients = [Client(self.server, cookie=cookie) for _ in range(500)]
        self.clients += clients
        with self.assertRaises((Refused, ConnectionError)):
            Client(self.server, cookie=cookie)
        clients.pop().close()
        self.assertTrue(clients[0].until(lambda page: page.state is not None))


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main(verbosity=1, warnings="ignore")
