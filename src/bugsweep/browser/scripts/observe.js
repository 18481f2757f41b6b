// Runs before any script of a page, in every frame: tells when a page is at rest and what it said.
(() => {
  if (window.__bugsweep) return;
  const LIVE =
    '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive],output,' +
    '[class*=toast i],[class*=snackbar i],[class*=notif i],[class*=flash i],[class*=alert i],' +
    '[class*=message i]';
  const FORESEEN_MS = 5000; // a timer further away than this is not waited for
  const BACKGROUND_MS = 4000; // a request longer under way than this is a long poll
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const now = () => performance.now();
  const requests = new Map();
  const timers = new Map();
  const said = new WeakMap();
  const waiting = new Set();
  let changes = 0;
  let reactions = 0; // changes that are not the user's own input
  let changedAt = now();
  let leavingAt = 0;
  let ticket = 0;

  function touch() {
    changes += 1;
    changedAt = now();
    for (const wake of waiting) wake();
    waiting.clear();
  }

  function begin() {
    ticket += 1;
    reactions += 1;
    requests.set(ticket, now());
    touch();
    return ticket;
  }

  function end(id) {
    requests.delete(id);
    touch();
  }

  const fetchIt = window.fetch;
  if (fetchIt) {
    window.fetch = function fetch(...args) {
      const id = begin();
      const answer = Reflect.apply(fetchIt, this, args);
      answer.then(() => end(id), () => end(id));
      return answer;
    };
  }
  const sendIt = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function send(...args) {
    const id = begin();
    this.addEventListener('loadend', () => end(id), { once: true });
    return Reflect.apply(sendIt, this, args);
  };
  const socketSend = WebSocket.prototype.send;
  WebSocket.prototype.send = function send(...args) {
    touch();
    return Reflect.apply(socketSend, this, args);
  };

  window.setTimeout = function setTimeout(handler, delay, ...args) {
    const wait = Number(delay) || 0;
    if (typeof handler !== 'function' || wait < 20 || wait > FORESEEN_MS) {
      return setTimer(handler, delay, ...args);
    }
    reactions += 1;
    const id = setTimer(
      (...given) => {
        timers.delete(id);
        Reflect.apply(handler, window, given);
      },
      delay,
      ...args,
    );
    timers.set(id, now() + wait);
    return id;
  };
  window.clearTimeout = function clearTimeout(id) {
    timers.delete(id);
    clearTimer(id);
  };

  function say(element) {
    if (!element.checkVisibility()) return;
    const text = (element.innerText || element.textContent || '').trim().slice(0, 500);
    if (!text || said.get(element) === text) return;
    said.set(element, text);
    if (window.__bugsweepSaid) window.__bugsweepSaid(text);
  }

  function listen(records) {
    const live = new Set();
    const looked = new Set();
    for (const { target, addedNodes } of records) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      if (element && !looked.has(element)) {
        looked.add(element);
        const around = element.closest(LIVE);
        if (around) live.add(around);
      }
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        if (node.matches(LIVE)) live.add(node);
        if (node.firstElementChild) for (const part of node.querySelectorAll(LIVE)) live.add(part);
      }
    }
    live.forEach(say);
  }

  const observer = new MutationObserver((records) => {
    reactions += 1;
    touch();
    listen(records);
  });
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, everything);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(...args) {
    const root = Reflect.apply(attach, this, args);
    observer.observe(root, everything);
    return root;
  };
  const heard = new WeakSet();
  const listenTo = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, ...args) {
    if (/^(click|mousedown|mouseup|pointerdown)$/.test(type) && this instanceof Element) {
      heard.add(this);
    }
    return Reflect.apply(listenTo, this, [type, ...args]);
  };
  // A user's own input counts as unrest: what it sets going may not have begun yet.
  for (const type of ['pointerdown', 'click', 'keydown', 'input', 'change', 'drop']) {
    window.addEventListener(type, touch, { capture: true, passive: true });
  }
  window.addEventListener('beforeunload', () => {
    leavingAt = now();
    reactions += 1;
    touch();
  });
  for (const type of ['input', 'change', 'toggle']) {
    window.addEventListener(type, () => { reactions += 1; }, { capture: true, passive: true });
  }
  window.addEventListener('load', touch);

  function state() {
    const time = now();
    let loading = document.readyState !== 'complete';
    for (const began of requests.values()) if (time - began < BACKGROUND_MS) loading = true;
    if (leavingAt && time - leavingAt < 2 * FORESEEN_MS) loading = true;
    let nextTimerMs = -1;
    for (const [id, due] of timers) {
      if (due < time - 1000) timers.delete(id);
      else nextTimerMs = Math.max(nextTimerMs, due - time, 0);
    }
    return {
      changes,
      reactions,
      idleMs: loading ? 0 : time - changedAt,
      timerMs: nextTimerMs,
      ageMs: time,
      bornMs: performance.timeOrigin,
      elements: document.getElementsByTagName('*').length,
    };
  }

  function pulse(maxMs) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimer(limit);
        waiting.delete(soon);
        resolve(state());
      };
      // One beat later, so that a burst of changes is looked at once.
      const soon = () => setTimer(done, 15);
      const limit = setTimer(done, maxMs);
      waiting.add(soon);
    });
  }

  window.__bugsweep = {
    state,
    pulse,
    heard,
    stayed: () => {
      leavingAt = 0;
    },
  };
})();
