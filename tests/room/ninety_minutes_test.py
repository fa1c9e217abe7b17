"""A lecture of ninety minutes with 40 phones, in seconds: they sleep, reload, come late, change answers and have two tabs,
and the server is killed twice. What each phone lost is counted: nothing. SPILLWAY is the program's argument."""

import os
import random
import socket
import struct
import sys
import time
import unittest

from room_client import Phone, Presenter
from room_test_case import RoomCase

PROGRAM = os.path.abspath(sys.argv[1])
PHONES = 40
WAVES = 4  # times that each phone may act while a round is open
LATE = 3   # question before which the last phones come

CHOICE = {"text": "Which?", "kind": "choice", "choices": [{"text": each} for each in ("one", "two", "three", "four")]}
NUMBER = {"text": "How many?", "kind": "number", "unit": "KiB"}
# (what the presenter opens, number of rounds)
LECTURE = [({"do": "open_typed", **CHOICE, "right": 1}, 2), ({"do": "open_typed", **NUMBER}, 1),
           ({"do": "open", "lesson": "running_mean", "question": "registers_curve"}, 1),
           ({"do": "open_typed", **CHOICE}, 1), ({"do": "open", "lesson": "running_mean", "question": "frame_64"}, 2),
           ({"do": "open_typed", **CHOICE, "right": 3}, 3)]
KILLED_IN = {(0, 0, 2), (4, 1, 1)}  # question, round and wave


def new_answer(kind, chance):
    if kind == "choice":
        return {"choice": chance.randrange(4)}
    if kind == "number":
        return {"text": str(chance.randrange(1, 300))}
    return {"text": f"1:{chance.randrange(10, 30)} 64:{chance.randrange(30, 50)} 128:{chance.randrange(50, 90)}"}


class Pocket:
    """A phone as phone.js: it keeps its answer until the server has stored it, and connects again by itself."""

    def __init__(self, case):
        self.case, self.cookie, self.tab, self.second = case, None, None, None
        self.wanted, self.is_pending = None, False  # its answer of this round; not known to be stored
        self.reloads = self.sleeps = self.changes = 0

    def connect(self):
        tab = Phone(self.case.server, self.cookie)
        self.cookie = tab.cookie
        self.case.clients.append(tab)
        return tab

    def wake(self):
        if self.tab is None or self.tab.is_closed:
            self.tab = self.connect()

    def sees(self, phase):
        """Connects again where the server is another one by now."""
        for _ in range(3):
            self.wake()
            if self.tab.until(lambda page: page.state["round"] == self.case.number and page.state["phase"] == phase):
                return
        raise AssertionError("a phone does not see the round")

    def send(self, answer):
        """Without waiting: settle() does."""
        self.sees("open")
        self.wanted, self.is_pending = answer, True
        self.tab.mark += 1
        try:
            self.tab.send({"do": "answer", "round": self.case.number, "mark": self.tab.mark, **answer})
        except OSError:
            self.tab.is_closed = True

    def settle(self):
        """Until the newest answer is stored; sent again after each loss of the connection."""
        while self.is_pending:
            if self.tab is None or self.tab.is_closed:
                self.send(self.wanted)
            self.is_pending = not self.tab.until(lambda page: page.state["mark"] == page.mark, 10)
            if self.is_pending and not self.tab.is_closed:
                raise AssertionError("an answer is not stored")

    def reload(self):
        """The page goes at once, perhaps with an answer under way."""
        self.reloads += 1
        if self.tab is not None:
            self.tab.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.tab.close()
        self.tab = self.connect()
        if self.is_pending:
            self.send(self.wanted)

    def sleep(self):
        """The radio is off: the old connection stays open at the server, unread."""
        self.sleeps += 1
        self.tab = None

    def shows_its_answer(self):
        mine = self.tab.state.get("mine")
        return mine is not None and mine.get("choice") == self.wanted.get("choice")

    def answer_in_second_tab(self, answer):
        if self.second is None or self.second.is_closed:
            self.second = self.connect()
        self.tab, self.second = self.second, self.tab
        self.send(answer)
        self.settle()


