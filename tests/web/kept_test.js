// How page.js keeps files, without a browser: its source runs against stand-ins for the browser's interfaces.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const vm = require('node:vm');

const text = ['load.js', 'page.js'].map((name) => fs.readFileSync(process.argv[2] + '/app/web/' + name, 'utf8')).join('\n');
const progress = '/home/learner/.config/spillway/progress.json';

/// A stand-in for a browser's local storage.
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
  const later = new Map();
  const page = {
    location: {pathname, hash: '', search: ''},
    document: {getElementById: () => element, documentElement: element, addEventListener() {}},
    fetch: () => never, addEventListener() {}, performance: {mark() {}, now: () => 0}, navigator: {}, console,
    setTimeout: (act) => (later.set(later.size + 1, act), later.size), clearTimeout: (id) => later.set(id, null),
    history: {}, matchMedia: () => ({matches: false, addEventListener() {}}), devicePixelRatio: 1,
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
  page.Module.ccall = (name, type, types, values) => said.push([name, ...values]);
  const wait = () => [...later.keys()].forEach((id) => {
    const act = later.get(id);
    later.set(id, null);
    if (act) act();
  });
  return {module: page.Module, said, wait};
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
assert.deepEqual(forbidden.said, [['page_keeps', 0]], 'the failed save is reported once');

// Full storage: page.js reports once that saving failed, tries again by itself, and reports once that saving works
// again.
const full = storageOf({});
let room = 0;
Object.getPrototypeOf(full).setItem = function (key, value) {
  if (value.length > room) throw new Error('QuotaExceededError');
  this[key] = value;
};
const learner = open('/', full, 'four');
learner.module.keepFiles();
learner.module.keepFiles();
learner.wait();
assert.deepEqual(learner.said, [['page_keeps', 0]]);
room = 100;
learner.wait();
assert.equal(full['spillway-page:/:' + progress], 'four', 'tried again without anything new in the page');
assert.deepEqual(learner.said, [['page_keeps', 0], ['page_keeps', 1]]);
room = 0;
learner.module.keepFiles();
assert.equal(learner.said.length, 2, 'nothing new to keep');
console.log('kept by path; page.js reports when saving fails, and when it works again');
