// Runs before any script of a page, in every frame: tells when a page is at rest and what it said.
(() => {
  if (window.__bugsweep) return;
  const LIVE =
    '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive],output,' +
    '[class*=toast i],[class*=snackbar i],[class*=notif i],[class*=flash i],[class*=alert i],' +
    '[class*=message i]';
  const FORESEEN_MS = 5000; // a timer further away than this is not waited for
  const ANSWER_MS = 30000; // an answer, or a page that is being left for, is awaited this long
  const POLL_MS = 4000; // a request that the app repeats by itself may be held open on purpose
  const ASKED_MS = 2000; // a request this soon after an input is the answer to it
  const LATE_MS = 10000; // a timer this late will not come any more
  const FRAMES_MS = 1000;
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const nextFrame = window.requestAnimationFrame.bind(window);
  const isDrawn = window === window.top; // frames out of sight get no animation frames
  const now = () => performance.now();
  const requests = new Map();
  const timers = new Map();
  const repeats = new Map();
  const said = new WeakMap();
  const waiting = new Set();
  let changes = 0;
  let reactions = 0; // changes that are not the user's own input
  let changedAt = now();
  let drawn = 0; // the changes that two frames have gone by since
  let inputAt = -ASKED_MS;
  let leavingAt = 0;
  let ticket = 0;

  function touch() {
    changes += 1;
    changedAt = now();
    for (const wake of waiting) wake();
    waiting.clear();
  }

  function patienceWith(method, address) {
    if (now() - inputAt < ASKED_MS) return ANSWER_MS;
    const key = `${method} ${String(address).split(/[?#]/)[0]}`;
    repeats.set(key, (repeats.get(key) || 0) + 1);
    return repeats.get(key) > 1 ? POLL_MS : ANSWER_MS;
  }

  function begin(method, address) {
    ticket += 1;
    reactions += 1;
    requests.set(ticket, now() + patienceWith(method, address));
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
      const [what, how] = args;
      const id = begin((how || what || {}).method || 'GET', (what && what.url) || what);
      const answer = Reflect.apply(fetchIt, this, args);
      answer.then(() => end(id), () => end(id));
      return answer;
    };
  }
  const opened = new WeakMap();
  const openIt = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function open(...args) {
    opened.set(this, args);
    return Reflect.apply(openIt, this, args);
  };
  const sendIt = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function send(...args) {
    const [method, address] = opened.get(this) || [];
    const id = begin(method, address);
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
  // What a script writes into a field, or draws, changes no node: it is a reaction all the same.
  function watch(prototype, name) {
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      ...own,
      set(value) {
        const before = Reflect.apply(own.get, this, []);
        Reflect.apply(own.set, this, [value]);
        if (!this.isConnected || Reflect.apply(own.get, this, []) === before) return;
        reactions += 1;
        touch();
      },
    });
  }
  watch(HTMLInputElement.prototype, 'value');
  watch(HTMLInputElement.prototype, 'checked');
  watch(HTMLTextAreaElement.prototype, 'value');
  watch(HTMLSelectElement.prototype, 'value');
  watch(HTMLSelectElement.prototype, 'selectedIndex');
  watch(HTMLOptionElement.prototype, 'selected');
  function drawing(prototype, names) {
    for (const name of names) {
      const draw = prototype[name];
      prototype[name] = function drawn(...args) {
        reactions += 1; // a picture that moves for ever is no unrest
        return Reflect.apply(draw, this, args);
      };
    }
  }
  drawing(CanvasRenderingContext2D.prototype,
    ['clearRect', 'fillRect', 'strokeRect', 'fill', 'stroke', 'fillText', 'drawImage', 'putImageData']);
  for (const kind of [window.WebGLRenderingContext, window.WebGL2RenderingContext]) {
    if (kind) drawing(kind.prototype, ['clear', 'drawArrays', 'drawElements']);
  }

  const heard = new WeakSet();
  const taking = new WeakSet();
  const listenTo = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, ...args) {
    if (/^(click|mousedown|mouseup|pointerdown)$/.test(type) && this instanceof Element) {
      heard.add(this);
    }
    if (type === 'submit') taking.add(this || window);
    return Reflect.apply(listenTo, this, [type, ...args]);
  };
  // Whether a script may take what a form sends, before the browser does.
  function taken(form) {
    if (form.onsubmit) return true;
    for (let at = form; at; at = at.parentNode) if (taking.has(at)) return true;
    return taking.has(window);
  }

  // A user's own input counts as unrest: what it sets going may not have begun yet.
  for (const type of ['pointerdown', 'click', 'keydown', 'input', 'change', 'drop']) {
    window.addEventListener(type, () => {
      inputAt = now();
      touch();
    }, { capture: true, passive: true });
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
    const isLeaving = leavingAt > 0 && time - leavingAt < ANSWER_MS;
    const isLoading = document.readyState !== 'complete';
    let isAwaiting = isLeaving || isLoading;
    for (const until of requests.values()) if (time < until) isAwaiting = true;
    let nextTimerMs = -1;
    for (const [id, due] of timers) {
      if (due < time - LATE_MS) timers.delete(id);
      else nextTimerMs = Math.max(nextTimerMs, due - time, 0);
    }
    return {
      changes,
      reactions,
      isAwaiting,
      isLeaving,
      isLoading,
      idleMs: isAwaiting || (isDrawn && drawn < changes) ? 0 : time - changedAt,
      timerMs: nextTimerMs,
      ageMs: time,
      bornMs: performance.timeOrigin,
      elements: document.getElementsByTagName('*').length,
    };
  }

  // On a busy machine time goes by without the page getting on: it is not at rest before it has
  // had two frames to draw what it was going to.
  function afterFrames(then) {
    if (!isDrawn || drawn === changes) return then();
    const upTo = changes;
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      clearTimer(limit);
      drawn = Math.max(drawn, upTo);
      then();
    };
    const limit = setTimer(finish, FRAMES_MS);
    nextFrame(() => nextFrame(finish));
    return undefined;
  }

  function pulse(maxMs) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimer(limit);
        waiting.delete(soon);
        afterFrames(() => resolve(state()));
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
    taken,
    sinceChange: () => now() - changedAt,
    stayed: () => {
      leavingAt = 0;
    },
  };
})();
