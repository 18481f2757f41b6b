// Runs in a world of its own in every frame of a watched browser: pages cannot see it, and it
// changes nothing. Tells what a user does, and what the page shows when it has come to rest.
(() => {
  if (window.__listening || !/^https?:$/.test(location.protocol)) return;
  window.__listening = true;
  const QUIET_MS = 200; // no change for this long: what was set going has come to an end
  const RESTLESS_MS = 2000; // a page that never rests is looked at this often
  const LONGEST = 4_000_000; // characters of a page
  const DRAG_PX = 12;
  const NEAR_PX = 70; // as far as text may be from the field that it names
  const MOST_NEAR = 3;
  const VOID = new Set(
    ('area base br col embed hr img input link meta param source track wbr').split(' '),
  );
  const ROLES = {
    a: 'link', button: 'button', select: 'combobox', textarea: 'textbox', summary: 'button',
    option: 'option', img: 'img', td: 'cell', th: 'columnheader', tr: 'row', li: 'listitem',
  };
  const TYPES = {
    checkbox: 'checkbox', radio: 'radio', submit: 'button', button: 'button', reset: 'button',
    image: 'button', file: 'file', range: 'slider', search: 'searchbox', number: 'spinbutton',
  };
  const SET_BY_SCRIPT = /^(date|time|month|week|datetime-local|color|range)$/;
  const ACTIVE =
    'button,a,input,select,textarea,label,summary,option,[role],[contenteditable=""],' +
    '[contenteditable=true],td,th,li,tr';
  const ROWS = 'tr,[role=row],li,[role=listitem],article,[class*=card i]';
  const isTop = window === window.top;

  const tell = (kind, more) => {
    try {
      window.__bugsweepTell(JSON.stringify({ kind, url: location.href, ...more }));
    } catch { /* nobody listens any more */ }
  };

  // ---- words for elements
  const squeezed = (text, most = 160) => (text || '').replace(/\s+/g, ' ').trim().slice(0, most);
  const textOf = (element) => squeezed(element && (element.innerText ?? element.textContent));
  const roleOf = (element) => {
    const given = element.getAttribute('role');
    if (given) return given;
    const tag = element.localName;
    if (tag === 'input') return TYPES[element.type] || 'textbox';
    return element.isContentEditable ? 'textbox' : ROLES[tag] || tag;
  };
  const isField = (element) =>
    /^(textbox|searchbox|spinbutton|combobox|slider)$/.test(roleOf(element));
  const distanceAfter = (from, box) => {
    const isBeside = box.top < from.bottom && box.bottom > from.top;
    const isBelow = box.left < from.right && box.right > from.left;
    if (isBeside && box.left >= from.right - 2) return box.left - from.right;
    if (isBelow && box.top >= from.bottom - 2) return box.top - from.bottom;
    return Infinity;
  };
  // What a user takes for the name of a field that has none: the texts before it, nearest first.
  const besides = new WeakMap();
  const besideOf = (element) => {
    if (besides.has(element)) return besides.get(element);
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    const found = [];
    const texts = document.createTreeWalker(element.getRootNode(), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const words = squeezed(texts.currentNode.data);
      if (!words) continue;
      range.selectNodeContents(texts.currentNode);
      const from = range.getBoundingClientRect();
      const away = from.width > 1 ? distanceAfter(from, box) : Infinity;
      if (away <= NEAR_PX) found.push({ words, away });
    }
    found.sort((one, other) => one.away - other.away);
    const names = found.slice(0, MOST_NEAR).map(({ words }) => words);
    besides.set(element, names);
    return names;
  };
  const namesOf = (element) => {
    const names = [element.getAttribute('aria-label')];
    const by = element.getAttribute('aria-labelledby');
    if (by) for (const id of by.split(/\s+/)) names.push(textOf(document.getElementById(id)));
    for (const label of element.labels || []) names.push(textOf(label));
    if (element.localName === 'label' && element.control) names.push(...namesOf(element.control));
    if (element.localName === 'input' && /^(submit|button|reset)$/.test(element.type)) {
      names.push(element.value);
    }
    for (const name of ['placeholder', 'data-placeholder', 'title', 'alt']) {
      names.push(element.getAttribute(name));
    }
    if (isField(element) && !names.some(Boolean)) names.push(...besideOf(element));
    names.push(element.getAttribute('name'));
    if (!/^(input|select|textarea)$/.test(element.localName)) names.push(textOf(element));
    return [...new Set(names.map((name) => squeezed(name)).filter(Boolean))];
  };
  const subject = (event) => {
    const [first] = event.composedPath ? event.composedPath() : [event.target];
    return first && first.nodeType === 1 ? first : document.documentElement;
  };
  const told = (element) => {
    const active = element.closest(ACTIVE) || element;
    const names = namesOf(active);
    const own = textOf(element);
    if (own && !names.includes(own)) names.push(own);
    const row = element.closest(ROWS);
    return { role: roleOf(active), names, row: row ? squeezed(textOf(row), 300) : '' };
  };

  // ---- what the user does
  let held; // where the button went down
  let clicked; // a click that is told one moment later, when it is known what it was
  let typing;
  const isPassword = (element) => element.type === 'password';
  const valueOf = (element) => {
    if (isPassword(element)) return '••••';
    return squeezed(element.value === undefined ? textOf(element) : String(element.value), 500);
  };
  const flushClick = () => {
    if (!clicked) return;
    const { kind, about } = clicked;
    clicked = undefined;
    tell(kind, about);
  };
  // Told letter by letter, for the page may be gone before the last one: one number, one text.
  const type = (element) => {
    if (!typing || typing.element !== element) typing = { element, number: Math.random() };
    tell('fill', { ...told(element), value: valueOf(element), typing: typing.number });
  };
  const before = (isLeaving = false) => {
    flushClick();
    typing = undefined;
    look(isLeaving);
  };
  const on = (type, react) => window.addEventListener(type, react, { capture: true, passive: true });

  on('pointerdown', (event) => {
    if (!event.isTrusted || !event.isPrimary) return;
    before();
    const element = subject(event);
    held = { element, about: told(element), x: event.clientX, y: event.clientY };
  });
  on('pointerup', (event) => {
    if (!event.isTrusted || !held) return;
    const { about, x, y } = held;
    held = undefined;
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_PX) {
      tell('drag', { ...about, onto: told(subject(event)).names });
      return;
    }
    clicked = { kind: event.button === 2 ? 'right-click' : 'click', about };
    setTimeout(flushClick, 0);
  });
  on('click', (event) => {
    if (!event.isTrusted || !clicked) return;
    if (event.detail === 2) clicked.kind = 'double-click';
    flushClick();
  });
  on('drop', (event) => {
    if (!event.isTrusted || !held) return;
    tell('drag', { ...held.about, onto: told(subject(event)).names });
    held = undefined;
  });
  on('keydown', (event) => {
    if (!event.isTrusted || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    const element = subject(event);
    const isWriting = element.isContentEditable || /^(input|textarea)$/.test(element.localName);
    const isChord = event.ctrlKey || event.metaKey || event.altKey;
    const isText = event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
    if (isWriting && isText && !isChord) {
      if (!typing || typing.element !== element) before();
      return;
    }
    before();
    const chord = [
      event.ctrlKey && 'Control', event.metaKey && 'Meta', event.altKey && 'Alt', event.key,
    ];
    tell('press', { ...told(element), value: chord.filter(Boolean).join('+') });
  });
  on('input', (event) => {
    const element = subject(event);
    changed();
    if (!event.isTrusted && !(element.localName === 'input' && SET_BY_SCRIPT.test(element.type))) {
      return;
    }
    if (element.localName === 'select' || /^(checkbox|radio|file)$/.test(element.type)) return;
    type(element);
  });
  on('change', (event) => {
    const element = subject(event);
    changed();
    if (element.localName === 'select') {
      const chosen = [...element.selectedOptions].map((option) => squeezed(option.label));
      tell('select', { ...told(element), value: chosen.join(', ') });
    } else if (element.type === 'file') {
      const names = [...element.files].map((file) => file.name);
      tell('upload', { ...told(element), value: names.join(', ') });
    }
  });
  on('beforeunload', () => before(true)); // later, nothing is heard any more

  // ---- what the page shows
  let isDirty = true;
  let dirtyAt = performance.now();
  let quiet;
  let shown = '';
  const observer = new MutationObserver(() => changed());
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  const watched = new WeakSet();
  const watch = (root) => {
    if (watched.has(root)) return;
    watched.add(root);
    observer.observe(root, everything);
  };

  function changed() {
    if (!isTop) {
      try {
        window.top.__bugsweepChanged();
      } catch { /* of another origin */ }
      return;
    }
    const now = performance.now();
    if (!isDirty) dirtyAt = now;
    isDirty = true;
    clearTimeout(quiet);
    if (now - dirtyAt > RESTLESS_MS) look(false);
    else quiet = setTimeout(() => look(false), QUIET_MS);
  }

  const escaped = (text) =>
    text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  const rulesOf = (sheet) => {
    try {
      return [...sheet.cssRules]
        .map((rule) => (rule.styleSheet ? rulesOf(rule.styleSheet) : rule.cssText))
        .join('\n');
    } catch {
      return ''; // of another origin
    }
  };
  const styled = (sheet) => `<style>${rulesOf(sheet).replace(/<\/style/gi, '')}</style>`;
  const stateOf = (element) => {
    const now = new Map([...element.attributes].map(({ name, value }) => [name, value]));
    for (const name of [...now.keys()]) if (/^on/i.test(name)) now.delete(name);
    const set = (name, is) => (is ? now.set(name, '') : now.delete(name));
    if (element.localName === 'input') {
      if (/^(checkbox|radio)$/.test(element.type)) set('checked', element.checked);
      else if (element.type !== 'file') now.set('value', isPassword(element) ? '' : element.value);
    }
    if (element.localName === 'option') set('selected', element.selected);
    if (element.localName === 'iframe') now.delete('src');
    return now;
  };
  const inside = (root) => {
    watch(root);
    const sheets = [...(root.adoptedStyleSheets || [])].map(styled).join('');
    return sheets + [...root.childNodes].map(written).join('');
  };
  function written(node) {
    if (node.nodeType === 3) return escaped(node.data);
    if (node.nodeType !== 1) return '';
    const tag = node.localName;
    if (/^(script|noscript|template|base)$/.test(tag)) return '';
    if ((tag === 'style' || tag === 'link') && node.sheet) return styled(node.sheet);
    if (tag === 'link') return '';
    const attributes = stateOf(node);
    if (tag === 'iframe') {
      try {
        attributes.set('srcdoc', written(node.contentDocument.documentElement));
      } catch { /* of another origin */ }
    }
    const words = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    if (VOID.has(tag)) return `<${tag}${words}>`;
    let content;
    if (tag === 'textarea') content = `\n${escaped(node.value)}`;
    else content = [...node.childNodes].map(written).join('');
    if (node.shadowRoot) {
      content = `<template shadowrootmode="open">${inside(node.shadowRoot)}</template>${content}`;
    }
    return `<${tag}${words}>${content}</${tag}>`;
  }

  function look(isLeaving) {
    if (!isTop || !isDirty || !document.body) return;
    clearTimeout(quiet);
    isDirty = false;
    const [doctype] = document.doctype ? ['<!doctype html>'] : [''];
    const sheets = [...(document.adoptedStyleSheets || [])].map(styled).join('');
    const page = doctype + sheets + written(document.documentElement);
    if (page === shown || page.length > LONGEST) return;
    shown = page;
    tell('state', { title: document.title, page, isLeaving });
  }

  window.__bugsweepLook = () => {
    before();
    return true;
  };
  if (isTop) window.__bugsweepChanged = changed;
  watch(document);
  on('load', changed);
  const [entry] = performance.getEntriesByType('navigation');
  if (isTop) {
    tell('document', { how: entry ? entry.type : 'navigate' });
    changed();
  }
})();
