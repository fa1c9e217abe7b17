// The lecturer's page: opens and closes questions, and shows the class's answers on the projector.

import {connect, room} from "./socket.js";
import {Chart, element} from "./drawing.js";

const stage = document.getElementById("stage"), controls = document.getElementById("controls");
const chooser = document.getElementById("chooser"), problem = document.getElementById("problem");
const spoken = document.getElementById("spoken"), token = takeToken();
const hints = {
  none: "No answers yet.",
  explain: "Under 35 % right: explain again.",
  discuss: "35 to 70 % right: let them discuss, then vote again.",
  go_on: "Over 70 % right: go on.",
};

let state = null, questions = [], send = () => false, typed = null, isCounting = false, hintedRound = 0;
let shownControls = "", shownScreen = "";

// The token leaves the address: whoever reads it on the projector could lead the vote. A reload finds it again.
function takeToken() {
  const key = "spillway-presenter:" + room, named = location.hash.slice(1);
  try {
    if (named) sessionStorage.setItem(key, named);
    else return sessionStorage.getItem(key) || "";
  } catch {
    return named;  // the browser stores nothing: the address has to keep it
  }
  history.replaceState(null, "", location.pathname + location.search);
  return named;
}

function make(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function button(words, action, className = "") {
  const made = make("button", className, words);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

function act(message) {
  problem.textContent = send(message) ? "" : "No connection. This page connects again by itself.";
}

const letter = (i) => String.fromCharCode(65 + i);

// ---- the stage ----

function link() {
  return location.origin + "/?room=" + room;
}

function showInvitation() {
  const image = make("img");
  image.alt = "QR code of the address";
  image.addEventListener("error", () => image.remove());
  image.src = "qr.svg?room=" + encodeURIComponent(room);
  const address = make("strong", "", document.getElementById("link").textContent);
  stage.replaceChildren(make("div", "invite", image, make("div", "", make("h1", "", "Join with your phone"), address)));
}

// A long question in smaller type: the answers stay on the screen.
function title() {
  return make("h1", state.question.text.length > 240 ? "long" : "", state.question.text);
}

// After a restart the phones come back one by one, and some have gone.
function countWords() {
  if (state.answered > state.phones) return `${state.answered} answers`;
  return `${state.answered} of ${state.phones} ${state.phones === 1 ? "phone has" : "phones have"} answered`;
}

function showQuestion() {
  const list = make("ol");
  (state.question.choices || []).forEach((choice, i) => list.append(make("li", "", make("b", "", letter(i)), choice.text)));
  stage.replaceChildren(title(), list, make("p", "count"), make("p", "alarm"));
}

function showCount() {
  stage.querySelector(".count").textContent = countWords();
  stage.querySelector(".alarm").textContent = state.answered > 2 * state.phones + 10
      ? "More answers than phones: somebody may answer more than once." : "";
}

function bar(count, most, className) {
  const svg = element("svg", {viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true"});
  svg.append(element("rect", {x: 0, y: 0, height: 10, width: most === 0 ? 0 : 100 * count / most}));
  return make("div", "row " + className, svg);
}

function bars(results) {
  const rounds = results.rounds, most = Math.max(1, ...results.bars.flatMap((each) => each.counts));
  const box = make("div", results.bars.length > 6 ? "bars many" : "bars");
  results.bars.forEach((each, i) => {
    const name = (state.question.kind === "choice" ? letter(i) + "  " : "") + each.label + (each.right ? "  ✓" : "");
    const pair = make("div", "pair" + (rounds.length > 1 ? " two" : "") + (each.right ? " isright" : ""));
    each.counts.forEach((count, round) => {
      const row = bar(count, most, round + 1 < rounds.length ? "before" : "");
      const all = rounds[round].answers;
      row.append(make("span", "figure", `${count}  (${all ? Math.round(100 * count / all) : 0} %)`));
      pair.append(row);
    });
    box.append(make("div", "name" + (each.right ? " right" : ""), name), pair);
  });
  return box;
}

function curves(results) {
  const chart = new Chart(state.question.axis, 1100, 380, "stage-curve");
  results.rounds.forEach((round, i) => {
    const isLast = i + 1 === results.rounds.length;
    const group = element("g", {class: isLast ? "" : "earlier"});
    if (isLast) for (const points of round.curves) chart.line(points, "single", group);
    chart.band(round.band, group);
    chart.svg.append(group);
  });
  if (results.truth) chart.line(results.truth.curve, "truth");
  return chart.svg;
}

function verdictWords(round, truth) {
  const words = [], verdict = round.verdict;
  if (truth.text) words.push(`Answer: ${truth.text}${truth.gpu ? ` (${truth.gpu})` : ""}.`);
  words.push(`${verdict.right} of ${round.answers} right (${Math.round(100 * verdict.share)} %).`);
  if (verdict.wrong_count) words.push(`Most frequent other answer: ${verdict.wrong} (${verdict.wrong_count}).`);
  if (verdict.misconception) words.push(`Often thought: “${verdict.misconception}”`);
  return words.join(" ");
}

function showResults() {
  const results = state.results, last = results.rounds[results.rounds.length - 1];
  const isCurve = state.question.kind === "curve";
  stage.replaceChildren(title(), isCurve ? curves(results) : bars(results));
  const counts = results.rounds.map((round, i) => `round ${i + 1}: ${round.answers} answers${round.by_hand ? " (cards)" : ""}`);
  let words = counts.join(", ");
  if (results.rounds.length > 1) words += isCurve ? " (dashed: earlier)" : " (below: the later round)";
  if (isCurve) words += ". Band: the middle half of the class; line: the median" + (results.truth ? "; green: measured or compiled" : "");
  stage.append(make("p", "legend", words + "."));
  if (!results.truth) return;
  stage.append(make("p", "verdict", verdictWords(last, results.truth)));
  if (results.truth.why) stage.append(make("p", "legend", results.truth.why));
}

// ---- the questions ----

function fillList(list, words) {
  const wanted = words.toLowerCase();
  const fits = (each) => (each.title + " " + each.lesson + " " + each.text).toLowerCase().includes(wanted);
  list.replaceChildren(...questions.filter(fits).map((each) =>
    button(`${each.title}: ${each.text}`, () => act({do: "open", lesson: each.lesson, question: each.question}))));
}

// Index of the choice with this letter, or with these words; -1: none.
function choiceNamed(answer, choices) {
  const words = choices.findIndex((each) => each.toLowerCase() === answer.toLowerCase());
  if (words !== -1 || answer.length !== 1) return words;
  const index = answer.toUpperCase().charCodeAt(0) - 65;
  return index >= 0 && index < choices.length ? index : -1;
}

function typedForm() {
  const text = make("textarea"), choices = make("textarea"), unit = make("input"), right = make("input");
  text.rows = 2;
  text.placeholder = "Your question";
  choices.rows = 4;
  choices.placeholder = "Choices, one a line; none: a number";
  unit.placeholder = "Unit of the number, for instance bytes";
  right.placeholder = "Right answer, if you like: B, or 128";
  [text, choices, unit, right].forEach((each) => each.setAttribute("aria-label", each.placeholder));
  const form = make("form", "", make("h2", "", "Or type one"), text, choices, unit, right);
  const go = make("button", "", "Open it");
  form.append(go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const lines = choices.value.split("\n").map((each) => each.trim()).filter((each) => each);
    const message = {do: "open_typed", text: text.value.trim(), kind: lines.length ? "choice" : "number", unit: lines.length ? "" : unit.value.trim()};
    if (lines.length) message.choices = lines.map((each) => ({text: each}));
    const answer = right.value.trim();
    if (answer) message.right = lines.length ? choiceNamed(answer, lines) : answer;
    if (message.right === -1)
      problem.textContent = `“${answer}” is none of the choices: type the right one's letter, or its words.`;
    else act(message);
  });
  return form;
}

function buildChooser() {
  const search = make("input"), list = make("div", "list");
  search.type = "search";
  search.placeholder = "Find a question of a lesson";
  search.setAttribute("aria-label", search.placeholder);
  search.addEventListener("input", () => fillList(list, search.value));
  fillList(list, "");
  typed = typed || typedForm();
  chooser.replaceChildren(make("div", "", make("h2", "", "Open a question"), search, list), typed);
}

// ---- the controls ----

function showCards() {
  const box = make("form", "cards");
  const inputs = state.question.choices.map((_, i) => {
    const input = make("input");
    input.type = "number";
    input.min = 0;
    input.value = 0;
    input.setAttribute("aria-label", "Cards " + letter(i));
    box.append(make("label", "", letter(i)), input);
    return input;
  });
  const go = make("button", "main", "Count");
  box.append(go, button("Cancel", () => { isCounting = false; showControls(); }));
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    isCounting = false;
    act({do: "cards", counts: inputs.map((input) => Math.max(0, Math.floor(Number(input.value) || 0)))});
  });
  controls.replaceChildren(box);
  shownControls = "";
}

function showControls() {
  if (isCounting && state.phase === "open") return;
  isCounting = false;
  const rounds = state.results ? state.results.rounds : [], verdict = rounds.length ? rounds[rounds.length - 1].verdict : null;
  const now = JSON.stringify([state.phase, state.round, state.question && state.question.kind, state.has_truth, state.why_unknown,
                              state.results && !!state.results.truth, hintedRound === state.round, verdict]);
  // A button that is made anew while it is pressed gets no click.
  if (now === shownControls) return;
  shownControls = now;
  const all = [];
  if (state.phase === "open") {
    all.push(button("Close (C)", () => act({do: "close"}), "main"));
    if (state.question.kind === "choice") all.push(button("Count cards", () => { isCounting = true; showCards(); }));
  }
  if (state.phase === "closed") {
    const isHinted = state.results.truth || hintedRound === state.round;
    all.push(button("Vote again (A)", () => act({do: "again"})));
    if (!state.results.truth && state.has_truth) all.push(button("Show the answer (T)", () => act({do: "truth"}), "main"));
    all.push(button("Next question (N)", () => act({do: "away"}), state.results.truth ? "main" : ""));
    if (!state.has_truth) all.push(make("span", "hint", state.why_unknown));
    else if (verdict && isHinted) all.push(make("span", "hint", hints[verdict.hint]));
    else if (verdict) all.push(button("Hint (H)", showHint));
  }
  controls.replaceChildren(...all);
}

// Only when asked for: together with the bars it tells the class which answers are wrong.
function showHint() {
  hintedRound = state.round;
  showControls();
}

// For screen readers: the screen, not each vote.
function speak() {
  const words = {waiting: "Waiting for the next question.", open: "The question is open: " + (state.question ? state.question.text : ""),
                 closed: [...stage.querySelectorAll(".legend, .verdict")].map((each) => each.textContent).join(" ")};
  spoken.textContent = words[state.phase];
}

// Each vote and each phone brings a state: only what has changed is made anew.
function show() {
  document.getElementById("phones").textContent = `${state.phones} ${state.phones === 1 ? "phone" : "phones"}`;
  chooser.hidden = state.phase !== "waiting";
  const content = state.phase === "waiting" ? "" : JSON.stringify([state.question, state.results]);
  const screen = [state.phase, state.round, content].join();
  if (screen !== shownScreen) {
    if (state.phase === "waiting") showInvitation();
    if (state.phase === "open") showQuestion();
    if (state.phase === "closed") showResults();
    speak();
  }
  shownScreen = screen;
  if (state.phase === "open") showCount();
  showControls();
}

addEventListener("keydown", (event) => {
  if (state === null || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea")) return;
  const keys = {c: ["open", "close"], a: ["closed", "again"], t: ["closed", "truth"], n: ["closed", "away"]};
  if (event.key.toLowerCase() === "h" && state.phase === "closed" && state.has_truth) return showHint();
  const chosen = keys[event.key.toLowerCase()];
  if (chosen && state.phase === chosen[0]) act({do: chosen[1]});
});

document.getElementById("link").textContent = link();
connect({
  endsWhenRefused: true,
  opened(transmitter) {
    send = transmitter;
    send({do: "present", token});
  },
  received(message) {
    if (message.is === "problem") problem.textContent = message.text;
    if (message.is === "questions") {
      questions = message.questions;
      // Phones do not reach a presenter's loopback address.
      const isLocal = ["localhost", "[::1]"].includes(location.hostname) || location.hostname.startsWith("127.");
      if (isLocal) document.getElementById("link").textContent = message.link;
      buildChooser();
      if (state && state.phase === "waiting") showInvitation();
    }
    if (message.is !== "presenter") return;
    state = message;
    show();
  },
  state(now) {
    const words = {open: "", lost: "No connection. This page connects again by itself.",
                   over: "This room has ended, or its server starts again.", ended: "This room is over.",
                   cookie: "This browser keeps no cookie for this page, and the room needs one. Allow it, then load the page again.",
                   refused: "This presenter's link does not belong to this room. Use the link that spillway serve printed."};
    problem.textContent = words[now];
  },
});
