"""load.py SPILLWAY [CLIENTS]: a class of phones on one server, over loopback; prints what it measured.

The phones join, and answer one question, all at once; half of them change their answer. In the middle the server is
killed and started again: every phone comes back by itself, and no vote may be lost or counted twice. The exit status is 1
if a count is wrong."""

import asyncio
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import time

from room_client import Presenter, Server, frame, handshake, next_frame

CHOICES = ("one", "two", "three", "four")


class LoadPhone:
    """A phone as phone.js: it keeps its answer until the server has stored it, and connects again by itself."""

    def __init__(self, server):
        self.server, self.cookie, self.state, self.writer = server, None, None, None
        self.answer, self.mark, self.sent_at, self.stored_after = None, 0, 0, None
        self.changed = asyncio.Event()

    async def fetch_cookie(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(f"GET /device?room={self.server.code} HTTP/1.1\r\nHost: {self.server.host}\r\n"
                     f"Cookie: {self.cookie or ''}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        for line in head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].split(";")[0].strip()

    async def run(self):
        while True:
            try:
                await self.fetch_cookie()
                await self.talk()
            except (ConnectionError, asyncio.IncompleteReadError):
                self.state = None
            await asyncio.sleep(0.2 + 0.3 * random.random())

    async def talk(self):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        request, _ = handshake(self.server.host, f"/socket?room={self.server.code}", f"http://{self.server.host}", self.cookie)
        self.writer.write(request)
        await reader.readuntil(b"\r\n\r\n")
        buffer, is_first = b"", True
        while True:
            found = next_frame(buffer)
            if found is None:
                piece = await reader.read(65536)
                if not piece:
                    raise ConnectionResetError
                buffer += piece
                continue
            opcode, data, buffer = found
            if opcode == 8:
                raise ConnectionResetError
            if opcode == 9:
                self.writer.write(frame(data, 10))
            if opcode == 1:
                self.state = json.loads(data)
                if self.state.get("mark") == self.mark and self.stored_after is None and self.mark:
                    self.stored_after = time.monotonic() - self.sent_at
                self.changed.set()
                if is_first and self.answer is not None and self.stored_after is None:
                    self.transmit()
                is_first = False

    def choose(self, choice):
        self.answer, self.stored_after, self.sent_at = choice, None, time.monotonic()
        self.mark += 1
        self.transmit()

    def transmit(self):
        if self.state is not None and self.state["phase"] == "open":
            self.writer.write(frame(json.dumps({"do": "answer", "round": self.state["round"], "mark": self.mark,
                                                "choice": self.answer}).encode()))

    async def until(self, condition):
        while not condition():
            self.changed.clear()
            await self.changed.wait()


async def all_of(phones, condition, seconds=60):
    begin = time.monotonic()
    await asyncio.wait_for(asyncio.gather(*[phone.until(lambda phone=phone: condition(phone)) for phone in phones]), seconds)
    return time.monotonic() - begin


def told(name, values):
    ordered = sorted(values)
    print(f"{name}: p50 {1000 * statistics.median(ordered):.0f} ms, p95 {1000 * ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms, "
          f"last {1000 * ordered[-1]:.0f} ms")


async def play(server, count):
    in_thread = asyncio.get_running_loop().run_in_executor
    presenter = await in_thread(None, Presenter, server)
    phones = [LoadPhone(server) for _ in range(count)]
    begin = time.monotonic()
    tasks = [asyncio.create_task(phone.run()) for phone in phones]
    await all_of(phones, lambda phone: phone.state is not None)
    print(f"{count} clients joined in {time.monotonic() - begin:.2f} s")
    print(f"memory of the server: {server.memory_mib():.1f} MiB")

    await in_thread(None, lambda: presenter.open_typed(choices=CHOICES, right=0))
    await all_of(phones, lambda phone: phone.state["phase"] == "open")
    begin = time.monotonic()
    for i, phone in enumerate(phones):
        phone.choose(i % len(CHOICES))
    counted = in_thread(None, lambda: presenter.until(lambda page: page.state["answered"] == count) and time.monotonic())
    await all_of(phones, lambda phone: phone.stored_after is not None)
    told(f"{count} answers at once, stored and acknowledged", [phone.stored_after for phone in phones])
    last_stored = time.monotonic()
    seen = await counted
    print(f"the lecturer's count was complete {1000 * (seen - begin):.0f} ms after the first answer, "
          f"{max(0, 1000 * (seen - last_stored)):.0f} ms after the last acknowledgement")

    lags = []
    for i in range(60):
        before = time.monotonic()
        phones[i].choose((i + 1) % len(CHOICES))
        await phones[i].until(lambda phone=phones[i]: phone.stored_after is not None)
        lags.append(time.monotonic() - before)
    told("one changed answer at a time", lags)

    # Half change their answer while the server dies.
    for i, phone in enumerate(phones[: count // 2]):
        phone.choose((i + 2) % len(CHOICES))
        if i == count // 4:
            server.kill()
    begin = time.monotonic()
    await in_thread(None, server.start)
    started = time.monotonic()
    await all_of(phones, lambda phone: phone.state is not None and phone.state["phase"] == "open" and phone.stored_after is not None)
    print(f"killed in the middle: the server was back after {started - begin:.2f} s, all clients and answers {time.monotonic() - begin:.2f} s")
    presenter = await in_thread(None, Presenter, server)
    await in_thread(None, presenter.close_question)
    counts = [bar["counts"][-1] for bar in presenter.state["results"]["bars"]]
    expected = [sum(phone.answer == i for phone in phones) for i in range(len(CHOICES))]
    print(f"counted {counts}, the phones say {expected}")
    print(f"memory of the server: {server.memory_mib():.1f} MiB, at most {server.memory_mib('VmHWM'):.1f} MiB")
    for task in tasks:
        task.cancel()
    return counts == expected


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    folder = tempfile.mkdtemp(prefix="spillway-load-")
    server = Server(program, folder)
    try:
        is_right = asyncio.run(play(server, count))
    finally:
        server.kill()
        shutil.rmtree(folder)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
