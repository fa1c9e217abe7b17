"""A headless Chromium, driven through the DevTools protocol on two pipes: no port, nothing to install besides."""

import base64
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Static files, and how many bytes of each were sent."""

    sent = {}
    failing = {}  # by the beginning of a file's name: how often it is still refused, as by a server in trouble
    headers_too = {}  # sent with each reply

    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/")
        for begin, times in QuietHandler.failing.items():
            if name.startswith(begin) and times > 0:
                QuietHandler.failing[begin] -= 1
                return self.send_error(503)
        return super().do_GET()

    def end_headers(self):
        for name, value in QuietHandler.headers_too.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        data = source.read()
        QuietHandler.sent[self.path] = QuietHandler.sent.get(self.path, 0) + len(data)
        outputfile.write(data)


def serve(folder):
    """Serves the folder on a free port of this machine; returns the server and its address."""
    handler = lambda *arguments: QuietHandler(*arguments, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


class Page:
    """One page of one browser, with a profile of its own that is removed with it."""

    def __init__(self, width=1600, height=900, scale=1, light=False, flags=()):
        self.profile = tempfile.mkdtemp()
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def hand_over():
            # The browser reads file 3 and writes file 4.
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        arguments = [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--remote-debugging-pipe",
                     "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
                     "--no-first-run", "--mute-audio", "--enable-precise-memory-info", *flags,
                     f"--user-data-dir={self.profile}", "about:blank"]
        self.process = subprocess.Popen(arguments, preexec_fn=hand_over, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Performance"):
            self.call(domain + ".enable")
        self.resize(width, height, scale)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "light" if light else "dark"}])

    def another_tab(self, address):
        """A second page of the same browser, which has the same local storage."""
        other = Tab(self)
        other.open(address)
        return other

    def resize(self, width, height, scale=1, touch=False):
        self.scale = scale
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def close(self):
        if self.process is None:
            return
        self.process.terminate()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.process = None
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.into, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.buffer += chunk
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            reply = self.read()
            if reply.get("id") == self.number:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']['message']}")
                return reply["result"]
            self.events.append(reply)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression, what, seconds=60, shown=None):
        """Waits for what the page says; the bound is for a browser that hangs. `shown`: an expression for the failure."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # Between two pages there is no document.
            value = self.value(f"document.documentElement && ({expression})")
            if value:
                return value
            time.sleep(0.02)
        instead = f" There is {self.value(shown)!r}." if shown else ""
        raise AssertionError(f"{what}: never came.{instead} The page says:\n" + "\n".join(self.said()))

    def said(self):
        """Lines that the page wrote to its console, and the browser's refusals."""
        lines = []
        for event in self.events:
            if event.get("method") == "Runtime.consoleAPICalled":
                lines.append(" ".join(str(each.get("value")) for each in event["params"]["args"]))
            elif event.get("method") == "Log.entryAdded":
                lines.append(event["params"]["entry"]["text"])
            elif event.get("method") == "Runtime.exceptionThrown":
                lines.append(json.dumps(event["params"]["exceptionDetails"])[:2000])
        return lines

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.until("document.documentElement && document.documentElement.dataset.state === 'ready'", "the first frame")

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    # ---- a user's hands ----

    def find(self, item):
        """The rectangle of a thing that can be clicked, in the page's pixels; None where it is not shown."""
        place = self.value(f"Module.ccall('page_finds', 'string', ['string'], [{json.dumps(item)}])")
        return [float(number) / self.scale for number in place.split()] if place else None

    def wait_for(self, item):
        self.until(f"Module.ccall('page_finds', 'string', ['string'], [{json.dumps(item)}])", item)
        return self.find(item)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def at_rest(self, item):
        """Place of an item once it no longer moves."""
        place = self.wait_for(item)
        while True:
            time.sleep(0.1)
            again = self.wait_for(item)
            if again == place:
                return place
            place = again

    def click(self, item):
        x, y, width, height = self.at_rest(item)
        x, y = x + width / 2, y + height / 2
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, item, begin, end, steps=10):
        """Along a thing from one share of its width to another."""
        x, y, width, height = self.wait_for(item)
        at = lambda share: x + width * share
        y += height / 2
        self.mouse("mouseMoved", at(begin), y)
        self.mouse("mousePressed", at(begin), y, button="left", buttons=1, clickCount=1)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", at(begin + (end - begin) * step / steps), y, button="left", buttons=1)
        self.mouse("mouseReleased", at(end), y, button="left", clickCount=1)

    def drag_over(self, item, points):
        """Along points of a thing, as shares of its width and height."""
        x, y, width, height = self.wait_for(item)
        at = [(x + width * across, y + height * down) for across, down in points]
        self.mouse("mouseMoved", *at[0])
        self.mouse("mousePressed", *at[0], button="left", buttons=1, clickCount=1)
        for point in at:
            self.mouse("mouseMoved", *point, button="left", buttons=1)
        self.mouse("mouseReleased", *at[-1], button="left", clickCount=1)

    def touch(self, kind, points):
        """touchStart and touchMove with all fingers that are down, touchEnd with those that stay."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def tap(self, item):
        x, y, width, height = self.at_rest(item)
        self.touch("touchStart", [{"x": x + width / 2, "y": y + height / 2}])
        self.touch("touchEnd", [])

    def swipe(self, x, y, to_x, to_y):
        self.touch("touchStart", [{"x": x, "y": y}])
        for i in range(1, 9):
            self.touch("touchMove", [{"x": x + (to_x - x) * i / 8, "y": y + (to_y - y) * i / 8}])
            time.sleep(0.02)
        self.touch("touchEnd", [])
        time.sleep(0.2)

    def drop(self, file, x, y, *others):
        """Files of this machine, as if they came from its desktop."""
        data = {"items": [], "files": [file, *others], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def type(self, text):
        for character in text:
            self.key(character, character)

    def network(self, offline=False, bits_per_second=None, seconds=0):
        """As the browser's own tools throttle it."""
        rate = bits_per_second / 8 if bits_per_second else -1
        self.call("Network.emulateNetworkConditions", offline=offline, latency=seconds * 1000,
                  downloadThroughput=rate, uploadThroughput=rate)

    def before_any_script(self, script):
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def metrics(self):
        return {each["name"]: each["value"] for each in self.call("Performance.getMetrics")["metrics"]}

    def memory_of_processes(self):
        """Memory of the rendering processes: {"renderer": bytes, "gpu-process": bytes}; shared memory in equal parts."""
        told = {}
        for process in os.listdir("/proc"):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                if not any(self.profile.encode() in word for word in words):
                    continue
                kind = next((word[7:].decode() for word in words if word.startswith(b"--type=")), "browser")
                with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
                    pss = next(line for line in file if line.startswith("Pss:"))
                told[kind] = told.get(kind, 0) + int(pss.split()[1]) * 1024
            except (OSError, StopIteration):
                continue
        return told

    def key(self, key, text=None, modifiers=0):
        down = {"type": "keyDown", "key": key, "modifiers": modifiers}
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)


class Tab(Page):
    """Another page of a browser that runs already; goes with it, or before."""

    def __init__(self, owner):
        self.owner, self.process, self.profile = owner, owner.process, owner.profile
        self.out, self.number, self.events = owner.out, 1_000_000, []
        self.session = None
        self.target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.resize(1600, 900)

    def read(self):
        return self.owner.read()

    def close(self):
        self.session = None
        self.call("Target.closeTarget", targetId=self.target)
