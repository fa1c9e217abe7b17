"""nginx in front of rooms, with the configuration of docs/serving.md: nginx_test.py SPILLWAY. Exit status 77: skipped."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

from room_client import Client, Phone, Presenter, Refused, Server

PROGRAM = os.path.abspath(sys.argv[1])
SERVING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/serving.md")
# Installed, or unpacked by scripts/setup.sh.
UNPACKED = os.path.join(os.path.dirname(SERVING), "../build/test-servers/usr")
NGINX = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", os.path.join(UNPACKED, "sbin")]))
LIBRARIES = {"LD_LIBRARY_PATH": os.path.join(UNPACKED, "lib/x86_64-linux-gnu")} if NGINX and NGINX.startswith(UNPACKED) else {}
NAME = "room.example.org"
MAIN = """daemon off;
pid nginx.pid;
error_log stderr warn;
worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    {rooms}
}}
"""


def block_of(text, first):
    """The fenced block that begins with this line."""
    return re.search(r"```\n(" + re.escape(first) + r"\n.*?)```", text, re.S)[1]


def replaced(text, old, new):
    assert old in text, old
    return text.replace(old, new)


def write_certificate(folder):
    """room.pem and room.key, for NAME."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "room.key", "-out", "room.pem",
                    "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


class Front:
    """nginx. To the clients of room_client it looks like the room's server."""

    host = NAME

    def __init__(self, folder, servers, address="127.0.0.1", before=()):
        """`before`: words before nginx's name, which start it somewhere else."""
        self.address = address
        with open(SERVING, encoding="utf-8") as file:
            text = file.read()
        rooms = block_of(text, "server {")
        rooms = replaced(rooms, "listen 443 ssl", f"listen {address}:0 ssl")
        for word in ("pem", "key"):
            rooms = replaced(rooms, f"/etc/ssl/room.{word}", os.path.join(folder, f"room.{word}"))
        if len(servers) == 1:
            rooms = replaced(rooms, "127.0.0.1:8017", f"{servers[0].address}:{servers[0].port}")
        else:
            rooms = replaced(rooms, "http://127.0.0.1:8017", "http://rooms")
            upstream = block_of(text, "upstream rooms {")
            for number, server in enumerate(servers):
                upstream = replaced(upstream, f"127.0.0.1:{8017 + number}", f"{server.address}:{server.port}")
            rooms = upstream + rooms
        self.port = free_port()
        rooms = replaced(rooms, f"{address}:0", f"{address}:{self.port}")
        with open(os.path.join(folder, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(MAIN.format(rooms=rooms))
        # A namespace's only user is root; elsewhere nginx would give up root for a user that cannot read the folder.
        own_user = ["-g", "user root;"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen([*before, NGINX, *own_user, "-p", folder, "-c", os.path.join(folder, "nginx.conf")],
                                        stderr=subprocess.PIPE, env={**os.environ, **LIBRARIES})
        self.context = ssl.create_default_context(cafile=os.path.join(folder, "room.pem"))
        self.context.check_hostname = False  # the connection goes to a number
        self.code = self.token = None

    def of(self, server):
        """This nginx, for the room of that server."""
        seen = object.__new__(Front)
        seen.__dict__.update(self.__dict__, code=server.code, token=server.token)
        return seen

    def get(self, path, headers=None):
        connection = http.client.HTTPSConnection(self.address, self.port, timeout=20, context=self.context)
        try:
            connection.request("GET", path, headers={"Host": NAME, **(headers or {})})
            reply = connection.getresponse()
            return reply.status, dict((name.lower(), value) for name, value in reply.getheaders()), reply.read()
        finally:
            connection.close()

    def new_cookie(self):
        _, headers, _ = self.get(f"/device?room={self.code}")
        return headers["set-cookie"].split(";")[0]

    def wait(self):
        for _ in range(200):
            try:
                return self.get("/privacy")
            except ConnectionError:
                if self.process.poll() is not None:
                    raise RuntimeError(self.process.stderr.read().decode())
                time.sleep(0.05)
        raise RuntimeError("nginx does not answer")

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=20)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Behind(unittest.TestCase):
    servers = 1

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="spillway-nginx-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.chmod(self.folder, 0o755)
        write_certificate(self.folder)
        page = os.path.join(self.folder, "page")
        os.makedirs(page)
        for name in ("files.json", "index.html"):
            with open(os.path.join(page, name), "w", encoding="utf-8") as file:
                file.write("{}")
        self.rooms = []
        for number in range(self.servers):
            server = Server(PROGRAM, self.folder, "--room", f"room{number}", "--page", page, worker="none")
            self.rooms.append(server)
            self.addCleanup(lambda each=server: each.process.poll() is None and each.kill())
        self.nginx = Front(self.folder, self.rooms)
        self.addCleanup(self.nginx.stop)
        self.nginx.wait()

    def client(self, kind, room, *words):
        client = kind(self.nginx.of(room), *words, context=self.nginx.context)
        self.addCleanup(client.close)
        return client

    def vote(self, room, phones=5):
        """A whole vote through nginx; the counts."""
        presenter = self.client(SecurePresenter, room)
        people = [self.client(SecurePhone, room) for _ in range(phones)]
        presenter.open_typed()
        for i, phone in enumerate(people):
            self.assertTrue(phone.sees("open"))
            self.assertTrue(phone.answer(choice=i % 3))
        presenter.close_question()
        return [bar["counts"][-1] for bar in presenter.state["results"]["bars"]]


class SecurePhone(Phone):
    def __init__(self, server, context):
        Client.__init__(self, server, server.new_cookie(), context=context)
        self.mark = int.from_bytes(os.urandom(6), "big")
        self.until(lambda client: client.state is not None)


class SecurePresenter(Presenter):
    def __init__(self, server, context):
        Client.__init__(self, server, server.new_cookie(), context=context)
        self.send({"do": "present", "token": server.token})
        self.until(lambda client: client.state is not None and client.state["is"] == "presenter" and client.others)
        self.questions = self.others.pop(0)["questions"]


class OneServer(Behind):
    def test_a_vote_through_nginx(self):
        self.assertEqual(self.vote(self.rooms[0]), [2, 2, 1])

    def test_the_cookie_is_for_tls_and_the_code_is_the_address_of_nginx(self):
        room = self.nginx.of(self.rooms[0])
        _, headers, _ = room.get(f"/device?room={room.code}")
        for word in ("Secure", "HttpOnly", "SameSite=Strict"):
            self.assertIn(word, headers["set-cookie"])
        status, _, code = room.get(f"/qr.svg?room={room.code}")
        self.assertEqual(status, 200)
        if shutil.which("zbarimg") and shutil.which("rsvg-convert"):
            picture = subprocess.run(["rsvg-convert"], input=code, stdout=subprocess.PIPE, check=True).stdout
            place = os.path.join(self.folder, "code.png")
            with open(place, "wb") as file:
                file.write(picture)
            read = subprocess.run(["zbarimg", "-q", "--raw", place], stdout=subprocess.PIPE, check=True).stdout.decode()
            self.assertEqual(read.strip(), f"https://{NAME}/?room={room.code}")

    def test_another_origin_is_refused_behind_nginx_too(self):
        room = self.nginx.of(self.rooms[0])
        with self.assertRaises((Refused, ConnectionError)):
            Client(room, room.new_cookie(), origin="https://other.example", context=self.nginx.context)

    def test_the_page_and_its_socket(self):
        room = self.nginx.of(self.rooms[0])
        self.assertEqual(room.get("/page/")[0], 200)
        page = Client(room, path=f"/live?room={room.code}", context=self.nginx.context)
        self.addCleanup(page.close)
        page.take = lambda data: page.others.append(json.loads(data))
        page.send({"type": "ping"})
        self.assertTrue(page.until(lambda each: {"type": "pong"} in each.others), page.others)


class TwoServers(Behind):
    servers = 2

    def test_each_rooms_link_reaches_its_own_server(self):
        for room in self.rooms:
            self.assertEqual(self.vote(room), [2, 2, 1])
            self.assertEqual(self.nginx.of(room).get("/?room=AAAAAAAAAA")[0], 404, "no server has it")
        for number, room in enumerate(self.rooms):
            room.stop()
            with open(os.path.join(self.folder, f"room{number}.spillway-votes"), encoding="utf-8") as file:
                rounds = json.load(file)["questions"][0]["rounds"]
            self.assertEqual([each["counts"] for each in rounds], [[2, 2, 1]])

    def test_a_server_that_ends_ends_only_its_own_room(self):
        first, second = self.rooms
        phone = self.client(SecurePhone, second)
        first.kill()
        self.assertIn(self.nginx.of(first).get(f"/?room={first.code}")[0], (404, 502))
        self.assertEqual(self.vote(second), [2, 2, 1])
        self.assertTrue(phone.sees("closed"), "its socket has stayed open")
        first.start()
        self.assertEqual(self.vote(first), [2, 2, 1])


if __name__ == "__main__":
    for program, found in (("nginx", NGINX), ("openssl", shutil.which("openssl"))):
        if not found:
            print(f"skipped: there is no {program} here (Debian's package nginx)")
            sys.exit(77)
    sys.argv[1:2] = []
    unittest.main(verbosity=1, warnings="ignore")
