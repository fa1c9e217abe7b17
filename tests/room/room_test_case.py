"""A test with a room's server in a folder of its own. A subclass names the `program`."""

import json
import os
import shutil
import tempfile
import unittest

from room_client import Phone, Presenter, Server


class RoomCase(unittest.TestCase):
    program = ""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="spillway-room-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server(self.program, self.folder)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())
        self.clients = []
        self.addCleanup(lambda: [each.close() for each in self.clients])

    def phone(self, cookie=None):
        self.clients.append(Phone(self.server, cookie))
        return self.clients[-1]

    def presenter(self):
        self.clients.append(Presenter(self.server))
        return self.clients[-1]

    def votes(self):
        with open(os.path.join(self.folder, "room.spillway-votes"), encoding="utf-8") as file:
            return json.load(file)["questions"]
