"""Cuts the page's program in two: what its first charts go through, and the rest, which comes while they are looked at.

Which functions those are is seen by opening the page once in a headless Chromium, with a program that counts them
(binaryen's wasm-split). Where there is no Chromium the program stays whole; the page then waits for all of it.
"""

import base64
import pathlib
import shutil
import subprocess
import sys
import tempfile

FEATURES = ("--enable-exception-handling", "--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals",
            "--enable-nontrapping-float-to-int", "--enable-simd")
NOTHING = b"\0asm\x01\0\0\0"  # a module of WebAssembly that is empty
# As the first charts are seen: by a link, by a first visit, on a phone, so slowly that they are drawn in steps, in a room,
# and over 3G, where a frame may come before its charts. All of the data comes afterwards. Width, height, link, how many
# times slower the processor is, and the line's bits per second.
LINE, SLOW_LINE = 10e6, 1.6e6
VISITS = ((1600, 900, "#v1/running_mean", 1, LINE), (1600, 900, "", 1, LINE), (1280, 720, "", 8, LINE),
          (390, 844, "#v1/running_mean", 1, LINE), (1600, 900, "#v1/running_mean", 8, LINE),
          (1600, 900, "?room=0123456789#v1/running_mean", 1, LINE), (1280, 720, "#v1/running_mean", 1, SLOW_LINE),
          (390, 844, "", 1, SLOW_LINE))

# The program keeps of each function whether it was called. It writes that down behind all of its own memory.
COUNT = """
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...what) => {
    const made = await instantiate.apply(WebAssembly, what);
    if (made.instance.exports.counted) window.program = made.instance.exports;
    return made;
  };
  // On a slow line the rest comes late: what happens until then without a hand is seen too.
  const compile = WebAssembly.compileStreaming;
  WebAssembly.compileStreaming = async (...what) => {
    await new Promise((later) => setTimeout(later, 3000));
    return compile.apply(WebAssembly, what);
  };
  const mark = performance.mark;
  performance.mark = (name) => {
    mark.call(performance, name);
    if (name !== 'spillway-whole') return;
    const memory = Object.values(program).find((each) => each instanceof WebAssembly.Memory);
    const pages = 64, at = memory.grow(pages) * 65536, bytes = program.counted(at, pages * 65536);
    window.told = Array.from(new Uint8Array(memory.buffer, at, bytes), (byte) => String.fromCharCode(byte)).join('');
  };
"""


def run(*words):
    subprocess.run(words, check=True)


def profiles(folder, browser, into):
    """Writes a profile of each visit to the page in `folder`, whose program counts."""
    server, address = browser.serve(folder)
    for number, (width, height, link, times_slower, bits_per_second) in enumerate(VISITS):
        page = browser.Page(width, height)
        page.call("Emulation.setCPUThrottlingRate", rate=times_slower)
        page.network(bits_per_second=bits_per_second, seconds=0.04 if bits_per_second == LINE else 0.15)
        page.before_any_script(COUNT)
        page.open(address + link)
        told = page.until("window.told && btoa(told)", "what its functions have seen")
        page.close()
        file = pathlib.Path(into) / f"visit-{number}"
        file.write_bytes(base64.b64decode(told))
        yield str(file)
    server.shutdown()
    server.server_close()


def split(program, lay_page, source):
    """The program's two parts; the second one is empty where nothing can open the page.
    `lay_page`(first, rest) lays the page with these parts, and returns its folder."""
    if not shutil.which("chromium"):
        print("There is no Chromium (the package of that name), so the page's program comes in one piece: its first "
              "charts take half a second more.", file=sys.stderr)
        return program.read_bytes(), NOTHING
    sys.path.insert(0, str(source / "tests/web"))
    import browser  # pylint: disable=import-outside-toplevel,import-error

    with tempfile.TemporaryDirectory() as made:
        made = pathlib.Path(made)
        counting, seen = made / "counting.wasm", made / "seen"
        run("wasm-split", "--instrument", "--profile-export=counted", *FEATURES, str(program), "-o", str(counting))
        visits = list(profiles(lay_page(counting.read_bytes(), NOTHING), browser, made))
        run("wasm-split", "--merge-profiles", *visits, "-o", str(seen))
        run("wasm-split", "--split", f"--profile={seen}", *FEATURES, str(program), "--import-namespace=begin",
            "--placeholder-namespace=rest", f"-o1={made / 'first.wasm'}", f"-o2={made / 'rest.wasm'}")
        return (made / "first.wasm").read_bytes(), (made / "rest.wasm").read_bytes()
