#!/usr/bin/env python3
"""figures_test.py FOLDER PICTURES: what the page costs in a headless Chromium: bytes, seconds, frames, memory.

The figures are printed, docs/web.md has them from here. What can be told on a busy machine is asserted: bytes, memory,
and that nothing is drawn while nothing happens. Exit status 77: skipped, with a sentence.
"""

import os
import pathlib
import sys
import time
import unittest

import browser
import page_case
from page_case import FOLDER

LESSONS = pathlib.Path(__file__).parents[2] / "kernels"
MOST_FIRST_BYTES, MOST_MEMORY = 5e6, 110e6

# Counts the page's frames, and times each step of the mouse or a key, from when the browser had it, until the pixels of
# the frame that paints it can be read: a frame that draws nothing shows nothing of it. The browser tells a move twice,
# with one time.
WATCH = """
  const draw = requestAnimationFrame;
  window.watched = {frames: 0, steps: [], waits: [], programs: [], keys: []};
  let came = 0, told = 0, began = 0, isPainted = false;
  for (const kind of ['pointerrawupdate', 'mousemove', 'touchmove', 'keydown'])
    addEventListener(kind, (event) => {
      began = performance.now();
      if (event.timeStamp <= told) return;
      told = event.timeStamp;
      came = came || told;
    }, true);
  const readPixelsOf = (paints) => {
    isPainted = false;
    if (!came) return;
    const painted = performance.now();
    paints.readPixels(0, 0, 1, 1, paints.RGBA, paints.UNSIGNED_BYTE, new Uint8Array(4));
    watched.steps.push(performance.now() - came);
    watched.waits.push(began - came);
    watched.programs.push(painted - began);
    came = 0;
  };
  const drawElements = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (...what) {
    if (!isPainted) queueMicrotask(() => readPixelsOf(this));  // once the program has handed over
    isPainted = true;
    return drawElements.apply(this, what);
  };
  window.requestAnimationFrame = (act) => draw((now) => {
    ++watched.frames;
    began = performance.now();
    act(now);
  });
  new PerformanceObserver((list) => {
    for (const event of list.getEntries()) if (event.name === 'keydown') watched.keys.push(event.duration);
  }).observe({type: 'event', durationThreshold: 16});
"""


def percentile(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]


def both(numbers):
    return f"median {percentile(numbers, 0.5):.1f} ms, p95 {percentile(numbers, 0.95):.1f} ms"


def say(line):
    print(line, file=sys.stderr, flush=True)


class FiguresTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.address = browser.serve(FOLDER)

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self):
        browser.QuietHandler.sent.clear()
        self.page = browser.Page()
        self.addCleanup(self.page.close)
        self.page.before_any_script(WATCH)

    def open(self):
        """By a link, as a lecturer sends it: nothing lies over the lesson."""
        self.page.open(self.address + "#v1/running_mean")
        self.page.until("document.documentElement.dataset.rested", "rest")

    def mark(self, name):
        return self.page.value(f"performance.getEntriesByName('spillway-first-{name}')[0].startTime") / 1e3

    def test_bytes_and_seconds_until_the_first_lesson(self):
        page = self.page
        page.network(bits_per_second=10e6, seconds=0.04)
        self.open()
        frame, chart = self.mark("frame"), self.mark("chart")
        before = page.value(f"""performance.getEntriesByType('resource').filter((each) =>
            each.responseEnd < {chart * 1e3}).map((each) => [each.name.split('/').slice(3).join('/'),
            each.encodedBodySize, Math.round(each.responseEnd)])""")
        total = sum(size for _, size, _ in before)
        say(f"\n10 Mbit/s, 40 ms: first frame {frame:.2f} s, first chart with all its points {chart:.2f} s, "
            f"{total / 1e6:.2f} MB before")
        for name, size, end in before:
            say(f"  {name}: {size / 1e3:.0f} kB, there at {end / 1e3:.2f} s")
        self.assertLess(total, MOST_FIRST_BYTES)
        self.assertGreater(total, 5e5)

    def test_seconds_over_3g(self):
        self.page.network(bits_per_second=1.6e6, seconds=0.15)
        self.open()
        say(f"\n3G, 1.6 Mbit/s, 150 ms: first frame {self.mark('frame'):.2f} s, first chart with all its points "
            f"{self.mark('chart'):.2f} s")

    @staticmethod
    def tell_parts(page, steps):
        """Prints what the steps consist of; returns the browser's part of each, in milliseconds."""
        waits, programs = page.value("watched.waits"), page.value("watched.programs")
        drawing = [all_of_it - wait - program for all_of_it, wait, program in zip(steps, waits, programs)]
        say(f"  until the program has it: {both(waits)}; the program: {both(programs)}; the drawing: {both(drawing)}")
        return waits

    def test_a_sliders_step_by_touch(self):
        page = self.page
        page.resize(390, 844, 2, touch=True)
        self.open()
        x, y, width, height = page.wait_for("slider:window_size")
        at = lambda share: [{"x": x + width * share, "y": y + height / 2}]
        page.touch("touchStart", at(0.1))
        for step in range(60):  # more than one value a step: a move that changes nothing is painted with the next one
            page.touch("touchMove", at(0.1 + 0.0133 * step))
            time.sleep(0.05)
        page.touch("touchEnd", [])
        steps = page.value("watched.steps")
        page.until("decodeURIComponent(location.hash).includes('window_size:')", "the slider's value in the address")
        say(f"\nslider dragged by a finger at 390x844, {len(steps)} steps from the touch to the pixels: {both(steps)}")
        self.tell_parts(page, steps)
        self.assertGreater(len(steps), 20)

    def test_a_sliders_step(self):
        page = self.page
        self.open()
        x, y, width, height = page.wait_for("slider:window_size")
        at = lambda share: (x + width * share, y + height / 2)
        page.mouse("mousePressed", *at(0.1), button="left", buttons=1, clickCount=1)
        for step in range(100):
            page.mouse("mouseMoved", *at(0.1 + 0.008 * step), button="left", buttons=1)
            time.sleep(0.05)
        page.mouse("mouseReleased", *at(0.9), button="left", clickCount=1)
        steps = page.value("watched.steps")
        page.until("decodeURIComponent(location.hash).includes('window_size:')", "the slider's value in the address")
        say(f"\nslider dragged, {len(steps)} steps from the mouse to the pixels: {both(steps)}")
        waits = self.tell_parts(page, steps)
        # Drawn in the browser's event: with the browser's next picture it would be 8 ms later in the median.
        self.assertLess(percentile(waits, 0.5), 6)
        page.value("for (const of of ['steps', 'waits', 'programs']) watched[of].length = 0")
        for _ in range(50):
            page.key("ArrowLeft")
            time.sleep(0.05)
        time.sleep(0.5)
        by_key, shown = page.value("watched.steps"), page.value("watched.keys")
        say(f"slider by keys, {len(by_key)} steps from the key to the pixels: {both(by_key)}; until the browser shows it "
            f"(event timing, in steps of 8 ms): {both(shown)}")
        self.tell_parts(page, by_key)
        self.assertGreater(len(by_key), 20)
        self.assertGreater(len(steps), 20)

    def test_nothing_is_drawn_while_nothing_happens_and_memory_is_bounded(self):
        page = self.page
        self.open()
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        time.sleep(3)
        frames, busy = page.value("watched.frames"), page.metrics()["TaskDuration"]
        time.sleep(5)
        drawn = page.value("watched.frames") - frames
        share = (page.metrics()["TaskDuration"] - busy) / 5
        wasm, heap = page.value("Module.HEAPU8.length"), page.metrics()["JSHeapUsedSize"]
        say(f"\nidle for 5 s: {drawn} frames, {share:.2%} of a core in the page; memory: {wasm / 1e6:.0f} MB of the "
            f"program, {heap / 1e6:.0f} MB of JavaScript")
        lessons = sorted(file.parent.name for file in LESSONS.glob("*/experiment.json"))
        for name in lessons:
            page.value(f"location.hash = '#v1/{name}'")
            page.until(f"document.title && location.hash.includes('{name}')", name)
            time.sleep(2)
        wasm, heap = page.value("Module.HEAPU8.length"), page.metrics()["JSHeapUsedSize"]
        processes = ", ".join(f"{kind} {size / 1e6:.0f} MB" for kind, size in page.memory_of_processes().items())
        say(f"after all {len(lessons)} lessons: {wasm / 1e6:.0f} MB of the program, {heap / 1e6:.0f} MB of JavaScript; "
            f"processes: {processes}")
        self.assertEqual(drawn, 0)
        self.assertLess(wasm + heap, MOST_MEMORY)

    def test_the_folder_by_file(self):
        sizes = {}
        for folder, _, files in os.walk(FOLDER):
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), FOLDER)
                name = name.split("/")[0] + "/" if "/" in name else name
                sizes.setdefault(name, []).append(os.path.getsize(os.path.join(folder, file)))
        for name, each in sorted(sizes.items(), key=lambda one: -sum(one[1])):
            say(f"  {name}: {sum(each) / 1e3:.0f} kB" + (f" in {len(each)} files" if len(each) > 1 else ""))


if __name__ == "__main__":
    page_case.main()
