"""A stranger on the network attacks a room: with and without the room's link, never with the presenter's token. After
each attack the class votes as before. SPILLWAY is the program's argument."""

import os
import random
import resource
import secrets
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import unittest

from room_client import Client, Phone, Presenter, Refused, Server, frame
from room_test_case import RoomCase

PROGRAM = os.path.abspath(sys.argv[1])
STRANGER = "127.0.0.66"  # the class has other addresses
MOST_CONNECTIONS, MOST_CLIENTS = 1000, 500
MOST_MIB = 150


class Attack(RoomCase):
    program = PROGRAM

    def setUp(self):
        super().setUp()
        self.lecturer = self.presenter()
        self.lecturer.open_typed()
        self.count = 0
        self.sockets = []
        self.addCleanup(lambda: [each.close() for each in self.sockets])

    def raw(self, data=b"", source=STRANGER):
        self.sockets.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=20, source_address=(source, 0)))
        self.sockets[-1].sendall(data)
        return self.sockets[-1]

    def stranger(self, cookie=None, path=None):
        self.clients.append(Client(self.server, cookie or "spillway_device=" + secrets.token_hex(16), path=path, source=STRANGER))
        return self.clients[-1]

    def votes_as_before(self, seconds=3, source="127.0.0.7"):
        """One more phone of the class votes within this time, and the lecturer sees it."""
        begin = time.monotonic()
        phone = self.phone_from(source)
        self.assertTrue(phone.answer(choice=self.count % 3))
        self.count += 1
        self.assertTrue(self.lecturer.until(lambda page: page.state["answered"] >= self.count))
        self.assertLess(time.monotonic() - begin, seconds)
        self.assertLess(self.server.memory_mib(), MOST_MIB)
        return phone

    def phone_from(self, source):
        self.clients.append(Phone(self.server, source=source))
        return self.clients[-1]

    def flood(self, clients, data):
        """All of them send it again and again, from threads of their own, while the class votes."""
        is_over = threading.Event()

        def send(client):
            client.socket.settimeout(1)
            while not is_over.is_set():
                try:
                    client.socket.sendall(data)
                except OSError:
                    return

        threads = [threading.Thread(target=send, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        try:
            for _ in range(3):
                self.votes_as_before()
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

    # ---- without the link ----

    def test_silent_connections_take_no_ones_place(self):
        for _ in range(MOST_CONNECTIONS + 50):
            self.raw()
        self.votes_as_before()
        self.votes_as_before(source=STRANGER)  # a phone behind the same address too

    def test_silent_connections_take_no_ones_place_where_there_is_tls(self):
        if shutil.which("openssl") is None:
            self.skipTest("there is no openssl here")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "c.pem",
                        "-days", "2", "-subj", "/CN=room"], cwd=self.folder, stderr=subprocess.DEVNULL, check=True)
        plain, self.server = self.server, Server(PROGRAM, self.folder, "--room", "tls", "--certificate", "c.pem", "--key", "key.pem")
        self.addCleanup(plain.kill)
        context = ssl.create_default_context(cafile=os.path.join(self.folder, "c.pem"))
        context.check_hostname = False
        for data in (b"", b"\x16\x03\x01\x02\x00"):
            for _ in range(MOST_CONNECTIONS + 50):
                self.raw(data)
            begin = time.monotonic()
            client = Client(self.server, cookie="spillway_device=" + "0" * 32, context=context)
            self.clients.append(client)
            self.assertTrue(client.until(lambda page: page.state is not None))
            self.assertLess(time.monotonic() - begin, 5)
        self.assertLess(self.server.memory_mib(), MOST_MIB)

    def test_floods_of_requests_stop_no_vote(self):
        class Asking:
            def __init__(self, connection):
                self.socket = self
                self.connection = connection

            def settimeout(self, seconds):
                self.connection.settimeout(seconds)

            def sendall(self, data):
                self.connection.sendall(data)
                self.connection.recv(1 << 20)

        request = b"GET /phone.js HTTP/1.1\r\nHost: x\r\n\r\n"
        self.flood([Asking(self.raw()) for _ in range(50)], request)
        self.flood([Asking(self.raw()) for _ in range(50)], request.replace(b"/phone.js", b"/device?room=AAAAAAAAAA"))

    def test_requests_that_never_end_take_no_ones_place(self):
        slow = [self.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX-a: ") for _ in range(MOST_CONNECTIONS)]
        for _ in range(3):
            for each in slow:
                try:
                    each.send(b"b")
                except OSError:
                    pass
            self.votes_as_before()

    def test_large_files_that_nobody_reads_take_no_ones_place(self):
        for _ in range(MOST_CONNECTIONS):
            self.raw(b"GET /phone.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        self.votes_as_before()

    def test_bytes_that_are_no_request(self):
        chance = random.Random(43)
        for data in (b"\0" * 5000, b"GET " + b"a" * 100_000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
                     b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: a\r\n\r\n",
                     b"GET http://other.example/ HTTP/1.1\r\nHost: x\r\n\r\n", b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", *(chance.randbytes(chance.randrange(1, 3000)) for _ in range(300))):
            try:
                self.raw(data)
            except OSError:
                pass
        self.votes_as_before()

    def test_a_request_behind_anothers_body_is_none(self):
        """Behind a server in front it would be answered as somebody else's."""
        inner = f"GET /device?room={self.server.code} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        for head in (f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(inner)}\r\n\r\n",
                     "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: {len(inner)}\r\n\r\n"):
            connection = self.raw(head.encode() + inner)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
            self.assertNotIn(b"set-cookie", answer.lower())

    def test_names_of_this_machine_and_of_another_site_open_nothing(self):
        """A page of another site whose name leads here knows no code."""
        for host in ("other.example", f"other.example:{self.server.port}"):
            status, headers, _ = self.server.get("/device?room=AAAAAAAAAA", headers={"Host": host, "Origin": "http://" + host})
            self.assertEqual(status, 404)
            self.assertNotIn("set-cookie", headers)
            with self.assertRaises((Refused, ConnectionError)):
                Client(self.server, cookie="spillway_device=" + "0" * 32, origin="http://" + host)

    # ---- with the link ----

    def test_a_stranger_with_all_places_leaves_them_to_the_class(self):
        strangers = [self.stranger() for _ in range(MOST_CLIENTS - 1)]
        phones = [self.phone_from(f"127.0.1.{number}") for number in range(1, 41)]
        self.clients.append(Presenter(self.server))
        for number, phone in enumerate(phones):
            self.assertTrue(phone.answer(choice=number % 3))
        self.assertTrue(self.lecturer.until(lambda page: page.state["answered"] == len(phones)))
        for client in strangers + phones:
            while client.step(0):
                pass
        self.assertEqual(sum(each.is_closed for each in strangers), len(phones) + 1, "one for each that came")
        self.assertFalse(any(each.is_closed for each in phones))
        with self.assertRaises((Refused, ConnectionError)):
            self.stranger()

    def test_one_devices_token_sent_from_many_sockets_is_one_vote(self):
        phone = self.votes_as_before()
        for number in range(60):
            replayed = self.stranger(cookie=phone.cookie)
            replayed.until(lambda page: page.state is not None)
            replayed.send({"do": "answer", "round": replayed.state["round"], "mark": number, "choice": 2})
            self.assertTrue(replayed.until(lambda page: page.state.get("mine", {}).get("choice") == 2))
        self.assertEqual(self.lecturer.state["answered"], 1)
        self.lecturer.close_question()
        self.assertEqual([bar["counts"] for bar in self.lecturer.state["results"]["bars"]], [[0], [0], [1]])

    def test_guessed_tokens_end_the_connection_and_present_nothing(self):
        for guess in ("0" * 32, self.server.token[:-1], self.server.token.upper() + "x", "", "\0" * 32, self.server.code):
            client = self.stranger()
            client.send({"do": "present", "token": guess})
            client.send({"do": "close"})
            self.assertTrue(client.until_closed(), guess)
        self.assertEqual(self.lecturer.state["phase"], "open")
        self.votes_as_before()

    def test_floods_of_pings_and_empty_frames_stop_no_vote(self):
        for start, data in ((b"", frame(b"x" * 100, 9) * 200), (frame(b"{", 1, False), frame(b"", 0, False) * 300),
                            (b"", frame(b"x" * 100, 10) * 200)):
            strangers = [self.stranger() for _ in range(50)]
            for each in strangers:
                each.socket.sendall(start)
            self.flood(strangers, data)

    def test_frames_that_are_too_large_or_wrong_end_the_connection(self):
        heads = [bytes([0x81, 0xFF]) + struct.pack("!Q", size) + b"mask" + b"z" * 70_000 for size in (1 << 20, 1 << 31, (1 << 63) - 1)]
        heads += [bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 63) + b"mask", bytes([0xF1]) + frame(b"x")[1:],
                  bytes([0x8B]) + frame(b"x")[1:], bytes([0x09]) + frame(b"x")[1:], frame(b"x" * 126, 9)]
        for data in heads:
            client = self.stranger()
            try:
                client.socket.sendall(data)
            except OSError:
                pass
            self.assertTrue(client.until_closed(), data[:12])
        self.votes_as_before()

    def test_clients_that_read_nothing_cost_little_memory(self):
        for _ in range(200):
            client = self.stranger()
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(20):
            self.lecturer.close_question()
            self.lecturer.act("away")
            self.lecturer.open_typed(text="x" * 900)
        self.votes_as_before()

    def test_answers_that_are_no_answers(self):
        for content in ({"choice": 3}, {"choice": -1}, {"choice": 1 << 70}, {"choice": 1.5}, {"choice": None}, {"text": "1"},
                        {"choice": 0, "text": "x" * 60_000}, {"choice": [0]}, {"choice": {"0": 0}}):
            client = self.stranger()
            client.until(lambda page: page.state is not None)
            client.send({"do": "answer", "round": client.state["round"], "mark": (1 << 63), **content})
        self.votes_as_before()
        self.lecturer.close_question()
        counted = [bar["counts"][0] for bar in self.lecturer.state["results"]["bars"]]
        self.assertLessEqual(sum(counted), 2, "the choice with a long text may count")


if __name__ == "__main__":
    # Each of its sockets is a file here.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4 * MOST_CONNECTIONS:
        print("skipped: this user may not open enough files")
        sys.exit(77)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4 * MOST_CONNECTIONS), hard))
    sys.argv[1:2] = []
    unittest.main(verbosity=2, warnings="ignore")
