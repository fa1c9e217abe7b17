// Loads the page's scripts, and shows in words any failure before the first picture. Plain old JavaScript, because it
// must run in browsers that cannot read the other scripts.
(function () {
  'use strict';
  if (window.spillwayBoot) return;  // index.html loads this script twice, in case the first time fails
  var triesOfScript = 3, pauseMilliseconds = 700;
  function byId(id) { return document.getElementById(id); }
  // Only `spillway publish` writes plain pages beside the page.
  var lessons = byId('plain').hidden ? 'An installed Spillway needs no browser.'
                                     : 'You can read the lessons as plain pages, or install Spillway.';

  var boot = window.spillwayBoot = {
    files: JSON.parse(document.querySelector('meta[name=spillway-files]').content),
    isSandboxed: self.origin === 'null',
    /// Shows a sentence in a box. `label` and `act` make its button: without them, the button loads the page again;
    /// label null: no button.
    fail: function (sentence, label, act) {
      byId('loading').className = 'failed';
      byId('loading').hidden = false;
      byId('late').hidden = true;
      byId('loading-words').textContent = sentence;
      byId('again').hidden = label === null;
      byId('again').textContent = label || 'Load the page again';
      byId('again').onclick = function () {
        if (!act) return location.reload();
        byId('loading').hidden = true;
        act();
      };
      byId('own-tab').hidden = !boot.isSandboxed;
      byId('own-tab').href = location.href;
      byId('again').focus();
    },
    hide: function () { byId('loading').hidden = true; },
    /// Sentence about a part of the page that failed to load.
    missing: function (name, why) {
      if (boot.isSandboxed)
        return 'This page is in a frame that keeps it from loading its own files. Open it in a tab of its own.';
      return 'A part of this page failed to load: ' + name + (why ? ' (' + why + ')' : '') +
          '. Check the connection, then load the page again; ' + boot.kept() + '.';
    },
    isKeeping: true,  // false while the browser's storage refuses something
    kept: function () {
      return boot.isKeeping ? 'what you did is kept' : 'what you did is lost then, because the browser keeps nothing here';
    }
  };

  /// The capability that this browser lacks, as a sentence; empty if it has all.
  function whyNot() {
    var newer = 'Use a current Firefox, Chrome, Edge or Safari. ' + lessons;
    if (typeof WebAssembly !== 'object')
      return 'This browser runs no WebAssembly, which Spillway is made of; some browsers turn it off in a strict ' +
          'security mode. ' + newer;
    if (!window.fetch || !window.TransformStream || !WebAssembly.instantiateStreaming)
      return 'This browser is too old for Spillway: it cannot unpack files while they load. ' + newer;
    // A module with one function that returns a vector: the interpreter of PTX is compiled to vectors.
    if (!WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
        10, 8, 1, 6, 0, 65, 0, 253, 15, 11])))
      return 'This browser is too old for Spillway: its WebAssembly has no vectors. ' + newer;
    var context = null;
    try {
      // Creates the context during the downloads; app/window/surface/browser_surface.cpp gets the same one later.
      context = byId('window').getContext('webgl2',
          {alpha: false, depth: false, stencil: false, antialias: false, preserveDrawingBuffer: true});
    } catch (refused) {
      context = null;
    }
    if (!context)
      return 'This browser draws no WebGL 2, which Spillway needs for its picture. Allow hardware acceleration in ' +
          'the browser\'s settings, or use another browser. ' + lessons;
    return '';
  }

  /// A script that fails is requested again: a lost connection costs a moment, not the page.
  function load(name, tries) {
    var script = document.createElement('script');
    script.src = boot.files[name];
    script.onerror = function () {
      script.remove();
      if (tries <= 1) return boot.fail(boot.missing(name, 'tried ' + triesOfScript + ' times'));
      setTimeout(function () { load(name, tries - 1); }, pauseMilliseconds);
    };
    document.body.appendChild(script);
  }

  /// Name of the page's script that an error is about; empty if it is another one.
  function scriptOf(event) {
    for (var name in boot.files)
      if (/\.js$/.test(name) && String(event.filename).split('/').pop() === boot.files[name]) return name;
    return '';
  }

  /// Requests a missing style again, then reports it: without a style the page is a small canvas and a text field on white.
  function loadStyle(loaded, tries) {
    var link = document.querySelector('link[rel=stylesheet]');
    // Test the style's effect: a sandboxed page may not read its rules.
    if (getComputedStyle(document.body).overflow === 'hidden') return loaded();
    if (tries <= 1) {
      byId('window').hidden = byId('typing').hidden = true;
      return boot.fail(boot.missing('page.css', 'tried ' + triesOfScript + ' times'));
    }
    setTimeout(function () {
      var again = document.createElement('link');
      again.rel = 'stylesheet';
      again.href = boot.files['page.css'];
      again.onload = again.onerror = function () { loadStyle(loaded, tries - 1); };
      link.parentNode.replaceChild(again, link);
    }, pauseMilliseconds);
  }

  window.addEventListener('error', function (event) {
    if (document.documentElement.getAttribute('data-state') === 'ready' || !event.message) return;
    if (scriptOf(event) === 'preview.js') return;  // the page can do without it
    if (/SyntaxError/.test(event.message) && scriptOf(event))
      return boot.fail(boot.missing(scriptOf(event), 'it is damaged'));
    boot.fail('Spillway could not begin: ' + event.message + '. Load the page again, or use a current Firefox, ' +
        'Chrome, Edge or Safari. ' + lessons);
  });

  var why = whyNot();
  if (why) return boot.fail(why, null);
  loadStyle(function () {
    var preview = document.createElement('script');  // not by load(), which fails the page
    preview.src = boot.files['preview.js'];
    document.body.appendChild(preview);
    load('load.js', triesOfScript);
  }, triesOfScript);
})();
