// What the page does around the program: data before it starts, files in local storage, clipboard, drops and addresses.
var Module = {};  // what emscripten's script takes its functions from
(() => {
  const home = '/home/learner';
  const mostDropped = 64e6;
  const say = (line) => Module.ccall('page_says', null, ['string'], [line]);
  const byId = (id) => document.getElementById(id);

  // ---- local storage, by the page's own path: two courses on one host share nothing. A browser may forbid any touch of it;
  // then memory keeps what is done until the page is closed. ----
  const kept = 'spillway-page:' + location.pathname.replace(/[^/]*$/, '') + ':';
  const store = (() => {
    const memory = new Map();
    const attempt = (touch, otherwise) => {
      try {
        return touch();
      } catch (forbidden) {
        return otherwise();
      }
    };
    return {
      keys: () => attempt(() => Object.keys(localStorage), () => [...memory.keys()]),
      get: (key) => attempt(() => localStorage.getItem(key), () => memory.get(key)),
      /// False where only memory keeps it: local storage is forbidden, or full.
      set: (key, text) => attempt(() => (localStorage.setItem(key, text), true), () => (memory.set(key, text), false)),
      remove: (key) => attempt(() => localStorage.removeItem(key), () => memory.delete(key)),
    };
  })();
  const isKept = () => store.keys().some((key) => key.startsWith(kept));
  // Earlier versions kept one state for all pages of a host: the page that is opened first takes it over.
  const before = 'spillway:';
  if (!isKept())
    for (const key of store.keys())
      if (key.startsWith(before + home + '/') && store.set(kept + key.slice(before.length), store.get(key)))
        store.remove(key);

  Module.canvas = byId('window');
  Module.print = (line) => console.log(line);
  Module.printErr = (line) => console.warn(line);

  Module.showFailure = (line) => {
    byId('loading').textContent = line;
    byId('loading').hidden = false;
  };
  Module.showWindow = () => {
    byId('loading').hidden = true;
    Module.canvas.focus();
    performance.mark('spillway-first-frame');
    document.documentElement.dataset.state = 'ready';
    openTalk();
    firstChartsDrawn().then(bringRest).then(later, (failed) => {
      Module.showFailure('The other experiments could not be loaded: ' + failed.message);
    });
  };
  Module.rest = () => {
    downloadSaved();
    if (document.documentElement.dataset.rested) return;
    performance.mark('spillway-first-rest');
    document.documentElement.dataset.rested = 'yes';
  };
  // What the status line says, for a screen reader.
  Module.readOut = (line) => { byId('notice').textContent = line; };
  Module.onAbort = (why) => Module.showFailure('Spillway has stopped: ' + why + '. Reload the page; what you did is kept.');

  // ---- data: what the first lesson needs comes first, the rest when it is looked at, or when nothing else is to do ----
  const lazy = new Map();  // path to address, of files that are empty until they are opened

  const asProgram = (stream) => new Response(stream, {headers: {'Content-Type': 'application/wasm'}});

  async function bodyOf(address) {
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(address + ': ' + reply.status + ' ' + reply.statusText);
    return reply.body;
  }

  let unpackNow;  // what startUnpacker() has made
  /// What unpack.c exports.
  async function startUnpacker() {
    const packed = await bodyOf('unpack.wasm.gz');
    const made = await WebAssembly.instantiateStreaming(asProgram(packed.pipeThrough(new DecompressionStream('gzip'))));
    made.instance.exports._initialize();
    return unpackNow = made.instance.exports;
  }

  /// What zstd has packed in these bytes of a file, one piece after the other.
  function* pieces(unpack, file, packed) {
    const room = unpack.unpack_room();
    const at = (place, bytes) => new Uint8Array(unpack.memory.buffer, place, bytes);
    for (let done = 0; done < packed.length; done += room) {
      const part = packed.subarray(done, done + room);
      at(unpack.unpack_packed(), part.length).set(part);
      unpack.unpack_take(part.length);
      let bytes;
      while ((bytes = unpack.unpack_next(file)) > 0) yield at(unpack.unpack_unpacked(), bytes).slice();
      if (bytes < 0) throw new Error('what the server sent is damaged');
    }
  }
  /// The stream of a file that zstd has packed, unpacked as it comes. `body`: a promise of what comes.
  async function unpacked(address, body = bodyOf(address)) {
    const unpack = await unpacker, file = unpack.unpack_begin();
    return (await body).pipeThrough(new TransformStream({
      transform(chunk, to) {
        for (const piece of pieces(unpack, file, chunk)) to.enqueue(piece);
      },
    }));
  }

  // What app/window/surface/browser_surface.cpp asks for, which is given this then: made while the line is at work.
  Module.canvas.getContext('webgl2', {alpha: false, depth: false, stencil: false, antialias: false, preserveDrawingBuffer: true});

  // All of it is asked for at once, before emscripten's own script is here.
  const unpacker = startUnpacker();
  const program = unpacked('spillway.wasm.zst');
  const list = fetch('files.json').then((reply) => reply.json());
  const wholeOf = (stream) => stream.then((body) => new Response(body).arrayBuffer());
  const first = wholeOf(unpacked('first.bin.zst'));
  for (const coming of [unpacker, program, list, first]) coming.catch(() => {});  // told where it is waited for

  // The program comes in two: what the first charts go through (scripts/split_program.py), and all else, which is joined
  // to it once they stand. Each calls the other through the table of functions; in a place of it that is not filled yet
  // is a stand-in, which brings the rest at once. Hands wait for the rest, so that they meet none.
  let begin, functions, isWhole = false;  // the first part's exports, and its table
  let restOfProgram;  // a promise of the module
  const compileRest = () => restOfProgram = restOfProgram ||
      unpacked('rest.wasm.zst').then((stream) => WebAssembly.compileStreaming(asProgram(stream)));
  async function join() {
    const module = await compileRest();
    if (isWhole) return;
    await WebAssembly.instantiate(module, {begin});
    isWhole = true;
    performance.mark('spillway-whole');
  }
  function joinNow(place) {
    if (isWhole) return;
    console.warn('Function ' + place + ' of the program was needed before it came.');
    const parts = [...pieces(unpackNow, unpackNow.unpack_begin(), bytesNow('rest.wasm.zst'))];
    const all = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    new WebAssembly.Instance(new WebAssembly.Module(all), {begin});
    isWhole = true;
  }
  const standIns = new Proxy({}, {
    get: (_, place) => (...what) => {
      joinNow(place);
      return functions.get(Number(place))(...what);
    },
  });

  Module.instantiateWasm = (imports, started) => {
    program
        .then((stream) => WebAssembly.instantiateStreaming(asProgram(stream), {...imports, rest: standIns}))
        .then((made) => {
          begin = made.instance.exports;
          functions = Object.values(begin).find((each) => each instanceof WebAssembly.Table);
          isCompiled();
          started(made.instance, made.module);
        })
        .catch((failed) => Module.showFailure('The program could not be loaded: ' + failed.message));
    return {};
  };

  function put(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    FS.mkdirTree(folder);
    FS.writeFile(path, bytes);
  }
  /// Before the program is there: FS.writeFile() looks into its memory. Makes no copy.
  function putFirstFile(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!FS.analyzePath(folder).exists) FS.mkdirTree(folder);
    const file = FS.open(path, 'w');
    file.node.contents = bytes;
    file.node.usedBytes = bytes.length;
    FS.close(file);
  }

  /// Files that came as one; returns its first line, which says which.
  function putBundle(buffer, put) {
    const all = new Uint8Array(buffer);
    let at = all.indexOf(10) + 1;
    const listed = JSON.parse(new TextDecoder().decode(all.subarray(0, at)));
    for (const [path, bytes] of listed.files) {
      put(path, all.subarray(at, at + bytes));
      at += bytes;
    }
    return listed;
  }

  // All experiments but the first are a third of what the program would read before it draws, and nothing of them is
  // drawn: they come once the first charts stand. Until they are here, what hands do waits.
  let rest;  // a promise of them; none where they came before the program began
  let areAllHere, isCompiled;
  const compiled = new Promise((done) => { isCompiled = done; });
  const allHere = new Promise((here) => { areAllHere = here; });

  /// Whether the first experiment is the one to be shown: not where a link, what is kept or what is published names
  /// another.
  function beginsWithFirst(listed) {
    const wanted = Module.fragment().split('/')[1];
    return (wanted === undefined || wanted === listed.begun) && !isKept() && !listed.own;
  }
  async function bringRest() {
    await join();
    if (rest) {
      const body = rest.then((bytes) => new Response(bytes).body);
      putBundle(await wholeOf(unpacked('rest.bin.zst', body)), put);
      Module.ccall('page_reads_on', null, [], []);
    }
    await allHere;
  }
  Module.areAllHere = () => {
    listen();
    listenToTouch();
    areAllHere();
  };

  async function putFirst() {
    const listed = {...putBundle(await first, putFirstFile), ...await list};
    if (beginsWithFirst(listed)) {
      // Once the line has nothing else to do; unpacked and read once the processor has not.
      rest = compiled.then(() => wholeOf(bodyOf('rest.bin.zst')));
      for (const coming of [rest, compiled.then(compileRest)]) coming.catch(() => {});  // told where it is waited for
    } else {
      const others = wholeOf(unpacked('rest.bin.zst'));
      await compiled;
      await join();
      putBundle(await others, put);
    }
    for (const [path, address] of listed.later) {
      putFirstFile(path, new Uint8Array(0));
      lazy.set(path, address);
    }
    begun = listed.begun;
    parts = new Map(Object.entries(listed.parts));
    // What somebody has published with it: experiments, recordings, talks (`spillway publish`).
    await compiled;
    await Promise.all((listed.own || []).map(async ([path, address]) => put(path, await bytesOf(address))));
    const open = FS.open;
    FS.open = (path, ...rest) => {
      const address = typeof path === 'string' && lazy.get(path);
      if (address) fetchNow(path, address);
      return open.call(FS, path, ...rest);
    };
  }

  /// Bytes that the program waits for; nothing where the server has none. Only this way can a function that cannot wait
  /// have them. Throws where the server does not answer.
  function bytesNow(address) {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    if (request.status === 200) return Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255);
  }
  function fetchNow(path, address) {
    lazy.delete(path);
    try {
      const bytes = bytesNow(address);
      if (bytes) FS.writeFile(path, bytes);
    } catch (offline) {
      lazy.set(path, address);
    }
  }

  // Of recordings an experiment's results, unpacked some megabytes, are the program's from when it is looked at. Until
  // then they are kept as they came.
  let parts = new Map();  // by experiment: addresses that the program has not got yet
  const had = new Map();  // by experiment: those that it has had
  const fetched = new Map();  // by address: the promise of its bytes

  function bytesOf(address) {
    if (!fetched.has(address))
      fetched.set(address, (async () => {
        const reply = await fetch(address);
        if (!reply.ok) throw new Error(address + ': ' + reply.status);
        return new Uint8Array(await reply.arrayBuffer());
      })());
    const coming = fetched.get(address);
    coming.catch(() => fetched.delete(address));
    return coming;
  }

  Module.looksAt = async (experiment) => {
    const wanted = parts.get(experiment) || [];
    parts.delete(experiment);
    had.set(experiment, [...(had.get(experiment) || []), ...wanted]);
    if (experiment === begun) await firstChartsDrawn().then(() => allHere).then(handsRest);
    wanted.forEach((address) => bytesOf(address).catch(() => {}));
    for (const [i, address] of wanted.entries()) {
      try {
        put('/' + address, await bytesOf(address));
      } catch (offline) {
        parts.set(experiment, wanted.slice(i));
        had.set(experiment, had.get(experiment).filter((each) => !parts.get(experiment).includes(each)));
        say('The recorded times of this experiment could not be fetched: the server does not answer.');
        return;
      }
      Module.ccall('page_brings', null, ['string'], ['/' + address]);
      FS.unlink('/' + address);
    }
  };
  // Its bytes are still here, as they came.
  Module.forgets = (experiment) => {
    parts.set(experiment, [...(parts.get(experiment) || []), ...(had.get(experiment) || [])]);
    had.delete(experiment);
  };
  // What is here from the beginning of one experiment's results is enough for its first charts.
  let begun, hasChart;
  const charted = new Promise((drawn) => { hasChart = drawn; });
  /// Until then the line and the processor are theirs; not for ever, since a view may have none.
  const firstChartsDrawn = () => Promise.race([charted, new Promise((late) => setTimeout(late, 3000))]);
  Module.hasChart = () => {
    performance.mark('spillway-first-chart');
    hasChart();
  };

  /// While a hand moves something, the line and the processor are its.
  let handsMoved = -Infinity;
  for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    addEventListener(kind, () => { handsMoved = performance.now(); }, {capture: true, passive: true});
  async function handsRest() {
    while (performance.now() - handsMoved < 400) await new Promise((later) => setTimeout(later, 100));
  }

  /// One after the other, so that what somebody waits for has the line.
  async function later() {
    if (navigator.connection && navigator.connection.saveData) return;
    try {
      for (const [path, address] of [...lazy]) {
        await handsRest();
        const bytes = await bytesOf(address);
        if (lazy.delete(path)) FS.writeFile(path, bytes);
        fetched.delete(address);
      }
      for (const address of [...parts.values()].flat()) {
        await handsRest();
        await bytesOf(address);
      }
    } catch (offline) {
      return;
    }
    document.documentElement.dataset.data = 'whole';
  }

  // ---- what is kept: the files of the home folder, in local storage ----
  const stored = new Map();  // path to the time of what is in local storage

  function files(folder, into = []) {
    for (const name of FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = folder + '/' + name, facts = FS.stat(path);
      if (FS.isDir(facts.mode)) files(path, into);
      else into.push([path, facts.mtime.getTime(), facts.size]);
    }
    return into;
  }
  function bringBack() {
    FS.mkdirTree(home);
    for (const key of store.keys())
      if (key.startsWith(kept + home + '/')) put(key.slice(kept.length), store.get(key));
    for (const [path, time, bytes] of files(home)) stored.set(path, time + ':' + bytes);
  }
  // What another tab of this page keeps is here too, before the program reads it and writes it with its own.
  function takeOthers(event) {
    if (event.newValue === null || !event.key || !event.key.startsWith(kept + home + '/')) return;
    const path = event.key.slice(kept.length);
    put(path, event.newValue);
    const facts = FS.stat(path);
    stored.set(path, facts.mtime.getTime() + ':' + facts.size);
  }
  let wasTold = false;
  Module.keepFiles = () => {
    const now = files(home);
    const there = new Set(now.map(([path]) => path));
    for (const path of [...stored.keys()])
      if (!there.has(path)) {
        store.remove(kept + path);
        stored.delete(path);
      }
    for (const [path, time, bytes] of now) {
      if (stored.get(path) === time + ':' + bytes) continue;
      if (store.set(kept + path, FS.readFile(path, {encoding: 'utf8'}))) {
        stored.set(path, time + ':' + bytes);
        continue;
      }
      if (!wasTold) say('What you do is kept only until you close the page: this browser keeps no more for it.');
      wasTold = true;
      return;
    }
  };

  /// The address may name a talk that was published with the page: ?talk=NAME.
  function openTalk() {
    const name = new URLSearchParams(location.search).get('talk');
    if (name === null) return;
    const path = '/spillway/own/' + name + '.spillway-talk';
    if (/^[\w-]+$/.test(name) && FS.analyzePath(path).exists) Module.ccall('page_drops', null, ['string'], [path]);
    else say('This page holds no talk of the name that its address gives.');
  }

  // ---- what is saved: the program writes it into a folder of its own, from where it is downloaded ----
  const saved = '/saved';
  function download(name, blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  function downloadSaved() {
    for (const name of FS.readdir(saved).filter((name) => !name.startsWith('.'))) {
      download(name, new Blob([FS.readFile(saved + '/' + name)]));
      FS.unlink(saved + '/' + name);
    }
  }
  Module.savePng = async (path, svg, scale) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    try {
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.naturalWidth * scale);
      canvas.height = Math.round(image.naturalHeight * scale);
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      download(path.slice(path.lastIndexOf('/') + 1), await new Promise((drawn) => canvas.toBlob(drawn)));
    } catch (failed) {
      say('Not saved: the browser cannot draw the charts; save them as SVG.');
    }
    URL.revokeObjectURL(image.src);
  };

  // ---- the keyboard of a screen: browsers show it for a field of the page's, so there is one that nobody sees ----
  const beforeAll = ' ';  // so that a deletion in an empty field is told
  let typed = beforeAll;
  function beginTyping(at) {
    const field = byId('typing');
    field.style.left = at.clientX + 'px';
    field.style.top = at.clientY + 'px';
    field.value = typed = beforeAll;
    field.focus({preventScroll: true});
  }
  function listenToTouch() {
    document.addEventListener('touchend', (event) => {
      if (event.touches.length > 0) return;
      if (Module.ccall('page_wants_text', 'number', [], [])) beginTyping(event.changedTouches[0]);
      else Module.canvas.focus();
    });
    // It may put other words for what was typed: what is different is told.
    byId('typing').addEventListener('input', (event) => {
      const now = event.target.value;
      let same = 0;
      while (same < typed.length && typed[same] === now[same]) ++same;
      Module.ccall('page_types', null, ['number', 'string'], [typed.length - same, now.slice(same)]);
      if (now === '') event.target.value = beforeAll;
      typed = event.target.value;
    });
  }

  // ---- clipboard, drops, addresses ----
  let copied = null;  // while the browser's own copying goes on: what the program has copied
  Module.copyText = (text) => {
    if (copied) {
      copied.push(text);
      return;
    }
    // A link to a view is this page's address.
    if (text.startsWith('spillway://')) text = location.href.split('#')[0] + '#' + encodeURI(text.slice(11));
    const refused = () => say('The browser does not let this page copy.');
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(refused);
    else refused();
  };
  function listen() {
    document.addEventListener('paste', (event) => {
      Module.ccall('page_pastes', null, ['string'], [event.clipboardData.getData('text/plain')]);
      event.preventDefault();
    });
    for (const kind of ['copy', 'cut'])
      document.addEventListener(kind, (event) => {
        copied = [];
        Module.ccall('page_copies', null, ['number'], [kind === 'cut' ? 1 : 0]);
        if (copied.length > 0) {
          event.clipboardData.setData('text/plain', copied.pop());
          event.preventDefault();
        }
        copied = null;
      });
    // Safari asks before whether there is anything to copy.
    for (const kind of ['beforecopy', 'beforecut', 'beforepaste'])
      document.addEventListener(kind, (event) => event.preventDefault());
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', async (event) => {
      event.preventDefault();
      for (const file of event.dataTransfer.files) {
        if (file.size > mostDropped) {
          say(file.name + ' is larger than 64 MB; the page opens no such file.');
          continue;
        }
        const path = '/dropped/' + file.name.replace(/[^\w.-]/g, '_');
        put(path, new Uint8Array(await file.arrayBuffer()));
        Module.ccall('page_drops', null, ['string'], [path]);
      }
    });
    // As the browser's own event will tell it, but at once.
    addEventListener('pointerrawupdate', (event) => {
      if (event.pointerType === 'touch') return;
      const {left, top} = Module.canvas.getBoundingClientRect();
      const of = [event.clientX - left, event.clientY - top].map(Math.floor);
      Module.ccall('page_moves', null, ['number', 'number'], of);
    });
    document.addEventListener('contextmenu', (event) => event.preventDefault());
    addEventListener('popstate', () => Module.ccall('page_opens_view', null, ['string'], [Module.fragment()]));
    addEventListener('storage', takeOthers);
    addEventListener('pagehide', () => Module.ccall('page_hides', null, [], []));
    document.addEventListener('visibilitychange', () => document.hidden && Module.ccall('page_hides', null, [], []));
  }
  /// Of the address, without its "#"; as it stands there where somebody has typed what is no text.
  Module.fragment = () => {
    const text = location.hash.slice(1);
    try {
      return decodeURI(text);
    } catch (broken) {
      return text;
    }
  };
  let shownExperiment;
  Module.showLink = (fragment, experiment) => {
    const address = '#' + encodeURI(fragment);
    // Another experiment is a step that the browser's back button takes back.
    if (shownExperiment !== undefined && shownExperiment !== experiment) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    shownExperiment = experiment;
  };

  Module.preInit = [() => {
    Module.addRunDependency('data');
    FS.mkdirTree(saved);
    putFirst().then(bringBack).then(() => Module.removeRunDependency('data'), (failed) => {
      Module.showFailure('The data could not be loaded: ' + failed.message);
    });
  }];
})();
