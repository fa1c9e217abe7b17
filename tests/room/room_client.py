"""A room's server as a process, and clients that speak WebSocket as a phone's browser does."""

import base64
import hashlib
import http.client
import json
import os
import re
import select
import socket
import ssl
import struct
import subprocess
import time
import urllib.parse


class Server:
    """spillway serve in a folder. `kill` is kill -9; `stop` is Ctrl+C."""

    address = "127.0.0.1"  # where clients reach it

    def __init__(self, program, folder, *words, port=0, worker="none", environment=None, before=()):
        """`port` None: the program chooses. `before`: words before the program's name, which start it somewhere else."""
        self.names_port = port is not None
        self.program, self.folder, self.words, self.port, self.before = program, folder, words, port, before
        self.worker = ["--worker", worker] if worker else []
        self.environment = {**os.environ, **(environment or {})}
        self.start()

    def start(self):
        """Starts the server, again on the same port after the first time, and waits for its links."""
        port = ["--port", str(self.port)] if self.names_port else []
        command = [*self.before, self.program, "serve", *self.worker, *port, *self.words]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=self.environment)
        self.output = b""
        while b"Ctrl+C" not in self.output:
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                raise RuntimeError("the server ended: " + self.process.stderr.read().decode())
            self.output += piece
        text = self.output.decode()
        self.link = re.search(r"^room\s+(\S+)", text, re.M)[1]
        self.presenter_link = re.search(r"^presenter\s+(\S+)", text, re.M)[1]
        self.host = urllib.parse.urlsplit(self.link).netloc
        self.port = int(self.host.rsplit(":", 1)[1])
        self.code = self.link.split("room=")[1]
        self.token = self.presenter_link.split("#")[1]
        return self

    def kill(self):
        self.process.kill()
        self.finish()

    def stop(self):
        self.process.terminate()
        return self.finish()

    def finish(self):
        output, errors = self.process.communicate(timeout=30)
        return self.process.returncode, output.decode(), errors.decode()

    def get(self, path, method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            reply = connection.getresponse()
            return reply.status, dict((name.lower(), value) for name, value in reply.getheaders()), reply.read()
        finally:
            connection.close()

    def new_cookie(self, cookie=None):
        """The device's cookie, as the page fetches it."""
        headers = {"Cookie": cookie} if cookie else {}
        _, answer, _ = self.get(f"/device?room={self.code}", headers=headers)
        return answer["set-cookie"].split(";")[0] if "set-cookie" in answer else cookie

    def memory_mib(self, what="VmRSS"):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(what + r":\s+(\d+)", status.read())[1]) / 1024


def handshake(host, path, origin, cookie):
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
             f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
    if origin:
        lines.append(f"Origin: {origin}")
    if cookie:
        lines.append(f"Cookie: {cookie}")
    expected = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    return ("\r\n".join(lines) + "\r\n\r\n").encode(), expected


def frame(data, opcode=1, is_final=True):
    """A client's frame: masked."""
    head = bytes([opcode | (0x80 if is_final else 0)])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        head += struct.pack("!BH", 0x80 | 126, len(data))
    else:
        head += struct.pack("!BQ", 0x80 | 127, len(data))
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(data))
    return head + mask + masked


PART = 16


def next_frame(buffer):
    """(opcode, data, rest), or None if the buffer has no whole frame. The opcode is PART if more of the message follows,
    and 0 for its last part."""
    if len(buffer) < 2:
        return None
    length, at = buffer[1] & 0x7F, 2
    if length == 126:
        if len(buffer) < 4:
            return None
        length, at = struct.unpack("!H", buffer[2:4])[0], 4
    elif length == 127:
        if len(buffer) < 10:
            return None
        length, at = struct.unpack("!Q", buffer[2:10])[0], 10
    if len(buffer) < at + length:
        return None
    opcode = buffer[0] & 0x0F if buffer[0] & 0x80 else PART
    return opcode, buffer[at:at + length], buffer[at + length:]


class Refused(Exception):
    pass


