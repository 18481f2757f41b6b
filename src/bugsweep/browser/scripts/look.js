// What a user sees: visible text, and which of some elements fit a name. Added to window.__bugsweep.
(() => {
  const mine = window.__bugsweep;
  if (!mine || mine.look) return;
  const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'IFRAME', 'SVG']);
  const VALUELESS = new Set(['checkbox', 'radio', 'file', 'hidden', 'password', 'range', 'color']);
  const DIALOG = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]';
  const TITLE =
    'h1,h2,h3,h4,h5,h6,[role=heading],legend,caption,summary,header,label,strong,b,dt,th,' +
    '[class*=title i],[class*=heading i],[class*=header i]';
  const HOLDER = 'table,ul,ol,[role=list],[role=table],[role=grid],[role=listbox]';
  const APART = 'a,button,label,option,[role]';
  const HEADING = 'h1,h2,h3,h4,h5,h6,[role=heading]';
  const NOTICE =
    '[role=status],[role=alert],[aria-live=polite],[aria-live=assertive],[class*=toast i],' +
    '[class*=snackbar i],[class*=notif i],[class*=flash i],[class*=alert i]';
  const MODAL = `${DIALOG},[class*=modal i],[class*=popover i],[class*=drawer i]`;
  const REST_MS = 5000; // an animation longer than this is part of the page
  const JUST_NOW_MS = 150;
  const ITEM =
    'li,[role=listitem],[role=option],[role=treeitem],[role=row],[role=menuitem],article,' +
    'option,tr,dt';
  const NEAR_PX = 70;
  // Icon fonts draw pictures in place of characters for private use: no reader sees a word there.
  const GLYPHS = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;
  const squeeze = (text) => text.replace(GLYPHS, ' ').replace(/\s+/g, ' ').trim();

  const parentOf = (node) => node.assignedSlot || node.parentElement || node.getRootNode().host;

  function closest(element, selector) {
    for (let at = element; at; at = at.getRootNode().host) {
      const found = at.closest(selector);
      if (found) return found;
    }
    return null;
  }

  function contains(outer, inner) {
    for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
    return false;
  }

  // Apps that draw their own list keep the browser's own one, hidden: nobody can open that.
  function openable(select) {
    const box = select.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && select.checkVisibility({ visibilityProperty: true });
  }

  function visible(element) {
    if (element.tagName === 'OPTION') {
      const select = element.closest('select');
      return select !== null && openable(select);
    }
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    if (box.width > 1 && box.height > 1) return true;
    if (box.width > 1 && element.matches(HOLDER) && !element.children.length) return true;
    if (element.tagName === 'SELECT') return false;
    // An element of no size may show children that overflow it.
    return [...element.children].some((child) => visible(child));
  }

  // The text as a user reads it: as written, as styled by text-transform, and with links and
  // buttons set apart, which may touch each other and still are two words.
  function shown(root) {
    const written = [];
    const apart = [];
    const styled = [];
    const put = (text, transform) => {
      written.push(text);
      apart.push(text);
      styled.push(
        transform === 'uppercase' ? text.toUpperCase()
          : transform === 'lowercase' ? text.toLowerCase()
            : transform === 'capitalize' ? text.replace(/(^|\s)(\S)/g, (all, gap, letter) =>
              gap + letter.toUpperCase()) : text,
      );
    };
    function walk(node, style) {
      if (node.nodeType === 3) {
        if (style && style.visibility !== 'hidden') put(node.data, style.textTransform);
        return;
      }
      if (node.nodeType !== 1 || SILENT.has(node.tagName.toUpperCase())) return;
      if (node.tagName === 'BR') return put('\n');
      if (!node.checkVisibility({ opacityProperty: true }) && node.tagName !== 'OPTION') {
        if (getComputedStyle(node).display !== 'contents') return;
      }
      if (node.offsetWidth <= 1 && node.offsetHeight <= 1 && node.offsetParent) {
        if (getComputedStyle(node).overflow !== 'visible') return;
      }
      const own = getComputedStyle(node);
      const gap = own.display.startsWith('inline') || own.display === 'contents' ? '' : '\n';
      put(node.tagName === 'TD' || node.tagName === 'TH' ? '\t' : gap);
      const isApart = node.matches(APART);
      if (isApart) apart.push(' ');
      if (node.tagName === 'INPUT') {
        if (!VALUELESS.has(node.type) && own.visibility !== 'hidden') put(`\n${node.value}\n`);
      } else if (node.tagName === 'TEXTAREA') put(`\n${node.value}\n`);
      else if (node.tagName === 'SELECT') {
        for (const option of node.selectedOptions) put(`\n${option.text}\n`);
      } else if (node.shadowRoot) for (const child of node.shadowRoot.childNodes) walk(child, own);
      else if (node.tagName === 'SLOT' && node.assignedNodes().length) {
        for (const child of node.assignedNodes()) walk(child, own);
      } else for (const child of node.childNodes) walk(child, own);
      put(gap);
      if (isApart) apart.push(' ');
    }
    const start = root.nodeType === 9 ? root.body : root;
    if (start) walk(start, start.nodeType === 1 ? getComputedStyle(start) : null);
    return [written, styled, apart].map((words) => squeeze(words.join('')));
  }

  const text = (element) => shown(element)[0];

  function holds(root, pattern) {
    const expression = new RegExp(pattern);
    return shown(root).some((version) => expression.test(version));
  }

  // A heading without the link to itself that many pages put beside it.
  function withoutAnchor(heading) {
    const anchors = [...heading.querySelectorAll('a[href*="#"]')];
    const own = anchors.filter((a) => a.textContent.trim().length < 3 ||
      /anchor|permalink|headerlink/i.test(`${a.className} ${a.getAttribute('aria-label')}`));
    if (!own.length) return '';
    const copy = heading.cloneNode(true);
    for (const a of own) copy.querySelectorAll('a')[[...heading.querySelectorAll('a')].indexOf(a)].remove();
    return copy.textContent;
  }

  // Names an element may be known by, besides its accessible name.
  function names(element) {
    const found = [];
    for (const label of element.labels || []) found.push(label.innerText);
    for (const key of ['aria-label', 'placeholder', 'title', 'alt', 'data-testid', 'data-test',
      'data-placeholder', 'data-title', 'data-tooltip', 'aria-placeholder', 'data-original-title',
      'data-bs-original-title', 'data-icon']) {
      if (element.hasAttribute(key)) found.push(element.getAttribute(key));
    }
    for (const id of (element.getAttribute('aria-labelledby') || '').split(/\s+/)) {
      const other = id && element.getRootNode().getElementById(id);
      if (other) found.push(other.textContent);
    }
    const around = element.closest('label');
    if (around && around.control === element) found.push(around.innerText);
    if (element.tagName === 'INPUT' && /^(button|submit|reset)$/.test(element.type)) {
      found.push(element.value);
    }
    if (element.tagName === 'IFRAME') found.push(element.name, element.id);
    if (element.matches(HEADING)) found.push(withoutAnchor(element));
    return found.filter(Boolean).map(squeeze);
  }

  // What a container is headed by: a heading within it, else the nearest one before it.
  function titles(element) {
    if (/(^|[-_ ])(header|heading|title|footer)/i.test(element.className)) return [];
    const isHolder = element.matches(HOLDER);
    const within = element.querySelector(isHolder ? 'caption' : TITLE);
    if (within && visible(within)) return [squeeze(within.innerText || '')];
    let at = element;
    for (let level = 0; at && level < 4; level += 1, at = at.parentElement) {
      for (let before = at.previousElementSibling; before; before = before.previousElementSibling) {
        if (before.matches(HOLDER) || before.querySelector(HOLDER)) return [];
        const heading = before.matches(TITLE) ? before : [...before.querySelectorAll(TITLE)].pop();
        const title = squeeze((heading || before).innerText || '');
        if (heading || (title && title.length < 60)) return [title];
      }
    }
    return [];
  }

  const heard = mine.heard;
  function clickable(element) {
    for (let at = element, level = 0; at && level < 4; at = parentOf(at), level += 1) {
      if (at === document.body || at.nodeType !== 1) return false;
      if (at.matches('a,button,label,summary,option,[role],[onclick],[tabindex]')) return true;
      if (at.onclick || heard.has(at) || getComputedStyle(at).cursor === 'pointer') return true;
    }
    return false;
  }

  const ancestry = (element) => {
    const all = [];
    for (let at = element; at && at.nodeType === 1; at = parentOf(at)) all.push(at);
    return all;
  };

  // Animations that come to an end, of the element and of what it is in.
  const motions = (element) => ancestry(element).flatMap((at) => at.getAnimations()).filter(
    (motion) => motion.playState === 'running' && motion.timeline === document.timeline &&
      motion.effect && motion.effect.getComputedTiming().endTime < REST_MS,
  );

  // A dialog that was changed just now may be about to open, load its body and move the focus.
  const moving = (element) => motions(element).length > 0 ||
    (closest(element, MODAL) !== null && mine.sinceChange() < JUST_NOW_MS);

  async function atRest(element) {
    const until = performance.now() + REST_MS;
    while (performance.now() < until && moving(element)) {
      const ends = motions(element).map((motion) => motion.finished.catch(() => {}));
      await Promise.race([Promise.all(ends), new Promise((done) => setTimeout(done, REST_MS))]);
      // What listens for the end of a transition is told in the frame after it.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  }

  // What lies over the middle of an element: its words, and whether it is one of those that go.
  function cover(element) {
    const box = element.getBoundingClientRect();
    const root = element.getRootNode();
    const top = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!top || contains(element, top)) return null;
    const named = closest(top, `${NOTICE},${DIALOG},[aria-label],label,header,footer,nav`) || top;
    const words = squeeze(named.getAttribute('aria-label') || text(named) || '').slice(0, 60);
    const drawing = element.closest('g');
    const belongs = drawing !== null && drawing !== top && drawing.contains(top);
    return { words, passes: closest(top, NOTICE) !== null, belongs };
  }

  // Whether text arrived in a field; else where it went.
  function typed(element, wanted) {
    const own = value(element);
    let at = document.activeElement;
    while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
    const isHere = !at || contains(element, at) || contains(at, element);
    const other = isHere || at === document.body ? '' : value(at);
    return {
      isHeld: squeeze(own) === squeeze(wanted),
      isEmpty: own === '',
      isHere,
      elsewhere: wanted && other.includes(wanted) ? names(at)[0] || at.tagName.toLowerCase() : '',
    };
  }

  // Visible leaf elements whose whole text is the name.
  function named(root, expression) {
    const hits = [];
    const walk = (node) => {
      for (const element of node.querySelectorAll('*')) {
        if (element.shadowRoot) walk(element.shadowRoot);
        for (const child of element.childNodes) {
          if (child.nodeType === 3 && child.data.trim() && expression.test(squeeze(child.data))) {
            const range = document.createRange();
            range.selectNodeContents(child);
            const box = range.getBoundingClientRect();
            if (box.width > 1 && visible(element)) hits.push({ element, box });
          }
        }
      }
    };
    walk(root);
    return hits;
  }

  // How far `box` lies to the right of or below `from`; infinite when it lies elsewhere.
  function distanceAfter(from, box) {
    const beside = box.top < from.bottom && box.bottom > from.top;
    const below = box.left < from.right && box.right > from.left;
    if (beside && box.left >= from.right - 2) return box.left - from.right;
    if (below && box.top >= from.bottom - 2) return box.top - from.bottom;
    return Infinity;
  }

  function describe(element) {
    const name = names(element)[0] || squeeze(element.innerText || '').slice(0, 60);
    const around = closest(element, 'tr,li,[role=row],[role=listitem],section,form,dialog');
    const where = around && around !== element ? squeeze(around.innerText || '').slice(0, 40) : '';
    return `<${element.tagName.toLowerCase()}> "${name}"${where ? ` in "${where}"` : ''}`;
  }

  // Strength of the match, 0 for none. `how` is one of the ways a name can be borne.
  const FITS = {
    any: () => 1,
    clickable: (element) => (clickable(element) ? 1 : 0),
    attributes: (element, expression) => (names(element).some((n) => expression.test(n)) ? 1 : 0),
    titled: (element, expression) =>
      names(element).concat(titles(element)).some((n) => expression.test(n)) &&
      !expression.test(text(element)) ? 1 : 0,
    holding: (element, expression, whole) => {
      if (!shown(element).some((version) => expression.test(version))) return 0;
      const cells = [element, ...element.querySelectorAll('*')];
      return cells.some((cell) => cell.children.length < 3 && whole.test(text(cell))) ? 2 : 1;
    },
  };

  function look(elements, { how, pattern, whole, hidden }) {
    const expression = new RegExp(pattern || '', how === 'holding' ? '' : 'i');
    const exactly = new RegExp(whole || '', 'i');
    let hits = [];
    if (how === 'near') {
      const labels = named(elements.length ? elements[0].getRootNode() : document, expression);
      for (const { box } of labels) {
        let best = null;
        elements.forEach((element, index) => {
          if (!visible(element)) return;
          const away = distanceAfter(box, element.getBoundingClientRect());
          if (away <= NEAR_PX && (!best || away < best.away)) best = { index, element, away };
        });
        if (best) hits.push({ index: best.index, element: best.element, strength: 1 });
      }
    } else {
      elements.forEach((element, index) => {
        if (!hidden && !visible(element)) return;
        const strength = FITS[how](element, expression, exactly);
        if (strength) hits.push({ index, element, strength });
      });
      // Controls are often invisible behind a styled label: second to the visible ones.
      const seen = hidden ? hits.filter((hit) => visible(hit.element)) : hits;
      if (seen.length) hits = seen;
    }
    const strongest = Math.max(0, ...hits.map((hit) => hit.strength));
    hits = hits.filter((hit) => hit.strength === strongest);
    const inner = hits.filter(
      (hit) => !hits.some((other) => other !== hit && contains(hit.element, other.element)),
    );
    const inDialog = inner.filter((hit) => {
      const dialog = closest(hit.element, DIALOG);
      return dialog && visible(dialog);
    });
    const kept = inDialog.length ? inDialog : inner;
    return {
      state: mine.state(),
      isMoving: kept.length === 1 && moving(kept[0].element),
      hits: kept.map(({ index, element }) => ({
        index,
        label: kept.length > 1 ? describe(element) : '',
      })),
    };
  }

  // The elements that repeat: what stands for a row, item or card where no role says so.
  function repeated(elements, pattern) {
    const expression = new RegExp(pattern);
    const fits = (element) => visible(element) &&
      shown(element).some((version) => expression.test(version));
    const sign = (element) => `${element.tagName}.${element.classList[0] || ''}`;
    const kept = new Set();
    for (const element of elements) {
      if (!fits(element) || [...element.children].some(fits)) continue;
      for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
        const twins = [...at.parentElement.children].filter(
          (other) => other !== at && sign(other) === sign(at),
        );
        const told = /card|item|row|entry|tile/i.test(at.classList[0] || '');
        if ((twins.length && at.children.length) || told) {
          kept.add(at);
          break;
        }
      }
    }
    return {
      state: mine.state(),
      isMoving: false,
      hits: [...kept].map((element) => ({
        index: elements.indexOf(element),
        label: describe(element),
      })).filter(({ index }) => index >= 0),
    };
  }

  // Each visible element's names, for telling whether a label was reworded.
  const labels = (elements) => elements.map((element) =>
    (visible(element) ? [...new Set([...names(element), squeeze(element.innerText || '')])] : []));

  function items(container) {
    const rows = container.tagName === 'TABLE' || /^(table|grid|treegrid)$/.test(container.role);
    let found = [...container.querySelectorAll(ITEM)];
    if (rows) {
      found = found.filter((row) => row.matches('tr,[role=row]') &&
        (row.querySelector('td,[role=cell],[role=gridcell]') !== null));
    } else {
      found = found.filter((item) => !found.some((other) => other !== item && contains(other, item)));
    }
    if (!found.length && !rows) {
      let at = container;
      while (at.children.length === 1) at = at.children[0];
      const bodies = [...at.children].filter((child) => !child.matches(TITLE));
      if (bodies.length && bodies.every((child) => child.tagName === bodies[0].tagName)) {
        found = bodies;
      }
    }
    return found.filter(visible);
  }

  function cells(row) {
    return [...row.querySelectorAll(
      'td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]',
    )].filter(visible).map((cell) => text(cell));
  }

  // The cells of a row below the headings that match.
  function cellsIn(row, pattern) {
    const around = closest(row, 'table,[role=table],[role=grid],[role=treegrid]');
    if (!around) return [];
    const expression = new RegExp(pattern, 'i');
    const head = [...around.querySelectorAll('tr,[role=row]')].find(
      (other) => other.querySelector('th[scope=col],thead th,[role=columnheader]') ||
        other.querySelector('td,[role=cell],[role=gridcell]') === null || other.closest('thead'),
    );
    const names = head ? cells(head) : [];
    const own = cells(row);
    return own.filter((_, index) => names[index] !== undefined && expression.test(names[index]));
  }

  function table(element) {
    const rows = [...element.querySelectorAll('tr,[role=row]')].filter(visible);
    return rows.map((row) => ({
      cells: cells(row),
      head: row.querySelector('td,[role=cell],[role=gridcell]') === null,
    }));
  }

  function error(field) {
    const root = field.getRootNode();
    const found = [];
    for (const key of ['aria-errormessage', 'aria-describedby']) {
      for (const id of (field.getAttribute(key) || '').split(/\s+/)) {
        const other = id && root.getElementById(id);
        if (other && visible(other)) found.push(text(other));
      }
    }
    if (field.validationMessage) found.push(field.validationMessage);
    let at = field;
    for (let level = 0; at && level < 4; level += 1, at = at.parentElement) {
      if (at.parentElement && at.parentElement.querySelectorAll(
        'input:not([type=hidden]),select,textarea').length > 1) break;
      for (const other of (at.parentElement || at).querySelectorAll(
        '[class*=error i],[class*=invalid i],[role=alert],[class*=danger i],[class*=help i]')) {
        if (other !== field && visible(other)) found.push(text(other));
      }
    }
    for (const next of [field.nextElementSibling, field.parentElement.nextElementSibling]) {
      if (next && visible(next) && !next.querySelector('input,select,textarea')) {
        found.push(text(next));
      }
    }
    return [...new Set(found)].filter(Boolean);
  }

  function value(element) {
    if (element.isContentEditable) return text(element);
    if (element.tagName === 'SELECT') return [...element.selectedOptions].map((o) => o.text).join(', ');
    if ('value' in element && element.value !== undefined) return String(element.value);
    const input = element.querySelector('input,textarea');
    return input ? input.value : text(element);
  }

  async function scrolled(container, far) {
    const all = [container, ...container.querySelectorAll('*')];
    for (let at = container.parentElement; at; at = at.parentElement) all.push(at);
    const box = all.find((element) => element.scrollHeight > element.clientHeight + 4 &&
      element.clientHeight > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY));
    if (!box) return false;
    const before = box.scrollTop;
    box.scrollTop = far === 'start' ? 0 : before + box.clientHeight * 0.8;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return box.scrollTop !== before;
  }

  // Why a click would not get at an element, wherever the page is scrolled to.
  function blocked(element) {
    if (!visible(element)) return 'it is not visible';
    const around = element.closest('button,a,label,[role=button]') || element;
    const labels = [...(element.labels || [])];
    let why = '';
    for (const block of ['nearest', 'center', 'end', 'start']) {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      const box = [...element.getClientRects()].find((rect) => rect.width * rect.height > 0.99);
      if (!box) {
        const whole = element.getBoundingClientRect();
        return whole.width * whole.height > 0 ? '' : 'it is not visible';
      }
      const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
      const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
      const top = element.getRootNode().elementFromPoint(x, y);
      if (!top) return '';
      if (around.contains(top) || labels.some((label) => label.contains(top))) return '';
      why = top.contains(element) ? 'it takes no clicks' : `<${top.tagName.toLowerCase()}> covers it`;
    }
    return why;
  }

  Object.assign(mine, {
    blocked,
    look, repeated, shown, text, holds, items, cells, cellsIn, table, error, value, names, scrolled, describe,
    is: (element, selector) => element.matches(selector),
    attribute: (element, name) => element.getAttribute(name),
    drawn: (element) => element.tagName !== 'IMG' || (element.complete && element.naturalWidth > 0),
    clickLabel: (element) => {
      ((element.labels && element.labels[0]) || element.closest('label') || element).click();
    },
    serverErrors: () => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
      .filter((entry) => entry.responseStatus >= 500 && entry.name.startsWith(location.origin))
      .map((entry) => `${new URL(entry.name).pathname} answered ${entry.responseStatus}`),
    visible, labels, atRest, cover, typed, itemTexts: (container) => items(container).map(text),
  });
})();
