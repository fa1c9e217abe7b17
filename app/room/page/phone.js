// The question alone, by touch. An answer is kept here until the server has stored it, so that neither a lost
// connection nor a killed server loses it.

import {connect, room} from "./socket.js";
import {Chart, element} from "./drawing.js";

const question = document.getElementById("question"), form = document.getElementById("answer");
const status = document.getElementById("status"), line = document.getElementById("line");
const key = "spillway:" + room, bins = 49;

let state = null, shownRound = -1, send = () => false, memory = null, chart = null, drawn = [];
let isFirst = true;  // no message has come over this connection yet

function keep(answer) {
  memory = answer;
  try {
    localStorage.setItem(key, JSON.stringify(answer));  // two tabs share it
  } catch {
    return;  // the browser stores nothing: the answer lives as long as this page
  }
}

function kept() {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(key));
  } catch {
    return memory;
  }
  if (stored === null || memory === null) return stored || memory;
  // A full storage keeps an older answer; another tab may have made a newer one.
  return memory.mark > stored.mark || (memory.mark === stored.mark && memory.stored) ? memory : stored;
}

function say(words, isAlarm = false) {
  status.textContent = words;
  status.classList.toggle("alarm", isAlarm);
}

// ---- sending ----

function answer(content) {
  keep({...content, round: state.round, mark: Date.now() * 1000 + Math.floor(Math.random() * 1000), stored: false});
  markChoice(content.choice);
  say(transmit() ? "Sending …" : "No connection. Your answer is sent as soon as it returns.");
}

function transmit() {
  const mine = kept();
  if (mine === null || mine.stored || state === null || mine.round !== state.round || state.phase !== "open") return false;
  const message = {do: "answer", round: mine.round, mark: mine.mark};
  if (mine.choice !== undefined) message.choice = mine.choice;
  if (mine.text !== undefined) message.text = mine.text;
  return send(message);
}

// ---- showing ----

function button(words, className, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

function markChoice(chosen) {
  form.querySelectorAll(".choice").forEach((each, i) => each.setAttribute("aria-pressed", String(i === chosen)));
}

function showChoices(asked) {
  asked.choices.forEach((choice, i) => {
    const made = button("", "choice", () => answer({choice: i}));
    const letter = document.createElement("b"), words = document.createElement("span");
    letter.textContent = String.fromCharCode(65 + i);
    words.textContent = choice.text;
    made.append(letter, words);
    form.append(made);
  });
}

function showNumber(asked) {
  const box = document.createElement("div"), input = document.createElement("input"), unit = document.createElement("label");
  box.className = "number";
  input.id = "number";
  input.type = "text";
  input.inputMode = "decimal";
  input.maxLength = 40;
  unit.htmlFor = "number";
  unit.textContent = asked.unit || "number";
  const go = button("Send", "main", () => { if (input.value.trim()) answer({text: input.value}); });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") go.click(); });
  box.append(input, unit, go);
  form.append(box);
}

// ---- drawing: one y value per bin of the x axis ----

function showDrawing(asked) {
  chart = new Chart(asked.axis, 360, 300, "drawing");
  chart.svg.setAttribute("aria-label", "Draw the curve with one finger");
  drawn = new Array(bins).fill(null);
  const path = element("path", {class: "mine"});
  chart.svg.append(path);
  let last = null;
  const points = () => drawn.map((y, i) => [chart.xAt(i / (bins - 1)), y]).filter(([, y]) => y !== null);
  const draw = (event) => {
    const {share, y} = chart.under(event), bin = Math.round(share * (bins - 1));
    const from = last === null ? {bin, y} : last;
    const steps = Math.max(1, Math.abs(bin - from.bin));
    for (let i = 0; i <= steps; ++i) drawn[Math.round(from.bin + (bin - from.bin) * i / steps)] = from.y + (y - from.y) * i / steps;
    last = {bin, y};
    const all = points();
    path.setAttribute("d", all.length > 1 ? chart.path(all) : "");
    go.disabled = all.length < 2;
  };
  chart.svg.addEventListener("pointerdown", (event) => { chart.svg.setPointerCapture(event.pointerId); last = null; draw(event); });
  chart.svg.addEventListener("pointermove", (event) => { if (last !== null) draw(event); });
  chart.svg.addEventListener("pointerup", () => { last = null; });
  chart.svg.addEventListener("pointercancel", () => { last = null; });
  const go = button("Send", "main", () =>
    answer({text: points().map(([x, y]) => `${Number(x.toPrecision(6))}:${Number(y.toPrecision(6))}`).join(" ")}));
  go.disabled = true;
  form.append(chart.svg, go);
  say("Draw the curve with your finger, then send it.");
}

function showMine() {
  const mine = state.mine;
  if (!mine) return;
  const sent = kept();
  if (sent !== null && !sent.stored && sent.round === state.round) return;  // a newer answer is on its way
  if (mine.choice !== null) markChoice(mine.choice);
  const input = document.getElementById("number");
  if (input && document.activeElement !== input) input.value = mine.text;
  say((state.question.kind === "number" ? "Your answer: " + mine.text + ". " : "Your answer is in. ") +
      "You can change it until the question closes.");
}

function show() {
  const open = state.phase === "open";
  if (state.round !== shownRound || !open) {
    form.replaceChildren();
    say("");
    shownRound = open ? state.round : -1;
    question.textContent = state.question ? state.question.text : state.is_over ? "Thank you." : "Wait for the next question.";
    if (open) ({choice: showChoices, number: showNumber, curve: showDrawing})[state.question.kind](state.question);
    if (open) question.focus();
  }
  if (state.phase === "closed") say("This question is closed. Look at the screen in front.");
  if (open) showMine();
}

function received(message) {
  if (message.is === "problem") {
    keep(null);
    return say(message.text, true);
  }
  if (message.is !== "state") return;
  state = message;
  const mine = kept();
  if (mine !== null && mine.mark === message.mark) keep({...mine, stored: true});
  const isPending = mine !== null && !mine.stored && mine.mark !== message.mark;
  const isNext = isPending && mine.round < message.round && message.phase === "open";
  const isLate = isPending && (mine.round < message.round || message.phase !== "open");
  if (isLate) keep(null);
  show();
  if (isNext) say("Your answer to the round before may have come too late. This is the next one.", true);
  else if (isLate) say("This question is closed. Your last answer may have come too late.", true);
}

form.addEventListener("submit", (event) => event.preventDefault());
connect({
  opened(transmitter) {
    send = transmitter;
    isFirst = true;
  },
  received(message) {
    received(message);
    if (message.is !== "state") return;
    if (isFirst && transmit()) say("Sending …");
    isFirst = false;
  },
  state(now) {
    const words = {open: "", lost: "No connection. This page connects again by itself.",
                   over: "This room has ended, or its server starts again.", refused: "",
                   cookie: "This browser keeps no cookie for this page, and the room needs one. Allow it, then load the page again.",
                   ended: "This room is over. You can close this page."};
    line.textContent = words[now];
    line.classList.toggle("alarm", now !== "open" && now !== "ended");
  },
});

// The window as a page, if this server has it.
fetch("page/files.json", {cache: "no-store"}).then((reply) => {
  const place = document.getElementById("page");
  place.hidden = !reply.ok;
  place.firstElementChild.href = "page/?room=" + encodeURIComponent(room);
}).catch(() => {});
