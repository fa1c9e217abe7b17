// The page around the program: gives it the data before it starts, keeps its files in local storage, and connects it with the
// clipboard, dropped files and the page's address.
var Module = {};  // emscripten's script reads its functions from here
(() => {
  const home = '/home/learner';
  const mostDropped = 64e6;
  const boot = window.spillwayBoot;  // boot.js
  const {again, asProgram, bodyOf, first, list, pause, programNow, replyOf, unpacked, unpackedNow, wasUpdated, whyMissing, wholeNamed,
         wholeOf} = window.spillwayLoad;  // load.js
  const say = (line) => Module.ccall('page_says', null, ['string'], [line]);
  const byId = (id) => document.getElementById(id);

  // ---- local storage, keyed by the page's path, so that two courses on one host share nothing. If the browser forbids
  // access, a map in memory keeps the data until the page closes. ----
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
      /// Returns false if only memory keeps it: local storage is forbidden or full.
      set: (key, text) => attempt(() => (localStorage.setItem(key, text), true), () => (memory.set(key, text), false)),
      remove: (key) => attempt(() => localStorage.removeItem(key), () => memory.delete(key)),
    };
  })();
  const isKept = () => store.keys().some((key) => key.startsWith(kept));
  // Earlier versions kept one state for all pages of a host. The first page that is opened takes it over.
  const before = 'spillway:';
  if (!isKept())
    for (const key of store.keys())
      if (key.startsWith(before + home + '/') && store.set(kept + key.slice(before.length), store.get(key)))
        store.remove(key);

  Module.canvas = byId('window');
  Module.print = (line) => console.log(line);
  Module.printErr = (line) => console.warn(line);

  Module.showFailure = (line) => boot.fail(line);
  Module.showWindow = () => {
    boot.hide();
    document.documentElement.dataset.state = 'ready';
    Module.canvas.focus();
    performance.mark('spillway-first-frame');
    openTalk();
    firstChartsDrawn().then(bringRestOrSay);
  };
  /// Loads the rest, with a button to try again after a failure. The charts stay visible; input waits.
  function bringRestOrSay() {
    Module.canvas.focus();
    bringRest().then(keepOffline).then(later, (failed) => boot.fail(failed.message, 'Try again', bringRestOrSay));
  }
  Module.rest = () => {
    downloadSaved();
    if (document.documentElement.dataset.rested) return;
    performance.mark('spillway-first-rest');
    document.documentElement.dataset.rested = 'yes';
  };
  // The status line's text, for screen readers.
  Module.readOut = (line) => { byId('notice').textContent = line; };

  // ---- the lesson as text beside the canvas (lesson_beside.h) ----
  const beside = byId('beside');
  Module.showBeside = (html) => {
    const focused = beside.contains(document.activeElement) ? document.activeElement : null;
    const typed = new Map([...beside.querySelectorAll('input')].map((field) => [field.dataset.answer, field.value]));
    beside.innerHTML = html;
    for (const field of beside.querySelectorAll('input')) field.value = typed.get(field.dataset.answer) || '';
    document.title = beside.querySelector('h1').textContent + ' · Spillway';
    if (!focused) return;
    const [name, value] = Object.entries(focused.dataset).find(([key]) => key === 'act' || key === 'answer') || [];
    const same = name && beside.querySelector('[data-' + name + '=' + CSS.escape(value) + ']');
    const {selectionStart, selectionEnd} = focused;
    (same || beside).focus();
    if (same && typeof selectionStart === 'number') same.setSelectionRange(selectionStart, selectionEnd);
  };
  beside.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    const act = button.dataset.act;  // if it ends with a colon, the text of the field beside it follows
    Module.ccall('page_acts', null, ['string'], [act + (act.endsWith(':') ? button.parentElement.querySelector('input').value : '')]);
  });
  // Runs before the program's own listener, whose keys are for the canvas.
  for (const kind of ['keydown', 'keyup'])
    addEventListener(kind, (event) => {
      const isBeside = beside.contains(event.target);
      if (event.key === 'F6' && kind === 'keydown') {
        event.preventDefault();
        (isBeside ? Module.canvas : beside).focus();
      }
      if (isBeside || event.key === 'F6') event.stopImmediatePropagation();
    }, true);

  Module.onAbort = (why) => boot.fail('Spillway has stopped: ' + why + '. Load the page again; ' + boot.kept() + '.');

  // ---- the graphics context, which a browser may take away (another program needs the GPU, its driver restarts) ----
  Module.canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();  // otherwise the browser does not give it back
    if (document.documentElement.dataset.state !== 'ready') return;
    Module.ccall('page_loses_graphics', null, [], []);
    boot.fail('The browser has taken the graphics away from this page. The picture comes back by itself; if it does ' +
        'not, load the page again: ' + boot.kept() + '.');
  });
  Module.canvas.addEventListener('webglcontextrestored', () => {
    if (document.documentElement.dataset.state !== 'ready') return;
    boot.hide();
    Module.ccall('page_regains_graphics', null, [], []);
    Module.canvas.focus();
  });

  // ---- data: first the first lesson's, the rest on demand or when idle ----
  const lazy = new Map();  // path to address, of files that are empty until the program opens them
  let soon = [];           // paths of the lazy files that the first lesson's sliders need

  // The program has two parts: the functions for the first charts (scripts/split_program.py), and all others, which
  // join once these charts are drawn. The parts call each other through the function table. A table entry that is not
  // filled yet is a stub, which loads the rest at once. Input is held until the rest is loaded, so it never reaches a
  // stub.
  let begin, functions, isWhole = false;  // the first part's exports, and its function table
  let restOfProgram;  // promise of the module
  function compileRest() {
    if (!restOfProgram) {
      restOfProgram = again('rest.wasm.lz', () => unpacked('rest.wasm.lz').then((stream) => WebAssembly.compileStreaming(asProgram(stream))));
      restOfProgram.catch(() => { restOfProgram = undefined; });
    }
    return restOfProgram;
  }
  async function join() {
    const module = await compileRest();
    if (isWhole) return;
    await WebAssembly.instantiate(module, {begin});
    isWhole = true;
    performance.mark('spillway-whole');
  }
  function joinNow(place) {
    if (isWhole) return;
    console.warn('Function ' + place + ' of the program was needed before it had loaded.');
    const packed = bytesAtOnce(boot.files['rest.wasm.lz']);
    if (!packed) {
      whyMissing('rest.wasm.lz').then((sentence) => boot.fail(sentence));
      throw new Error('rest.wasm.lz failed to load');
    }
    new WebAssembly.Instance(new WebAssembly.Module(unpackedNow(packed)), {begin});
    isWhole = true;
  }
  const stubs = new Proxy({}, {
    get: (_, place) => (...what) => {
      joinNow(place);
      return functions.get(Number(place))(...what);
    },
  });

  Module.instantiateWasm = (imports, started) => {
    const instantiate = (stream) => WebAssembly.instantiateStreaming(asProgram(stream), {...imports, rest: stubs});
    again('spillway.wasm.lz', () => programNow().then(instantiate))
        .then((made) => {
          begin = made.instance.exports;
          functions = Object.values(begin).find((each) => each instanceof WebAssembly.Table);
          isCompiled();
          started(made.instance, made.module);
        })
        .catch((failed) => boot.fail(failed.message));
    return {};
  };

  function put(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    FS.mkdirTree(folder);
    FS.writeFile(path, bytes);
  }
  /// Works before the program is loaded, unlike FS.writeFile(), which needs its memory. Makes no copy.
  function putFirstFile(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!FS.analyzePath(folder).exists) FS.mkdirTree(folder);
    const file = FS.open(path, 'w');
    file.node.contents = bytes;
    file.node.usedBytes = bytes.length;
    FS.close(file);
  }

  /// Unpacks a bundle of files; returns its first line, which lists them.
  function putBundle(name, all, put) {
    let at = all.indexOf(10) + 1, listed;
    try {
      listed = JSON.parse(new TextDecoder().decode(all.subarray(0, at)));
    } catch (torn) {
      throw new Error(boot.missing(name, 'it is damaged'));
    }
    if (listed.files.reduce((end, [, bytes]) => end + bytes, at) > all.length)
      throw new Error(boot.missing(name, 'it is incomplete'));
    for (const [path, bytes] of listed.files) {
      put(path, all.subarray(at, at + bytes));
      at += bytes;
    }
    return listed;
  }

  // All experiments except the first are a third of the data, and none of them is drawn at first. They load after the
  // first charts; until then, input waits.
  let rest;  // loads them; undefined once they are loaded
  let areAllHere, isCompiled;
  const compiled = new Promise((done) => { isCompiled = done; });
  const allHere = new Promise((here) => { areAllHere = here; });

  /// True if the page starts with the first experiment. False if a link, saved progress or published files name another
  /// one.
  function beginsWithFirst(listed) {
    const wanted = experimentOf(Module.fragment());
    return (wanted === undefined || wanted === listed.begun) && !isKept() && !listed.own;
  }
  async function bringRest() {
    const reports = bringReports();
    await join();
    if (rest) {
      putBundle('rest.bin.lz', await rest(), put);
      rest = undefined;
      Module.ccall('page_reads_on', null, [], []);
    }
    await reports;
    await allHere;
  }
  /// Loads the first lesson's reports. Its first charts are recorded; other values of its sliders may not be.
  async function bringReports() {
    await Promise.all(soon.filter((path) => lazy.has(path)).map(async (path) => {
      const address = lazy.get(path), bytes = await bytesOf(address).catch(() => null);
      if (bytes && lazy.delete(path)) FS.writeFile(path, bytes);  // otherwise it loads when the program reads it
      fetched.delete(address);
    }));
  }
  Module.areAllHere = () => {
    listen();
    listenToTouch();
    areAllHere();
    if (location.hash !== known) openAddress();  // changed while input was held
  };

  async function putFirst() {
    const listed = {...putBundle('first.bin.lz', await first, putFirstFile), ...await list};
    if (listed.build !== boot.files.build) throw new Error(wasUpdated());
    if (beginsWithFirst(listed)) {
      // Download once the network is idle; unpack and read once the processor is idle.
      let early = compiled.then(() => wholeOf(bodyOf(boot.files['rest.bin.lz'])));
      rest = () => again('rest.bin.lz', async () => {
        const packed = await (early || wholeOf(bodyOf(boot.files['rest.bin.lz']))).finally(() => { early = undefined; });
        return wholeOf(unpacked('rest.bin.lz', Promise.resolve(new Response(packed).body)));
      });
      for (const coming of [early, compiled.then(compileRest)]) coming.catch(() => {});  // reported where it is awaited
    } else {
      const others = wholeNamed('rest.bin.lz');
      others.catch(() => {});  // reported where it is awaited
      await compiled;
      await join();
      putBundle('rest.bin.lz', await others, put);
    }
    for (const [path, address] of listed.later) {
      putFirstFile(path, new Uint8Array(0));
      lazy.set(path, address);
    }
    begun = listed.begun;
    soon = listed.soon;
    parts = new Map(Object.entries(listed.parts));
    // Files published with the page by `spillway publish`: experiments, recordings, talks.
    await compiled;
    await Promise.all((listed.own || []).map(async ([path, address]) => put(path, await bytesOf(address))));
    const open = FS.open;
    FS.open = (path, ...rest) => {
      const address = typeof path === 'string' && lazy.get(path);
      if (address) fetchNow(path, address);
      return open.call(FS, path, ...rest);
    };
  }

  /// Synchronous download for a program that cannot wait; undefined if the server lacks the file. Throws if the server
  /// does not answer.
  function bytesNow(address) {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    if (request.status === 200) return Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255);
  }
  /// The same, tried twice; undefined if both fail.
  function bytesAtOnce(address) {
    for (let tries = 0; tries < 2; ++tries) {
      try {
        const bytes = bytesNow(address);
        if (bytes) return bytes;
      } catch (offline) {
        console.warn(address + ': ' + offline.message);
      }
    }
  }
  // A chart reads its files once per point: a file that failed to load is not requested again at once.
  const retryAfter = 5e3;  // milliseconds
  const failedAt = new Map();  // path to time
  function fetchNow(path, address) {
    if (performance.now() - failedAt.get(path) < retryAfter) return;
    lazy.delete(path);
    const bytes = bytesAtOnce(address);
    if (bytes) {
      FS.writeFile(path, bytes);
      return;
    }
    lazy.set(path, address);
    failedAt.set(path, performance.now());
    // Later: now the program is waiting for the file and cannot be called.
    setTimeout(say, 0, 'A file failed to load: ' + address + '. Change a setting to request it again.');
  }

  // An experiment's recorded results take some megabytes unpacked. The program gets them on the first visit; until then
  // they stay packed.
  let parts = new Map();  // by experiment: addresses that the program has not read yet
  const had = new Map();  // by experiment: addresses that it has read
  const fetched = new Map();  // by address: promise of its bytes

  function bytesOf(address) {
    if (!fetched.has(address))
      fetched.set(address, again(address, async () => new Uint8Array(await (await replyOf(address)).arrayBuffer())));
    const coming = fetched.get(address);
    coming.catch(() => fetched.delete(address));
    return coming;
  }

  let looks = 0;  // counts visits: an earlier visit's downloads may end during a later one
  Module.looksAt = async (experiment) => {
    const look = ++looks;
    const wanted = parts.get(experiment) || [];
    parts.delete(experiment);
    had.set(experiment, [...(had.get(experiment) || []), ...wanted]);
    if (experiment === begun) await firstChartsDrawn().then(() => allHere).then(untilHandsRest);
    if (look !== looks) return;
    wanted.forEach((address) => bytesOf(address).catch(() => {}));
    const lacking = [];
    let why;
    for (const address of wanted) {
      const bytes = await bytesOf(address).catch((offline) => { why = offline.message; });
      if (look !== looks) return;  // Module.forgets() has put all addresses back
      if (!bytes) {
        lacking.push(address);
        continue;
      }
      put('/' + address, bytes);
      const isWhole = Module.ccall('page_brings', 'boolean', ['string'], ['/' + address]);
      FS.unlink('/' + address);
      if (isWhole) continue;
      fetched.delete(address);
      lacking.push(address);
      why = address + ' is damaged.';
    }
    if (lacking.length === 0) return;
    parts.set(experiment, lacking);
    had.set(experiment, had.get(experiment).filter((each) => !lacking.includes(each)));
    say('Some recorded times of this experiment failed to load; they are requested again every 20 seconds. ' + why);
    setTimeout(() => { if (look === looks) Module.looksAt(experiment); }, 20000);
  };
  // The program has dropped an experiment's results. Their packed bytes stay here for its next visit.
  Module.forgets = (experiment) => {
    parts.set(experiment, [...(parts.get(experiment) || []), ...(had.get(experiment) || [])]);
    had.delete(experiment);
  };
  // The part of one experiment's results that loads at first is enough for its first charts.
  let begun, hasChart;
  const charted = new Promise((drawn) => { hasChart = drawn; });
  /// Reserves network and processor for the first charts, for at most 3 seconds, because a view may have no chart.
  const firstChartsDrawn = () => Promise.race([charted, new Promise((late) => setTimeout(late, 3000))]);
  Module.hasChart = () => {
    performance.mark('spillway-first-chart');
    hasChart();
  };

  // While the user moves something, background work waits.
  let movedAt = -Infinity;
  for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    addEventListener(kind, () => { movedAt = performance.now(); }, {capture: true, passive: true});
  async function untilHandsRest() {
    while (performance.now() - movedAt < 400) await new Promise((later) => setTimeout(later, 100));
  }

  /// Loads one file at a time, so that urgent downloads have the network.
  async function later() {
    if (navigator.connection && navigator.connection.saveData) return;
    try {
      for (const [path, address] of [...lazy]) {
        await untilHandsRest();
        const bytes = await bytesOf(address);
        if (lazy.delete(path)) FS.writeFile(path, bytes);
        fetched.delete(address);
      }
      for (const address of [...parts.values()].flat()) {
        await untilHandsRest();
        await bytesOf(address);
      }
    } catch (offline) {
      return;
    }
    document.documentElement.dataset.data = 'whole';
  }

  function sayOnceInstalled(worker) {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') say('This page has been updated: close it and open it again to see the newer one.');
    });
  }
  /// Starts the service worker (offline.js), where the browser allows one: it keeps the page's files, so that the next
  /// visit needs no server. Not earlier, because its downloads would delay the first charts.
  async function keepOffline() {
    if (!window.isSecureContext || boot.isSandboxed || (navigator.connection && navigator.connection.saveData)) return;
    try {
      const workers = navigator.serviceWorker;
      const hadOne = workers.controller, registration = await workers.register('offline.js', {updateViaCache: 'none'});
      if (hadOne) registration.addEventListener('updatefound', () => sayOnceInstalled(registration.installing));
      if (hadOne && registration.installing) sayOnceInstalled(registration.installing);
      // On a first visit, wait for it, so that later downloads pass through it.
      const installing = hadOne ? null : registration.installing;
      while (installing && !['activated', 'redundant'].includes(installing.state))
        await new Promise((changed) => installing.addEventListener('statechange', changed, {once: true}));
    } catch (refused) {
      console.warn('The browser does not keep this page for offline use: ' + refused.message);
    }
  }

  // ---- saved files: the home folder, in local storage ----
  const stored = new Map();  // path to time and size of the stored copy

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
  // Takes over files that another tab of this page saves, so that the program reads them before it writes its own.
  function takeOthers(event) {
    if (event.newValue === null || !event.key || !event.key.startsWith(kept + home + '/')) return;
    const path = event.key.slice(kept.length);
    put(path, event.newValue);
    const facts = FS.stat(path);
    stored.set(path, facts.mtime.getTime() + ':' + facts.size);
  }
  const keepAgainAfter = 20e3;  // milliseconds
  let isKeeping = true, keepTimer = 0;
  Module.keepFiles = () => {
    const now = files(home);
    const there = new Set(now.map(([path]) => path));
    for (const path of [...stored.keys()])
      if (!there.has(path)) {
        store.remove(kept + path);
        stored.delete(path);
      }
    let all = true;
    for (const [path, time, bytes] of now) {
      if (stored.get(path) === time + ':' + bytes) continue;
      if (store.set(kept + path, FS.readFile(path, {encoding: 'utf8'}))) stored.set(path, time + ':' + bytes);
      else all = false;
    }
    // Try again later even without input here: another tab or page may free storage.
    clearTimeout(keepTimer);
    if (!all) keepTimer = setTimeout(Module.keepFiles, keepAgainAfter);
    if (all === isKeeping) return;
    isKeeping = boot.isKeeping = all;
    Module.ccall('page_keeps', null, ['number'], [all ? 1 : 0]);
  };

  /// Opens a published talk that the address names: ?talk=NAME.
  function openTalk() {
    const name = new URLSearchParams(location.search).get('talk');
    if (name === null) return;
    const path = '/spillway/own/' + name + '.spillway-talk';
    if (/^[\w-]+$/.test(name) && FS.analyzePath(path).exists) Module.ccall('page_drops', null, ['string'], [path]);
    else say('This page has no talk with the name in its address.');
  }

  // ---- downloads: the program saves into a folder, and the page downloads from there ----
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

  // ---- on-screen keyboard: browsers show it only for a text field, so the page has an invisible one ----
  const beforeAll = ' ';  // makes a deletion in an empty field detectable
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
      if (event.touches.length > 0 || beside.contains(event.target)) return;
      if (Module.ccall('page_wants_text', 'number', [], [])) beginTyping(event.changedTouches[0]);
      else Module.canvas.focus();
    });
    // The keyboard may replace typed words: send only the difference.
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
  let copied = null;  // during the browser's copy event: texts that the program has copied
  Module.copyText = (text) => {
    if (copied) {
      copied.push(text);
      return;
    }
    // A link to a view becomes this page's address.
    if (text.startsWith('spillway://')) text = location.href.split('#')[0] + '#' + encodeURI(text.slice(11));
    const refused = () => say('The browser does not let this page copy.');
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(refused);
    else refused();
  };
  /// Writes a dropped file for the program; returns its path, undefined if it could not be read.
  async function takeDropped(file) {
    if (file.size > mostDropped) return say(file.name + ' is larger than 64 MB; the page opens no such file.');
    let bytes;
    try {
      bytes = await file.arrayBuffer();
    } catch (problem) {  // moved, or no longer readable, since it was dropped
      return say(file.name + ' could not be read: ' + problem.message);
    }
    const path = '/dropped/' + file.name.replace(/[^\w.-]/g, '_');
    put(path, new Uint8Array(bytes));
    return path;
  }
  // Listen from the beginning; otherwise the browser would leave this page for the file. Files wait while input is held.
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];  // the event's own list is empty after a wait
    await allHere;
    const paths = [];
    for (const file of files) paths.push(await takeDropped(file));
    // All at once, so that the program reports them together: an error is not replaced by the next file's message.
    for (const path of paths.filter(Boolean)) Module.ccall('page_drops', null, ['string'], [path]);
  });
  function listen() {
    document.addEventListener('paste', (event) => {
      if (beside.contains(event.target)) return;
      Module.ccall('page_pastes', null, ['string'], [event.clipboardData.getData('text/plain')]);
      event.preventDefault();
    });
    for (const kind of ['copy', 'cut'])
      document.addEventListener(kind, (event) => {
        if (beside.contains(event.target)) return;
        copied = [];
        Module.ccall('page_copies', null, ['number'], [kind === 'cut' ? 1 : 0]);
        if (copied.length > 0) {
          event.clipboardData.setData('text/plain', copied.pop());
          event.preventDefault();
        }
        copied = null;
      });
    // Safari asks first whether there is anything to copy.
    for (const kind of ['beforecopy', 'beforecut', 'beforepaste'])
      document.addEventListener(kind, (event) => { if (!beside.contains(event.target)) event.preventDefault(); });
    let fingers = 0;
    for (const kind of ['touchstart', 'touchend', 'touchcancel'])
      addEventListener(kind, (event) => { fingers = event.touches.length; }, {capture: true, passive: true});
    // Same as the browser's later event, but without its delay. Two fingers use the later one, which has both positions.
    addEventListener('pointerrawupdate', (event) => {
      const isTouch = event.pointerType === 'touch';
      if (isTouch && fingers !== 1) return;
      const {left, top} = Module.canvas.getBoundingClientRect();
      const of = [event.clientX - left, event.clientY - top].map(Math.floor);
      Module.ccall(isTouch ? 'page_slides' : 'page_moves', null, ['number', 'number'], of);
    });
    document.addEventListener('contextmenu', (event) => event.preventDefault());
    addEventListener('popstate', openAddress);
    addEventListener('storage', takeOthers);
    addEventListener('pagehide', () => Module.ccall('page_hides', null, [], []));
    document.addEventListener('visibilitychange', () => document.hidden && Module.ccall('page_hides', null, [], []));
  }
  let known = location.hash;  // last address that the program read or wrote
  /// The known address without its "#"; undecoded if it is not valid.
  Module.fragment = () => {
    const text = known.slice(1);
    try {
      return decodeURI(text);
    } catch (broken) {
      return text;
    }
  };
  const experimentOf = (fragment) => fragment.split('/')[1];
  let shownExperiment;  // of the current step of the browser's history
  function openAddress() {
    known = location.hash;
    shownExperiment = experimentOf(Module.fragment());
    Module.ccall('page_opens_view', null, ['string'], [Module.fragment()]);
  }
  Module.showLink = (fragment, experiment) => {
    if (location.hash !== known) return;  // the user has just changed it: openAddress() follows
    const address = '#' + encodeURI(fragment);
    // A change of experiment gets its own step for the browser's back button, unless that button made the change.
    if (shownExperiment !== undefined && shownExperiment !== experiment) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    known = location.hash;
    shownExperiment = experiment;
  };

  Module.preInit = [() => {
    Module.addRunDependency('data');
    FS.mkdirTree(saved);
    putFirst().then(bringBack).then(() => Module.removeRunDependency('data'), (failed) => {
      boot.fail(failed.message);
    });
  }];
})();
