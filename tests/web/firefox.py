"""A headless Firefox, driven through Marionette, which it speaks by itself: nothing to install besides."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

import browser

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
# Nothing is asked of other servers, no page opens by itself, and WebGL is drawn by the processor.
PREFERENCES = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "app.update.enabled": False, "browser.aboutwelcome.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,", "browser.safebrowsing.update.enabled": False,
    "webgl.force-enabled": True, "ui.systemUsesDarkTheme": 1, "layout.css.prefers-color-scheme.content-override": 0,
}


class Page(browser.Page):
    """Has the actions and look-ups of browser.Page, in Firefox."""

    def __init__(self, width=1600, height=900):
        self.profile = tempfile.mkdtemp()
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as out:
            for name, value in PREFERENCES.items():
                out.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.scale, self.number, self.buffer, self.held = 1, 0, b"", False
        self.process = subprocess.Popen(
            [PROGRAM, *([] if os.environ.get("DISPLAY") else ["--headless"]), "--marionette", "--profile", self.profile, "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile, "MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": str(height)})
        self.connect()
        self.read()  # who it is
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self.call("WebDriver:SetTimeouts", script=120000, pageLoad=120000)
        self.resize(width, height)

    def connect(self):
        chosen = os.path.join(self.profile, "MarionetteActivePort")
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with open(chosen, encoding="ascii") as file:
                    self.line = socket.create_connection(("127.0.0.1", int(file.read())), 120)
                return
            except (OSError, ValueError):
                time.sleep(0.1)
        raise RuntimeError("Firefox opens no port for Marionette")

    def resize(self, width, height):
        """Sets the size of the page, not of the window around it."""
        for _ in range(2):
            inner = self.value("[innerWidth, innerHeight]")
            outer = self.call("WebDriver:GetWindowRect")
            self.call("WebDriver:SetWindowRect", width=outer["width"] + width - inner[0],
                      height=outer["height"] + height - inner[1])

    def close(self):
        if self.process is None:
            return
        self.line.close()
        self.process.terminate()
        self.process.wait()
        self.process = None
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        while True:
            length, colon, rest = self.buffer.partition(b":")
            if colon and len(rest) >= int(length):
                self.buffer = rest[int(length):]
                return json.loads(rest[:int(length)])
            chunk = self.line.recv(1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.buffer += chunk

    def call(self, method, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, method, parameters]).encode()
        self.line.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(f"{method}: {error['message']}")
        return result

    def value(self, expression):
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(done, (failed) => done('' + failed));"
        return self.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)["value"]

    def said(self):
        return [self.value("document.body.innerText")]

    def open(self, address):
        self.call("WebDriver:Navigate", url="about:blank")
        self.call("WebDriver:Navigate", url=address)
        self.until("document.documentElement && document.documentElement.dataset.state === 'ready'", "the first frame")

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False, hash=False)["value"]))

    def act(self, kind, actions, **more):
        self.call("WebDriver:PerformActions", actions=[{"type": kind, "id": kind, "actions": actions, **more}])

    def mouse(self, kind, x, y, **more):
        act = {"mouseMoved": {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
               "mousePressed": {"type": "pointerDown", "button": 0}, "mouseReleased": {"type": "pointerUp", "button": 0}}
        self.act("pointer", [act["mouseMoved"]] + ([act[kind]] if kind != "mouseMoved" else []),
                 parameters={"pointerType": "mouse"})

    def key(self, key, text=None, modifiers=0):
        self.act("key", [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}])

    def drop(self, file, x, y):
        """A file of this machine, as a page gets it."""
        with open(file, "rb") as opened:
            data = base64.b64encode(opened.read()).decode()
        self.value(f"""(() => {{
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(atob("{data}"), (c) => c.charCodeAt(0))], "{os.path.basename(file)}"));
          for (const kind of ["dragover", "drop"])
            document.getElementById("window").dispatchEvent(new DragEvent(kind, {{bubbles: true, cancelable: true,
              clientX: {x}, clientY: {y}, dataTransfer: data}}));
        }})()""")
