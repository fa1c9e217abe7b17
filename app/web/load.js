// Downloads and unpacks the files of the page. Starts all that the first charts need at once, then runs the packed
// scripts: page.js and emscripten's. Small, because nothing else begins before it.
(() => {
  const boot = window.spillwayBoot;  // boot.js
  const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));
  const asProgram = (stream) => new Response(stream, {headers: {'Content-Type': 'application/wasm'}});

  /// Sentence that says why a file failed to load. The names of a build's files contain a hash of their content, so a file that
  /// is gone means that the page's folder now holds another build; files.json names it.
  async function whyMissing(address, why) {
    const there = await fetch('files.json', {cache: 'no-store'}).then((reply) => reply.json()).catch(() => ({}));
    if (there.build && there.build !== boot.files.build) return wasUpdated();
    return boot.missing(address, why);
  }
  const wasUpdated = () => 'This page was updated on its server while it was open here. Load the page again; ' + boot.kept() + '.';

  /// Repeats a download that fails, twice; then throws an Error whose message is a sentence.
  async function again(address, attempt) {
    for (const wait of [500, 2000, null]) {
      try {
        return await attempt();
      } catch (failed) {
        if (wait === null) throw new Error(await whyMissing(address, failed.message));
        await pause(wait);
      }
    }
  }

  async function replyOf(address, how) {
    const reply = await fetch(address, how);
    if (!reply.ok) throw new Error(reply.status + ' ' + reply.statusText);
    return reply;
  }
  const bodyOf = async (address) => (await replyOf(address)).body;

  let unpackNow;  // result of startUnpacker()
  /// Loads unpack.wasm; resolves to its exports.
  async function startUnpacker() {
    const made = await WebAssembly.instantiateStreaming(asProgram(await bodyOf(boot.files['unpack.wasm'])));
    made.instance.exports._initialize();
    return unpackNow = made.instance.exports;
  }

  /// Unpacks these bytes of a packed file, piece by piece.
  function* pieces(unpack, file, packed) {
    const room = unpack.unpack_room();
    const at = (place, bytes) => new Uint8Array(unpack.memory.buffer, place, bytes);
    for (let done = 0; done < packed.length; done += room) {
      const part = packed.subarray(done, done + room);
      at(unpack.unpack_packed(), part.length).set(part);
      unpack.unpack_take(part.length);
      let bytes;
      while ((bytes = unpack.unpack_next(file)) > 0) yield at(unpack.unpack_unpacked(), bytes).slice();
      if (bytes < 0) {
        unpack.unpack_end(file);
        throw new Error('it is damaged');
      }
    }
  }
  function end(unpack, file) {
    if (!unpack.unpack_end(file)) throw new Error('it is incomplete');
  }
  /// A stream that unpacks this file of the build as it arrives. `body`: promise of the packed stream.
  async function unpacked(name, body = bodyOf(boot.files[name])) {
    body.catch(() => {});  // reported where it is awaited
    const unpack = await unpacker, file = unpack.unpack_begin();
    return (await body).pipeThrough(new TransformStream({
      transform(chunk, to) {
        for (const piece of pieces(unpack, file, chunk)) to.enqueue(piece);
      },
      flush() { end(unpack, file); },
    }));
  }
  function joined(parts) {
    const all = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  }
  /// Unpacks a whole file at once. The unpacker must have started.
  function unpackedNow(packed) {
    const file = unpackNow.unpack_begin(), parts = [...pieces(unpackNow, file, packed)];
    end(unpackNow, file);
    return joined(parts);
  }

  const unpacker = again('unpack.wasm', startUnpacker);
  let program = unpacked('spillway.wasm.lz');  // for the first attempt
  const programNow = () => {
    const now = program || unpacked('spillway.wasm.lz');
    program = null;
    return now;
  };
  // The name is the same in every build: a copy that the browser keeps may be of an earlier one.
  const list = again('files.json', () => replyOf('files.json', {cache: 'no-cache'}).then((reply) => reply.json()));
  /// All bytes of the stream. Unlike a Response, it keeps the reason of a failure.
  async function wholeOf(stream) {
    const reader = (await stream).getReader(), parts = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    return joined(parts);
  }
  const wholeNamed = (name) => again(name, () => wholeOf(unpacked(name)));
  const first = wholeNamed('first.bin.lz');
  for (const coming of [unpacker, program, list, first]) coming.catch(() => {});  // reported where it is awaited

  window.spillwayLoad = {again, asProgram, bodyOf, first, list, pause, programNow, replyOf, unpacked, unpackedNow, wasUpdated, whyMissing,
                         wholeNamed, wholeOf};

  /// Runs the scripts as the text of an element: index.html's policy allows this text alone, by its hash.
  function runScripts(bytes) {
    const script = document.createElement('script');
    script.textContent = new TextDecoder().decode(bytes);
    document.body.appendChild(script);
    if (!window.Module) throw new Error(boot.missing('scripts.js.lz', 'the browser does not run it'));
  }
  wholeNamed('scripts.js.lz').then(runScripts).catch((failed) => boot.fail(failed.message));
})();