class NinetyMinutes(RoomCase):
    program = PROGRAM

    def setUp(self):
        super().setUp()
        self.number = 0  # of the round
        self.chance = random.Random(43)

    def act(self, index, phone, kind, wave):
        """One phone, by its habit."""
        is_asked = phone.wanted is None
        habit = index % 8
        if habit == 0 and is_asked:                                         # answers once
            phone.send(new_answer(kind, self.chance))
        elif habit == 1:                                                    # changes every time
            phone.changes += not is_asked
            phone.send(new_answer(kind, self.chance))
        elif habit == 2:                                                    # reloads while its answer is under way
            if is_asked:
                phone.send(new_answer(kind, self.chance))
            phone.reload()
        elif habit == 3:                                                    # sleeps after its answer
            if is_asked:
                phone.send(new_answer(kind, self.chance))
                phone.settle()
            else:
                phone.sleep()
        elif habit == 4 and wave == WAVES - 1:                              # answers at the last moment
            phone.wake()
            phone.send(new_answer(kind, self.chance))
        elif habit == 5:                                                    # two tabs
            phone.answer_in_second_tab(new_answer(kind, self.chance))
        elif habit == 6 and self.chance.random() < 0.5:                     # any of these
            self.act(self.chance.randrange(6), phone, kind, wave)
        # habit 7 answers too late, or never

    def kill_server(self):
        self.server.kill()
        self.server.start()
        self.lecturer = self.presenter()

    def play_round(self, at, phones, kind):
        for phone in phones:
            phone.wanted, phone.is_pending = None, False
        for wave in range(WAVES):
            for index, phone in enumerate(phones):
                self.act(index, phone, kind, wave)
            if (*at, wave) in KILLED_IN:
                self.kill_server()
        for index, phone in enumerate(phones):
            phone.settle()
            if phone.wanted is not None:
                phone.sees("open")
                self.assertTrue(phone.tab.until(lambda page: phone.shows_its_answer()), (index, phone.tab.state))
        answered = [phone.wanted for phone in phones if phone.wanted is not None]
        self.assertTrue(self.lecturer.until(lambda page: page.state["answered"] == len(answered)), "before it closes")
        self.lecturer.close_question()
        self.answers += len(answered)
        for index, phone in enumerate(phones):
            if index % 8 == 7 and self.chance.random() < 0.5:
                self.answer_too_late(phone, new_answer(kind, self.chance))
            elif phone.wanted is not None:
                phone.sees("closed")
        return self.counts_of(kind, answered)

    def answer_too_late(self, phone, answer):
        phone.sees("closed")
        phone.tab.send({"do": "answer", "round": self.number, "mark": phone.tab.mark + 1, **answer})
        self.too_late += 1

    @staticmethod
    def counts_of(kind, answers):
        if kind == "choice":
            return [sum(each["choice"] == choice for each in answers) for choice in range(4)]
        texts = sorted(each["text"] for each in answers)
        if kind == "number":
            numbers = sorted({int(text) for text in texts})
            return [[number, texts.count(str(number))] for number in numbers]
        return texts

    def test_nothing_is_lost(self):
        self.answers = self.too_late = 0
        self.lecturer = self.presenter()
        phones = [Pocket(self) for _ in range(PHONES - 8)]
        begin, expected = time.monotonic(), []
        for question, (opening, rounds) in enumerate(LECTURE):
            if question == LATE:
                phones += [Pocket(self) for _ in range(8)]
            counts = []
            for number in range(rounds):
                self.lecturer.send(opening if number == 0 else {"do": "again"})
                before = self.number
                self.assertTrue(self.lecturer.until(
                    lambda page: page.state["phase"] == "open" and page.state["round"] > before))
                self.number = self.lecturer.state["round"]
                kind = self.lecturer.state["question"]["kind"]
                counts.append(self.play_round((question, number), phones, kind))
            expected.append(counts)
        self.server.stop()
        found = [[each["counts"] for each in question["rounds"]] for question in self.votes()]
        for question, (kept, counted) in enumerate(zip(found, expected)):
            for number, (one, other) in enumerate(zip(kept, counted)):
                self.assertEqual(sorted(one) if isinstance(one[0], str) else one, other, (question, number))
        self.assertEqual([len(each) for each in found], [len(each) for each in expected])
        self.assertEqual(len({phone.cookie for phone in phones if phone.cookie}), sum(phone.cookie is not None for phone in phones))
        print(f"{PHONES} phones, {sum(len(each) for each in expected)} rounds, {self.answers} answers that count, "
              f"{self.too_late} too late, {sum(each.reloads for each in phones)} reloads, "
              f"{sum(each.sleeps for each in phones)} sleeps, {sum(each.changes for each in phones)} changes, "
              f"{len(KILLED_IN)} killed servers: none lost, none counted twice, in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main(verbosity=1, warnings="ignore")
