"""How Spillway starts from its wheel (cmake/package/wheel_init.py), with small programs in place of its own.

wheel_start_test.py SOURCE_FOLDER
"""

import concurrent.futures
import contextlib
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = os.path.abspath(sys.argv[1])
LOADER = "/lib64/ld-linux-x86-64.so.2"


def load_module(file):
    spec = importlib.util.spec_from_file_location("spillway_of_wheel", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Start(unittest.TestCase):
    def setUp(self):
        # The folder's name is longer than any loader's usual path.
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="spillway-wheel-" + "long" * 40))
        self.addCleanup(shutil.rmtree, self.root)
        self.home = os.path.join(self.root, "home")
        self.site = os.path.join(self.root, "site-packages")
        self.package = os.path.join(self.site, "spillway")
        for folder in ("bin", "lib/spillway", "share/spillway", "carried/lib", "../spillway_cuda.libs"):
            os.makedirs(os.path.join(self.package, folder))
        os.mkdir(self.home)
        shutil.copy(os.path.join(SOURCE, "cmake/package/wheel_init.py"), os.path.join(self.package, "__init__.py"))
        shutil.copy(os.path.realpath(LOADER), os.path.join(self.package, "carried/lib/ld-linux-x86-64.so.2"))
        self.install("cat", "1")
        self.use({"HOME": self.home})
        self.module = load_module(os.path.join(self.package, "__init__.py"))
        self.read_glibc = self.module._system_glibc
        self.set_glibc("2.31")

    def use(self, environment):
        patch = mock.patch.dict(os.environ, environment, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def set_glibc(self, version):
        self.module._system_glibc = lambda: version

    def install(self, program, programs):
        """As pip does: programs, what the carried glibc is for, and the empty places of the copies."""
        for name in ("spillway", "spillway-worker"):
            shutil.copy(os.path.realpath(shutil.which(program)), os.path.join(self.package, "bin", name))
            place = os.path.join(self.package, "carried", name)
            if os.path.exists(place):
                os.unlink(place)
            with open(place, "wb"):
                pass
        with open(os.path.join(self.package, "carried/about.json"), "w", encoding="utf-8") as file:
            json.dump({"glibc": "2.36", "programs": programs}, file)

    def close_site(self):
        """Nothing below site-packages can be written: for root a chmod is not enough."""
        before = tempfile.mkstemp

        def refuse(*arguments, **options):
            if options["dir"].startswith(self.site):
                raise PermissionError(13, "Permission denied", options["dir"])
            return before(*arguments, **options)
        patch = mock.patch("tempfile.mkstemp", refuse)
        patch.start()
        self.addCleanup(patch.stop)

    def path(self, program="spillway"):
        return self.module._path_of(program)

    def sentence(self):
        with self.assertRaises(SystemExit) as left:
            self.path()
        return str(left.exception)

    def loader_of(self, program):
        """The loader in the memory of the running program, which is `cat`."""
        maps = subprocess.run([program, "/proc/self/maps"], stdout=subprocess.PIPE, check=True, timeout=60).stdout.decode()
        return {line.split(None, 5)[5] for line in maps.splitlines() if "/ld-linux" in line or "/ld-2." in line}

    def beside(self, name="spillway"):
        return os.path.join(self.package, "carried", name)

    def test_a_new_glibc_starts_the_programs_themselves(self):
        for version in ("2.36", "2.41", "3.0", "2.100", None):
            self.set_glibc(version)
            self.assertEqual(self.path(), os.path.join(self.package, "bin/spillway"), version)
        self.assertEqual(os.path.getsize(self.beside()), 0)

    def test_a_wheel_that_carries_none_starts_the_programs_themselves(self):
        os.unlink(os.path.join(self.package, "carried/about.json"))
        self.assertEqual(self.path(), os.path.join(self.package, "bin/spillway"))

    def test_an_old_glibc_starts_copies_that_the_carried_one_loads(self):
        for version in ("2.31", "2.9", "2.35"):
            self.set_glibc(version)
            self.assertEqual(self.path(), self.beside(), version)
        wanted = os.path.join(self.package, "carried/lib/ld-linux-x86-64.so.2")
        for name in ("spillway", "spillway-worker"):
            self.assertEqual(self.loader_of(self.beside(name)), {wanted})
        self.assertEqual(self.loader_of(os.path.join(self.package, "bin/spillway")), {os.path.realpath(LOADER)})

    def test_nothing_of_it_is_left_to_the_programs_children(self):
        with mock.patch("os.execve") as start:
            self.module.main()
        path, words, environment = start.call_args[0]
        self.assertEqual((path, words[0]), (self.beside(), self.beside()))
        self.assertEqual(set(environment) - {"SPILLWAY_CUDA_WHEELS"}, {"HOME"})

    def test_copies_are_made_once(self):
        self.path()
        before = os.stat(self.beside())
        self.path()
        self.assertEqual(os.stat(self.beside()).st_ino, before.st_ino)
        self.assertEqual(before.st_mode & 0o777, 0o755)
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.beside()))), ["about.json", "lib", "spillway", "spillway-worker"])

    def test_a_copy_takes_its_place_whole(self):
        replace, seen = os.replace, []

        def look(beside, copy):
            seen.append((os.path.basename(copy), os.path.getsize(copy), os.access(beside, os.X_OK)))
            self.assertEqual(os.path.dirname(beside), os.path.dirname(copy))
            self.loader_of(beside)
            replace(beside, copy)
        with mock.patch("os.replace", look):
            self.path()
        # The program comes last: its copy starts the worker's.
        self.assertEqual(seen, [("spillway-worker", 0, True), ("spillway", 0, True)])

    def test_a_copy_that_fails_leaves_nothing(self):
        full = OSError(28, "No space left on device")
        with mock.patch("os.replace", side_effect=full):
            self.assertIn("No space left on device", self.sentence())
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.beside()))), ["about.json", "lib", "spillway", "spillway-worker"])
        self.assertEqual([name for _, _, files in os.walk(self.home) for name in files], [])

    def test_the_system_is_asked_for_its_glibc(self):
        for told, wanted in (("glibc 2.31", "2.31"), ("musl 1.2", None), (None, None), ("", None)):
            with mock.patch("os.confstr", return_value=told):
                self.assertEqual(self.read_glibc(), wanted, told)
        with mock.patch("os.confstr", side_effect=ValueError("unrecognized configuration name")):
            self.assertIsNone(self.read_glibc())

    def test_a_new_version_makes_new_copies(self):
        self.path()
        self.install("true", "2")
        self.assertEqual(subprocess.run([self.path(), "/proc/self/maps"], stdout=subprocess.PIPE, check=True).stdout, b"")

    def test_a_new_version_makes_new_copies_in_the_cache(self):
        self.close_site()
        first = self.path()
        self.install("true", "2")
        self.assertEqual(self.path(), first)
        self.assertEqual(subprocess.run([first, "/proc/self/maps"], stdout=subprocess.PIPE, check=True).stdout, b"")

    def test_half_a_copy_is_made_anew(self):
        self.path()
        with open(self.beside(), "r+b") as file:
            file.truncate(os.path.getsize(self.beside()) - 1)
        self.loader_of(self.path())
        self.assertTrue(self.module._is_made(self.beside(), self.module._tail(
            os.path.join(self.package, "carried/lib/ld-linux-x86-64.so.2"), "1")))

    def test_a_moved_installation_makes_new_copies(self):
        self.path()
        moved = os.path.join(self.root, "moved")
        shutil.move(self.site, moved)
        self.module = load_module(os.path.join(moved, "spillway/__init__.py"))
        self.set_glibc("2.31")
        program = os.path.join(moved, "spillway/carried/spillway")
        self.assertEqual(self.path(), program)
        self.assertEqual(self.loader_of(program), {os.path.join(moved, "spillway/carried/lib/ld-linux-x86-64.so.2")})

    def test_the_cache_has_the_neighbours_that_programs_look_for(self):
        self.close_site()
        program = self.path()
        here = os.path.dirname(program)
        key = hashlib.sha256(os.fsencode(self.package)).hexdigest()[:16]
        self.assertEqual(here, os.path.join(self.home, ".cache/spillway/programs", key, "spillway/carried"))
        for name, place in (("../share/spillway", "share/spillway"), ("../lib/spillway", "lib/spillway"),
                            ("lib", "carried/lib"), ("../../spillway_cuda.libs", "../spillway_cuda.libs")):
            self.assertTrue(os.path.samefile(os.path.join(here, name), os.path.join(self.package, place)), name)
        self.assertEqual(self.loader_of(program), {os.path.join(self.package, "carried/lib/ld-linux-x86-64.so.2")})
        self.assertEqual(sorted(os.listdir(here)), ["lib", "spillway", "spillway-worker"])
        self.assertEqual(self.path(), program)

    def test_the_cache_is_where_the_user_says(self):
        self.close_site()
        elsewhere = os.path.join(self.root, "elsewhere")
        self.use({"HOME": self.home, "XDG_CACHE_HOME": elsewhere})
        self.assertTrue(self.path().startswith(elsewhere + "/spillway/programs/"))
        self.use({"HOME": self.home, "XDG_CACHE_HOME": "relative"})
        self.assertTrue(self.path().startswith(self.home + "/.cache/"))

    def test_a_umask_for_groups_closes_no_cache(self):
        self.close_site()
        self.addCleanup(os.umask, os.umask(0o002))
        self.loader_of(self.path())

    def test_a_cache_that_others_can_write_to_is_refused(self):
        self.close_site()
        cache = os.path.dirname(os.path.dirname(os.path.dirname(self.path())))
        os.chmod(cache, 0o777)
        self.assertIn("not a folder that only you can write to", self.sentence())

    def test_no_place_is_one_sentence(self):
        self.close_site()
        os.symlink("/proc/no-such-folder", os.path.join(self.home, ".cache"))
        said = self.sentence()
        for part in ("needs glibc 2.36, and this system has 2.31", self.package, "Permission denied", self.home, "Set XDG_CACHE_HOME"):
            self.assertIn(part, said)
        self.use({})
        self.assertIn("HOME is not set", self.sentence())

    def test_a_program_that_cannot_be_started_is_one_sentence(self):
        with mock.patch("os.execve", side_effect=PermissionError(13, "Permission denied")):
            with self.assertRaises(SystemExit) as left, contextlib.redirect_stderr(io.StringIO()):
                self.module.main()
        self.assertIn("cannot be started: Permission denied", str(left.exception))

    def test_many_starts_at_once_each_see_whole_copies(self):
        start = ("import sys; sys.path.insert(0, sys.argv.pop(1)); import spillway; spillway._system_glibc = lambda: '2.31'; "
                 "spillway.main()")

        def once(_):
            return subprocess.run([sys.executable, "-B", "-c", start, self.site, "/proc/self/exe"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=False, timeout=60)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for done in pool.map(once, range(24)):
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertEqual(done.stdout[:4], b"\x7fELF")
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.beside()))), ["about.json", "lib", "spillway", "spillway-worker"])

    def test_tests_can_ask_for_the_carried_one(self):
        self.set_glibc("2.41")
        self.use({"HOME": self.home, "SPILLWAY_CARRIED_GLIBC": "1"})
        self.assertEqual(self.path(), self.beside())


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main()
