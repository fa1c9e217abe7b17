// What page.js keeps, without a browser: its own text runs against names that stand for the browser's.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const vm = require('node:vm');

const text = fs.readFileSync(process.argv[2] + '/app/web/page.js', 'utf8');
const progress = '/home/learner/.config/spillway/progress.json';

/// Local storage as browsers have it; `forbidden` throws at any touch.
function storageOf(items) {
  const storage = Object.create({
    getItem(key) { return key in this ? this[key] : null; },
    setItem(key, value) { this[key] = String(value); },
    removeItem(key) { delete this[key]; },
  });
  return Object.assign(storage, items);
}

/// The page at this path of a host with this storage, with one file in its home folder.
function open(pathname, storage, content) {
  const never = new Promise(() => {});
  const element = {dataset: {}, addEventListener() {}, getContext() {}, focus() {}};
  const said = [];
  const page = {
    location: {pathname, hash: '', search: ''},
    document: {getElementById: () => element, documentElement: element, addEventListener() {}},
    fetch: () => never, addEventListener() {}, performance: {mark() {}, now: () => 0}, navigator: {}, console,
    setTimeout, history: {}, matchMedia: () => ({matches: false, addEventListener() {}}), devicePixelRatio: 1,
    FS: {
      readdir: (folder) => ['.', '..', progress.slice(folder.length + 1).split('/')[0]],
      stat: (path) => ({mode: path === progress ? 1 : 2, mtime: new Date(1), size: content.length}),
      isDir: (mode) => mode === 2,
      readFile: () => content,
    },
    spillwayBoot: {files: {}, fail() {}, hide() {}}, TransformStream, Response, TextDecoder, URLSearchParams, Uint8Array,
  };
  Object.defineProperty(page, 'localStorage', {
    get() {
      if (storage === 'forbidden') throw new Error('SecurityError');
      return storage;
    },
  });
  page.window = page.self = page;
  vm.createContext(page);
  vm.runInContext(text, page);
  page.Module.ccall = (name, type, types, values) => said.push(...values);
  return {module: page.Module, said};
}

const host = storageOf({['spillway:' + progress]: 'of before', other: 'page'});
open('/algorithms/index.html', host, 'one').module.keepFiles();
assert.equal(host['spillway-page:/algorithms/:' + progress], 'one');
assert.equal(host['spillway:' + progress], undefined, 'taken over by the page that is opened first');
open('/physics/', host, 'two').module.keepFiles();
assert.equal(host['spillway-page:/algorithms/:' + progress], 'one', 'another course shares nothing');
assert.equal(host['spillway-page:/physics/:' + progress], 'two');
assert.equal(host.other, 'page');

const adopted = storageOf({['spillway:' + progress]: 'of before'});
open('/', adopted, '');
assert.equal(adopted['spillway-page:/:' + progress], 'of before');

const forbidden = open('/', 'forbidden', 'three');
forbidden.module.keepFiles();
forbidden.module.keepFiles();
assert.equal(forbidden.said.length, 1, 'said once');
assert.match(forbidden.said[0], /only until you close the page/);
console.log('kept by path; a browser without storage is told once');
