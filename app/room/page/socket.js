// The connection to the room: opened again by itself after a pause, after sleep, and when the network returns.

const pauses = [300, 700, 1500, 3000, 5000];  // milliseconds
const longSleep = 15000;  // hidden for longer: the connection may be dead without a sign
const refused = 1008;

export const room = new URLSearchParams(location.search).get("room") || "";

// `handlers`: opened(send), received(message), state("open" | "lost" | "over" | "refused" | "ended"). After "ended" the
// page stays as it is.
export function connect(handlers) {
  let socket = null, tries = 0, timer = 0, hiddenSince = 0, isOpening = false, isRefused = false, isEnded = false;

  function send(message) {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function later() {
    clearTimeout(timer);
    // Phones that lost the same server come back at different times.
    const pause = pauses[Math.min(tries++, pauses.length - 1)];
    timer = setTimeout(open, pause * (0.7 + 0.6 * Math.random()));
  }

  async function open() {
    if (isOpening || isRefused || isEnded) return;
    isOpening = true;
    let reply = null;
    try {
      reply = await fetch("device?room=" + encodeURIComponent(room), {credentials: "same-origin", cache: "no-store"});
    } catch {
      handlers.state("lost");  // the network or the server is away
    }
    isOpening = false;
    if (reply === null) return later();
    if (!reply.ok) {
      handlers.state("over");
      return later();
    }
    openSocket();
  }

  function openSocket() {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const opened = new WebSocket(scheme + location.host + "/socket?room=" + encodeURIComponent(room));
    if (socket !== null) socket.close();
    socket = opened;
    opened.onopen = () => {
      tries = 0;
      handlers.state("open");
      handlers.opened(send);
    };
    opened.onmessage = (event) => {
      if (opened !== socket) return;
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

  function wake() {
    if (document.visibilityState === "hidden") {
      hiddenSince = Date.now();
      return;
    }
    const slept = hiddenSince !== 0 && Date.now() - hiddenSince > longSleep;
    hiddenSince = 0;
    if (socket === null || slept) {
      tries = 0;
      clearTimeout(timer);
      open();
    }
  }
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  open();
  return send;
}
