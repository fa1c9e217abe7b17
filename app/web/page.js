// What the page does around the program: data before it starts, files in local storage, clipboard, drops and addresses.
(() => {
  const home = '/home/learner', kept = 'spillway:';
  const byId = (id) => document.getElementById(id);

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
    later();
  };
  Module.onAbort = (why) => Module.showFailure('Spillway has stopped: ' + why + '. Reload the page; what you did is kept.');

  // ---- data: what the first lesson needs comes first, the rest when it is looked at, or when nothing else is to do ----
  const lazy = new Map();  // path to address, of files that are empty until they are opened

  async function unzipped(address) {
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(address + ': ' + reply.status + ' ' + reply.statusText);
    return new Response(reply.body.pipeThrough(new DecompressionStream('gzip')));
  }

  Module.instantiateWasm = (imports, started) => {
    unzipped('spillway.wasm.gz')
        .then(async (reply) => WebAssembly.instantiateStreaming(
            new Response(reply.body, {headers: {'Content-Type': 'application/wasm'}}), imports))
        .then((made) => started(made.instance, made.module))
        .catch((failed) => Module.showFailure('The program could not be loaded: ' + failed.message));
    return {};
  };

  function put(path, bytes) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    FS.mkdirTree(folder);
    FS.writeFile(path, bytes);
  }

  async function putFirst() {
    const list = await (await fetch('files.json')).json();
    const all = new Uint8Array(await (await unzipped('first.bin.gz')).arrayBuffer());
    let at = 0;
    for (const [path, bytes] of list.first) {
      put(path, all.subarray(at, at + bytes));
      at += bytes;
    }
    for (const [path, address] of list.later) {
      put(path, new Uint8Array(0));
      lazy.set(path, address);
    }
    const open = FS.open;
    FS.open = (path, ...rest) => {
      const address = typeof path === 'string' && lazy.get(path);
      if (address) fetchNow(path, address);
      return open.call(FS, path, ...rest);
    };
  }

  /// Bytes that the program waits for. Only this way can a function that cannot wait have them.
  function fetchNow(path, address) {
    lazy.delete(path);
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    try {
      request.send();
    } catch (failed) {
      lazy.set(path, address);
      return;
    }
    if (request.status !== 200) return;
    FS.writeFile(path, Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255));
  }

  /// One after the other, so that what somebody waits for has the line.
  async function later() {
    for (const [path, address] of [...lazy]) {
      try {
        const reply = await fetch(address);
        if (!reply.ok) return;
        const bytes = new Uint8Array(await reply.arrayBuffer());
        if (lazy.delete(path)) FS.writeFile(path, bytes);
      } catch (offline) {
        return;
      }
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
    for (const key of Object.keys(localStorage))
      if (key.startsWith(kept + home + '/')) put(key.slice(kept.length), localStorage.getItem(key));
    for (const [path, time, bytes] of files(home)) stored.set(path, time + ':' + bytes);
  }
  let wasTold = false;
  Module.keepFiles = () => {
    const now = files(home);
    const there = new Set(now.map(([path]) => path));
    for (const path of [...stored.keys()])
      if (!there.has(path)) {
        localStorage.removeItem(kept + path);
        stored.delete(path);
      }
    for (const [path, time, bytes] of now) {
      if (stored.get(path) === time + ':' + bytes) continue;
      try {
        localStorage.setItem(kept + path, FS.readFile(path, {encoding: 'utf8'}));
        stored.set(path, time + ':' + bytes);
      } catch (full) {
        if (!wasTold) Module.ccall('page_says', null, ['string'], ['What you do is not kept: this browser keeps no more for this page.']);
        wasTold = true;
        return;
      }
    }
  };

  // ---- clipboard, drops, addresses ----
  Module.copyText = (text) => {
    const refused = () => Module.ccall('page_says', null, ['string'], ['The browser does not let this page copy.']);
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(refused);
    else refused();
  };
  function listen() {
    document.addEventListener('paste', (event) => {
      Module.ccall('page_pastes', null, ['string'], [event.clipboardData.getData('text/plain')]);
      event.preventDefault();
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', async (event) => {
      event.preventDefault();
      for (const file of event.dataTransfer.files) {
        const path = '/dropped/' + file.name.replace(/[^\w.-]/g, '_');
        put(path, new Uint8Array(await file.arrayBuffer()));
        Module.ccall('page_drops', null, ['string'], [path]);
      }
    });
    document.addEventListener('contextmenu', (event) => event.preventDefault());
    addEventListener('popstate', () => Module.ccall('page_opens_view', null, ['string'], [decodeURI(location.hash.slice(1))]));
    addEventListener('pagehide', () => Module.ccall('page_hides', null, [], []));
    document.addEventListener('visibilitychange', () => document.hidden && Module.ccall('page_hides', null, [], []));
  }
  let shownExperiment;
  Module.showLink = (fragment, experiment) => {
    const address = '#' + encodeURI(fragment);
    // Another experiment is a step that the browser's back button takes back.
    if (shownExperiment !== undefined && shownExperiment !== experiment) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    shownExperiment = experiment;
  };

  Module.preRun = [() => {
    Module.addRunDependency('data');
    putFirst().then(bringBack).then(() => Module.removeRunDependency('data'), (failed) => {
      Module.showFailure('The data could not be loaded: ' + failed.message);
    });
  }];
  Module.postRun = [listen];
})();