class Client:
    """One WebSocket. Messages are read when they are waited for."""

    def __init__(self, server, cookie=None, origin=None, path=None, context=None, source=None):
        """`source`: this machine has all addresses of 127.0.0.0/8."""
        self.server, self.cookie = server, cookie
        self.socket = socket.create_connection((server.address, server.port), timeout=20,
                                               source_address=source and (source, 0))
        if context is not None:
            self.socket = context.wrap_socket(self.socket)
        own = ("http://" if context is None else "https://") + server.host
        request, expected = handshake(server.host, path or f"/socket?room={server.code}", own if origin is None else origin,
                                      cookie)
        self.socket.sendall(request)
        self.buffer, self.state, self.others, self.is_closed, self.close_code = b"", None, [], False, None
        self.parts = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(65536)
            if not piece:
                raise Refused("closed")
            self.buffer += piece
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0] or expected.encode() not in head:
            raise Refused(head.decode())

    def send(self, message):
        self.socket.sendall(frame(json.dumps(message).encode()))

    def has_data(self, seconds):
        poll = select.poll()  # select() knows no descriptor above 1023
        poll.register(self.socket, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    def step(self, seconds):
        """Reads what comes within the time; True if a message came."""
        found = next_frame(self.buffer)
        while found is None:
            is_waiting = isinstance(self.socket, ssl.SSLSocket) and self.socket.pending() > 0
            if not is_waiting and not self.has_data(seconds):
                return False
            try:
                piece = self.socket.recv(1 << 20)
            except ConnectionResetError:
                piece = b""
            if not piece:
                self.is_closed = True
                return False
            self.buffer += piece
            found = next_frame(self.buffer)
        opcode, data, self.buffer = found
        if opcode == 8:
            self.is_closed = True
            self.close_code = struct.unpack("!H", data[:2])[0] if len(data) >= 2 else None
        elif opcode == 9:
            self.socket.sendall(frame(data, 10))
        elif opcode == PART:
            self.parts += data
        elif opcode in (0, 1):
            whole, self.parts = self.parts + data, b""
            self.take(whole)
        return True

    def take(self, data):
        message = json.loads(data)
        if message["is"] in ("state", "presenter"):
            self.state = message
        else:
            self.others.append(message)

    def until(self, condition, seconds=20):
        """Reads until the condition holds for this client; False if the connection ends or the time is over."""
        end = time.monotonic() + seconds
        while not condition(self):
            left = end - time.monotonic()
            if left <= 0 or self.is_closed:
                return condition(self)
            self.step(left)
        return True

    def until_closed(self):
        return self.until(lambda client: client.is_closed)

    def close(self):
        self.socket.close()


class LivePage(Client):
    """The window as a page: sends questions, keeps the final answers by id."""

    def __init__(self, server, context=None):
        self.hello, self.answers, self.ids = None, {}, 0
        super().__init__(server, path=f"/live?room={server.code}", context=context)
        self.until(lambda page: page.hello is not None)

    def take(self, data):
        for line in data.decode().splitlines():
            message = json.loads(line)
            if message["type"] == "hello":
                self.hello = message
            elif message["type"] == "pong" or message.get("id") is None:
                self.others.append(message)
            elif message.get("is_final", True):
                self.answers[message["id"]] = message

    def ask(self, experiment, variant, values, gpu="h200", kind="run", group="", priority=0, **more):
        """Sends a question; returns its id."""
        self.ids += 1
        names = {"experiment": experiment, "variant": variant, "values": values}
        content = {"of": {**names, "gpu": gpu}} if kind in ("listing", "causes") else {"job": {**names, "gpu": {"name": gpu}}}
        self.send({"type": kind, "id": self.ids, "group": group, "priority": priority, **content, **more})
        return self.ids

    def answer(self, number, seconds=60):
        self.until(lambda page: number in page.answers, seconds)
        return self.answers[number]


class Phone(Client):
    """A phone with its cookie. `mark` numbers its answers, as phone.js does."""

    def __init__(self, server, cookie=None, source=None):
        super().__init__(server, cookie or server.new_cookie(), source=source)
        self.mark = int.from_bytes(os.urandom(6), "big")
        self.until(lambda client: client.state is not None)

    def answer(self, **content):
        """Sends the answer and waits until the server has stored it, or the round is over."""
        self.mark += 1
        self.send({"do": "answer", "round": self.state["round"], "mark": self.mark, **content})
        return self.until(lambda client: client.state["mark"] == self.mark)

    def sees(self, phase):
        return self.until(lambda client: client.state["phase"] == phase)


class Presenter(Client):
    def __init__(self, server):
        super().__init__(server, server.new_cookie())
        self.send({"do": "present", "token": server.token})
        self.until(lambda client: client.state is not None and client.state["is"] == "presenter" and client.others)
        self.questions = self.others.pop(0)["questions"]

    def act(self, action, **more):
        self.send({"do": action, **more})

    def sees(self, phase):
        return self.until(lambda client: client.state["phase"] == phase)

    def open_typed(self, text="Which?", choices=("one", "two", "three"), right=None):
        self.act("open_typed", text=text, kind="choice", choices=[{"text": each} for each in choices], right=right)
        return self.sees("open")

    def close_question(self):
        self.act("close")
        return self.sees("closed")
