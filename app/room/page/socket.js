// The connection to the room: opened again by itself after a pause, after sleep, when the network returns, and when the
// server has been silent for too long.

const pauses = [300, 700, 1500, 3000, 5000];  // milliseconds
const longSleep = 15000;  // hidden for longer: the connection may be dead without a sign
const longAttempt = 8000;  // an attempt to connect that takes longer is given up
const quiet = 10000;  // without a message for so long, asks whether the server is still there
const longWait = 8000;  // the server answers each message; without an answer for so long, the path is dead
const refused = 1008;

export const room = new URLSearchParams(location.search).get("room") || "";

// `handlers`: opened(send), received(message), state("open" | "lost" | "over" | "refused" | "cookie" | "ended"). After
// "ended" the page stays as it is. "cookie": the browser does not keep the cookie that makes this page one device.
export function connect(handlers) {
  let socket = null, tries = 0, timer = 0, hiddenSince = 0, attempt = null, isRefused = false, isEnded = false;
  let heardAt = 0, askedAt = 0;  // askedAt: 0 while no answer of the server is due
  let newDevices = 0;

  function send(message) {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    askedAt = askedAt || Date.now();
    return true;
  }

  function later() {
    clearTimeout(timer);
    // Phones that lost the same server come back at different times.
    const pause = pauses[Math.min(tries++, pauses.length - 1)];
    timer = setTimeout(open, pause * (0.7 + 0.6 * Math.random()));
  }

  async function open() {
    if (attempt !== null || isRefused || isEnded) return;
    const mine = attempt = new AbortController();
    const limit = setTimeout(() => mine.abort(), longAttempt);
    let reply = null;
    try {
      reply = await fetch("device?room=" + encodeURIComponent(room),
                          {credentials: "same-origin", cache: "no-store", signal: mine.signal});
    } catch {
      if (attempt === mine) handlers.state("lost");  // the network or the server is away
    }
    clearTimeout(limit);
    if (attempt !== mine) return;  // wake() has begun another one
    attempt = null;
    if (reply === null) return later();
    if (!reply.ok) {
      handlers.state("over");
      return later();
    }
    // Status 201: the request had no cookie, so the server made a device.
    newDevices = reply.status === 201 ? newDevices + 1 : 0;
    if (newDevices > 2) {
      handlers.state("cookie");
      return later();
    }
    openSocket();
  }

  // A dead path reports no end by itself.
  function lose(dead) {
    if (dead !== socket) return;
    socket = null;
    dead.close();
    handlers.state("lost");
    later();
  }

  function openSocket() {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const opened = new WebSocket(scheme + location.host + "/socket?room=" + encodeURIComponent(room));
    if (socket !== null) socket.close();
    socket = opened;
    askedAt = 0;
    setTimeout(() => { if (opened.readyState === WebSocket.CONNECTING) lose(opened); }, longAttempt);
    opened.onopen = () => {
      if (opened !== socket) return;
      tries = newDevices = 0;
      heardAt = Date.now();
      handlers.state("open");
      handlers.opened(send);
    };
    opened.onmessage = (event) => {
      if (opened !== socket) return;
      heardAt = Date.now();
      askedAt = 0;
      const message = JSON.parse(event.data);
      isEnded = message.is_over === true;
      handlers.received(message);
      if (isEnded) handlers.state("ended");
    };
    opened.onclose = (event) => {
      if (opened !== socket) return;
      socket = null;
      if (isEnded) return;
      isRefused = event.code === refused && handlers.endsWhenRefused === true;
      handlers.state(isRefused ? "refused" : "lost");
      if (!isRefused) later();
    };
  }

  // The server's own pings are invisible to a page. A page in the background runs this once a minute at most.
  function look() {
    if (socket === null || socket.readyState !== WebSocket.OPEN || isEnded) return;
    const now = Date.now();
    if (askedAt !== 0 && now - askedAt > longWait) lose(socket);
    else if (askedAt === 0 && now - heardAt > quiet) send({do: "ping"});
  }

  function wake() {
    if (document.visibilityState === "hidden") {
      hiddenSince = Date.now();
      return;
    }
    const slept = hiddenSince !== 0 && Date.now() - hiddenSince > longSleep;
    hiddenSince = 0;
    if (socket !== null && socket.readyState === WebSocket.OPEN && !slept) return;
    if (attempt !== null) attempt.abort();
    attempt = null;
    tries = 0;
    clearTimeout(timer);
    open();
  }
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  setInterval(look, 2000);
  open();
  return send;
}
