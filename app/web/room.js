// The page's connection to the room that serves it (docs/serving.md): a WebSocket, reopened automatically after a pause, after
// sleep, and when the network returns. browser_socket.cpp takes what arrives.
Module.room = (() => {
  const pauses = [300, 700, 1500, 3000, 5000];  // milliseconds
  const longSleep = 15000;  // hidden for longer: the connection may be dead without a sign
  const code = new URLSearchParams(location.search).get('room');
  const events = [];  // 'opened', 'lost', or 'M' and a message
  let socket = null, tries = 0, timer = 0, hiddenSince = 0;

  function report(event) {
    events.push(event);
    Module.ccall('page_hears_room', null, [], []);
  }
  function later() {
    clearTimeout(timer);
    // Pages that lost the same server come back at different times.
    const pause = pauses[Math.min(tries++, pauses.length - 1)];
    timer = setTimeout(open, pause * (0.7 + 0.6 * Math.random()));
  }
  function open() {
    clearTimeout(timer);
    const address = new URL('../live', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = '?room=' + encodeURIComponent(code);
    const opened = new WebSocket(address.href);
    socket = opened;
    opened.onopen = () => {
      if (opened !== socket) return;
      tries = 0;
      report('opened');
    };
    opened.onmessage = (event) => {
      if (opened === socket && typeof event.data === 'string') report('M' + event.data);
    };
    opened.onclose = () => {
      if (opened === socket) lose();
    };
  }
  function lose() {
    const lost = socket;
    socket = null;
    if (lost) lost.close();
    report('lost');
    later();
  }
  function wake() {
    if (document.visibilityState === 'hidden') {
      hiddenSince = Date.now();
      return;
    }
    const slept = hiddenSince !== 0 && Date.now() - hiddenSince > longSleep;
    hiddenSince = 0;
    tries = 0;
    if (slept && socket) lose();
    if (!socket) open();
  }

  return {
    is: code !== null,
    begin() {
      if (code === null) return;
      document.addEventListener('visibilitychange', wake);
      addEventListener('online', wake);
      open();
    },
    send(text) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    drop() { if (socket) lose(); },
    next: () => events.shift(),
  };
})();
