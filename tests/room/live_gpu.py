"""live_gpu.py SPILLWAY [CLIENTS]: a class that measures on the server's GPU; prints what it measured.

One page measures every setting, one after the other. Then as many pages as the class has measure the same settings at
once, behind a server that knows no answer yet; and one page alone again, which shows how far two measurements of one page
are apart. The exit status is 1 if the class's throughputs are more than 1 % from the first page's (median of the
settings), 77 if there is no GPU."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from room_client import LivePage, Server

BOUND = 0.01
VARIANTS = (("running_mean", "register_array", "window_size", range(4, 64, 4)),
            ("running_mean", "local_array", "window_size", range(4, 64, 4)),
            ("coalescing", "strided", "stride", range(1, 31)),
            ("stencil", "global", "radius", range(1, 9)))
PATIENCE_S = 120


def settings():
    """(experiment, variant, values) of each setting that the server measures."""
    return [(experiment, variant, {axis: value}) for experiment, variant, axis, values in VARIANTS for value in values]


def measured(page, setting):
    experiment, variant, values = setting
    answer = page.answer(page.ask(experiment, variant, values, gpu="live", group="current", measure=True), PATIENCE_S)
    if answer["type"] != "result":
        raise RuntimeError(f"{setting}: {answer}")
    measurement = answer["result"]["measurement"]
    if measurement["source"] != "live":
        raise RuntimeError(f"{setting}: not measured: {measurement['source']}, {measurement['reason']}")
    return measurement["seconds"]["median"]


class Class:
    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0

    def server(self):
        self.count += 1
        folder = os.path.join(self.folder, str(self.count))
        os.makedirs(os.path.join(folder, "page"))
        for name in ("files.json", "index.html", "page.0123456789.js"):
            with open(os.path.join(folder, "page", name), "w", encoding="utf-8") as file:
                file.write("{}")
        environment = {"SPILLWAY_REPORTS": "none", "XDG_CACHE_HOME": os.path.join(folder, "cache")}
        return Server(self.program, folder, "--page", "page", worker=None, environment=environment)

    def measure(self, pages):
        """Seconds of one launch by setting, and how long each answer took."""
        server = self.server()
        try:
            clients = [LivePage(server) for _ in range(pages)]
            asked = settings()
            found, waited, problems = {}, [], []

            def work(number):
                try:
                    for setting in asked[number::pages]:
                        begin = time.monotonic()
                        found[json.dumps(setting)] = measured(clients[number], setting)
                        waited.append(time.monotonic() - begin)
                except RuntimeError as error:
                    problems.append(str(error))

            begin = time.monotonic()
            threads = [threading.Thread(target=work, args=(number,)) for number in range(pages)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if problems:
                raise RuntimeError("; ".join(sorted(set(problems))[:3]))
            ordered = sorted(waited)
            print(f"{pages} pages: {len(found)} settings measured in {time.monotonic() - begin:.1f} s; an answer took "
                  f"{statistics.median(ordered):.2f} s (median), {ordered[int(0.95 * (len(ordered) - 1))]:.2f} s (p95)")
            return found
        finally:
            server.stop()


def apart(first, second):
    return sorted(abs(second[setting] / first[setting] - 1) for setting in first)


def told(name, shares):
    print(f"{name}: median {100 * statistics.median(shares):.2f} %, p95 {100 * shares[int(0.95 * (len(shares) - 1))]:.2f} %, "
          f"most {100 * shares[-1]:.2f} %")


def has_gpu(program):
    listed = subprocess.run([program, "gpus", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return b'"live": true' in listed.stdout


def main():
    program, pages = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    if not has_gpu(program):
        print("no GPU here: skipped")
        sys.exit(77)
    folder = tempfile.mkdtemp(prefix="spillway-live-gpu-")
    try:
        room = Class(program, folder)
        alone, together, again = room.measure(1), room.measure(pages), room.measure(1)
    finally:
        shutil.rmtree(folder)
    told("one page and the same page again", apart(alone, again))
    shares = apart(alone, together)
    told(f"one page and {pages} at once", shares)
    sys.exit(0 if statistics.median(shares) <= BOUND else 1)


if __name__ == "__main__":
    main()
