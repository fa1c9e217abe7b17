"""A small campus: two servers, nginx in front, a worker of its own for each server, and a hall, each in a network
namespace: namespaces_test.py SPILLWAY. The hall reaches nginx alone; the workers reach nothing. nginx has the
configuration of docs/serving.md. Exit status 77: skipped."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

INSIDE = "SPILLWAY_TEST_INSIDE_NAMESPACES"
if INSIDE not in os.environ:
    apart = ["unshare", "--user", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
        print("this machine gives a test no network namespaces: skipped")
        sys.exit(77)
    os.environ[INSIDE] = "yes"
    os.execvp(apart[0], [*apart, sys.executable, "-B", *sys.argv])

import nginx_test  # noqa: E402
from nginx_test import Front, SecurePhone, SecurePresenter  # noqa: E402
from room_client import LivePage, Server  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
WORKER = os.path.join(os.path.dirname(PROGRAM), "spillway-worker")
FRONT, ROOMS = "10.77.1.1", ("10.77.2.2", "10.77.3.2")
IP = shutil.which("ip", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"]))


class Namespace:
    """A network namespace, which lives as long as its process."""

    def __init__(self):
        self.process = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.words = ["nsenter", "--net=" + f"/proc/{self.process.pid}/ns/net"]
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.process.pid}/ns/net") == own:
            time.sleep(0.01)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words):
        subprocess.run([*self.words, IP, *words], check=True)

    def end(self):
        self.process.kill()
        self.process.wait()


def join(name, here, here_address, there, there_address):
    """A cable between two namespaces; `here` is None for the test's own."""
    subprocess.run([IP, "link", "add", name + "a", "type", "veth", "peer", "name", name + "b"], check=True)
    for end, namespace, address in ((name + "a", here, here_address), (name + "b", there, there_address)):
        if namespace is not None:
            subprocess.run([IP, "link", "set", end, "netns", str(namespace.process.pid)], check=True)
        command = namespace.ip if namespace is not None else lambda *words: subprocess.run([IP, *words], check=True)
        command("address", "add", address + "/24", "dev", end)
        command("link", "set", end, "up")


class Campus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="spillway-campus-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        nginx_test.write_certificate(cls.folder)
        page = os.path.join(cls.folder, "page")
        os.makedirs(page)
        for name in ("files.json", "index.html"):
            with open(os.path.join(page, name), "w", encoding="utf-8") as file:
                file.write("{}")
        subprocess.run([IP, "link", "set", "lo", "up"], check=True)
        cls.front, *cls.homes = spaces = [Namespace() for _ in range(3)]
        cls.work = [Namespace() for _ in ROOMS]
        for each in (*spaces, *cls.work):
            cls.addClassCleanup(each.end)
        join("hall", None, "10.77.1.2", cls.front, FRONT)
        for number, home in enumerate(cls.homes):
            join(f"room{number}", cls.front, f"10.77.{2 + number}.1", home, ROOMS[number])
        cls.rooms = [cls.open_room(number) for number in range(len(ROOMS))]
        cls.nginx = Front(cls.folder, cls.rooms, FRONT, cls.front.words)
        cls.addClassCleanup(cls.nginx.stop)
        cls.nginx.wait()

    @classmethod
    def open_room(cls, number):
        own = os.path.join(cls.folder, str(number))
        os.makedirs(own)
        server = Server(PROGRAM, own, "--bind", ROOMS[number], "--page", os.path.join(cls.folder, "page"), port=8017,
                        worker=" ".join([*cls.work[number].words, WORKER]), before=cls.homes[number].words,
                        environment={"SPILLWAY_REPORTS": "none", "XDG_CACHE_HOME": os.path.join(own, "cache")})
        server.address = ROOMS[number]
        cls.addClassCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def client(self, kind, room):
        client = kind(self.nginx.of(room), context=self.nginx.context)
        self.addCleanup(client.close)
        return client

    def test_the_hall_reaches_nginx_alone(self):
        for address in ROOMS:
            with self.assertRaises(OSError):
                socket.create_connection((address, 8017), timeout=1)
        for each in self.work:
            out = subprocess.run([*each.words, IP, "-o", "link"], stdout=subprocess.PIPE, check=True).stdout.decode()
            self.assertEqual([line.split(":")[1].strip() for line in out.splitlines()], ["lo"], "a worker has no network")

    def test_each_room_has_its_own_vote(self):
        for room, counts in zip(self.rooms, ([2, 2, 1], [1, 1, 1])):
            presenter = self.client(SecurePresenter, room)
            phones = [self.client(SecurePhone, room) for _ in range(sum(counts))]
            presenter.open_typed()
            for number, phone in enumerate(phones):
                self.assertTrue(phone.sees("open"))
                self.assertTrue(phone.answer(choice=number % 3))
            presenter.close_question()
            self.assertEqual([bar["counts"][-1] for bar in presenter.state["results"]["bars"]], counts)

    def test_pages_of_both_rooms_have_a_compiler(self):
        pages = [self.client(LivePage, room) for room in self.rooms]
        if not all(page.hello["compiler"]["available"] for page in pages):
            self.skipTest("no compiler here")
        found = []
        for page in pages:
            answer = page.answer(page.ask("running_mean", "local_array", {"window_size": 33}))
            self.assertEqual(answer["type"], "result", answer)
            found.append(answer["result"]["compile"]["stack_frame_bytes"])
        self.assertEqual(found, [136, 136])  # 33 floats, rounded up to 8 bytes


if __name__ == "__main__":
    if nginx_test.NGINX is None or IP is None:
        print("nginx or ip is not installed: skipped")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
