// What an explorer notices at one look: fields, controls, repeated rows, headings and lines of text.
(() => {
  if (window.__bugsweepExplore) return;
  const mine = window.__bugsweep;
  const MOST = 400; // of fields, controls and rows each: a page with more is looked at in part
  const LINES = 1500;
  const FIELD =
    'input:not([type=hidden],[type=button],[type=submit],[type=reset],[type=image]),textarea,' +
    'select,[contenteditable]:not([contenteditable=false]),[role=switch],[role=checkbox]';
  const CONTROL =
    'button,a[href],summary,input[type=submit],input[type=button],input[type=image],' +
    '[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[onclick]';
  const DIALOG = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]';
  const KEEPERS = 'form,fieldset,dialog,[role=dialog],[role=form],section,article,main,body';
  // Ids that a script makes up anew at each load name nothing.
  const MADE_UP = /\d{2,}|:r\w+:|(?<![a-z0-9])(?=[a-z]*\d+[a-z])[a-z0-9]{6,}(?![a-z0-9])/i;
  // Icon fonts draw pictures in place of characters for private use: no reader sees a word there.
  const GLYPHS = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;
  const squeeze = (text) => (text || '').replace(GLYPHS, ' ').replace(/\s+/g, ' ').trim();
  const store = { seen: [] };
  let frames = []; // of the last look, those of this origin, the outer ones first

  // What is in a frame of this origin, once its own script is there.
  function inside(frame) {
    try {
      const inner = frame.contentDocument;
      return inner && inner.body && inner.defaultView.__bugsweep && mine.visible(frame) ? inner : null;
    } catch {
      return null;
    }
  }

  const FRAME = 'iframe,frame';
  function all(selector, root = document, found = []) {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) found.push(element);
      if (element.shadowRoot) all(selector, element.shadowRoot, found);
      const inner = element.matches(FRAME) && inside(element);
      if (inner) all(selector, inner, found);
    }
    return found;
  }

  const frameAround = (element) => element.ownerDocument.defaultView.frameElement;
  const scriptOf = (element) => element.ownerDocument.defaultView.__bugsweep;
  const frameOf = (element) => frames.indexOf(frameAround(element));

  // The nearest element around it that matches, also outside of the frame it is in.
  function outward(element, selector) {
    for (let at = element; at; at = frameAround(at)) {
      const found = at.closest(selector);
      if (found) return found;
    }
    return null;
  }

  // By the names that the tests know it by.
  const frameName = (frame) => squeeze(frame.getAttribute('aria-label') || frame.title || frame.name || frame.id);

  const note = (element) => store.seen.push(element) - 1;

  function shown(element) {
    if (mine.visible(element)) return true;
    // A field for a file mostly lies unseen beside or below what stands for it.
    const around = element.type === 'file' && element.closest('label,div,span,form,p');
    if (around && (mine.visible(around) || (around.parentElement && mine.visible(around.parentElement)))) return true;
    // A control hidden behind its styled label is still the user's to use.
    const label = element.labels && element.labels[0];
    return Boolean(label && mine.visible(label) && /^(checkbox|radio|file)$/.test(element.type));
  }

  function css(element) {
    const root = element.getRootNode();
    const parts = [];
    for (let at = element; at && at.nodeType === 1 && at !== document.body; at = at.parentElement) {
      if (at.id && !MADE_UP.test(at.id) && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
        parts.unshift(`#${CSS.escape(at.id)}`);
        break;
      }
      const name = at === element && at.getAttribute('name');
      const own = name && !MADE_UP.test(name) && `${at.tagName.toLowerCase()}[name="${CSS.escape(name)}"]`;
      if (own && root.querySelectorAll(own).length === 1) {
        parts.unshift(own);
        break;
      }
      const twins = at.parentElement
        ? [...at.parentElement.children].filter((other) => other.tagName === at.tagName) : [at];
      const place = twins.length > 1 ? `:nth-of-type(${twins.indexOf(at) + 1})` : '';
      parts.unshift(at.tagName.toLowerCase() + place);
    }
    // Two frames may have the same place: this tells them apart, and is true in both.
    if (frameOf(element) >= 0) parts[0] += `:not(#frame-${frameOf(element)})`;
    return parts.join(' > ');
  }

  function labelText(label) {
    const words = [];
    const walk = (node) => {
      if (node.nodeType === 3) words.push(node.data);
      else if (node.nodeType === 1 && !node.matches('input,select,textarea,script,style,svg')) {
        if (node.matches('[aria-hidden=true]')) return;
        node.childNodes.forEach(walk);
      }
    };
    walk(label);
    return squeeze(words.join(' '));
  }

  function byIds(element, key) {
    const root = element.getRootNode();
    return squeeze((element.getAttribute(key) || '').split(/\s+/)
      .map((id) => id && root.getElementById && root.getElementById(id))
      .filter(Boolean).map((other) => other.innerText).join(' '));
  }

  function fieldLabel(element) {
    const labelled = byIds(element, 'aria-labelledby') || squeeze(element.getAttribute('aria-label'));
    if (labelled) return labelled;
    for (const label of element.labels || []) if (labelText(label)) return labelText(label);
    const around = element.closest('label');
    if (around && labelText(around)) return labelText(around);
    return squeeze(element.getAttribute('placeholder') || element.getAttribute('title'));
  }

  function controlName(element) {
    const told = squeeze(element.getAttribute('aria-label')) || byIds(element, 'aria-labelledby');
    if (told) return told;
    if (element.tagName === 'INPUT') return squeeze(element.value || element.alt || 'Submit');
    const text = squeeze(element.innerText ?? element.textContent);
    if (text) return text;
    const image = element.querySelector('img[alt],svg title');
    return squeeze((image && (image.alt || image.textContent)) || element.getAttribute('title'));
  }

  function fieldKind(element) {
    if (element.tagName === 'SELECT') return element.multiple ? 'multiselect' : 'select';
    if (element.tagName === 'TEXTAREA') return 'textarea';
    if (element.tagName !== 'INPUT') {
      return /switch|checkbox/.test(element.getAttribute('role')) ? 'checkbox' : 'editable';
    }
    return (element.type || 'text').toLowerCase();
  }

  function fieldValue(element, kind) {
    if (kind === 'editable') return element.innerText;
    if (kind === 'select' || kind === 'multiselect') {
      return [...element.selectedOptions].map((option) => squeeze(option.text)).join('\n');
    }
    return kind === 'file' ? '' : String(element.value ?? '');
  }

  const isTicked = (element) =>
    Boolean(element.checked) || element.getAttribute('aria-checked') === 'true';

  // A form is a <form>, or the smallest part of the page that holds the field and a button.
  function formOf(element) {
    if (element.form) return element.form;
    const told = element.closest('form,[role=form],dialog,[role=dialog]');
    if (told) return told;
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (at.querySelector('button,input[type=button],[role=button]')) {
        return at.closest(KEEPERS) || at;
      }
    }
    const frame = frameAround(element);
    return frame ? formOf(frame) : document.body;
  }

  // The last link of a trail of links stands for the page itself.
  function isHere(link) {
    if (link.getAttribute('aria-current')) return true;
    const trail = link.closest('[class*=breadcrumb i],[aria-label*=breadcrumb i],[id*=breadcrumb i]');
    return trail !== null && [...trail.querySelectorAll('a')].pop() === link;
  }

  // Without an address and a method, a script takes it, or the browser sends the fields with names.
  function isForScripts(form) {
    if (form.hasAttribute('method') || form.hasAttribute('action')) return false;
    return scriptOf(form).taken(form) ||
      ![...form.elements].some((other) => other.name && !GROUPED.test(other.type));
  }

  const GROUPED = /^(hidden|radio|checkbox|submit|button|file)$/;

  // In a form whose fields have names, one without a name only helps to fill in the others.
  const isSent = (element) => Boolean(element.name) || !element.form ||
    ![...element.form.elements].some((other) => other.name && !GROUPED.test(other.type) && shown(other));

  // A link has no such state of its own: what is written on it or on its item stands for it.
  const isEnabled = (element) => !element.disabled && !element.closest('[aria-disabled=true]') &&
    getComputedStyle(element).pointerEvents !== 'none' &&
    !(element.tagName === 'A' && element.closest('a.disabled,li.disabled'));

  const sign = (element) => `${element.tagName}.${[...element.classList].filter(
    (name) => !/\d|active|select|current|odd|even|first|last|hover|focus/i.test(name)).slice(0, 2).join('.')}`;

  function cellsOf(row) {
    const cells = [...row.querySelectorAll('td,th,[role=cell],[role=gridcell],[role=rowheader]')]
      .filter((cell) => !cell.parentElement.closest('td,[role=cell],[role=gridcell]') || true);
    return cells.slice(0, 30).map((cell) => squeeze(cell.innerText));
  }

  function columnsOf(container) {
    const heads = [...container.querySelectorAll('thead th,thead td,[role=columnheader],tr:first-child th')];
    return heads.filter((head) => mine.visible(head)).slice(0, 30).map((head) => squeeze(head.innerText));
  }

  function groupName(container) {
    const told = squeeze(container.getAttribute('aria-label')) || byIds(container, 'aria-labelledby');
    if (told) return told;
    const caption = container.querySelector('caption');
    return caption ? squeeze(caption.innerText) : '';
  }

  const GRIP = '[draggable=true],[class*=handle i],[class*=grip i],[class*=drag i]';
  const MOVES = /^(grab|move|all-scroll)$/;
  const isGrip = (element) => mine.visible(element) &&
    (element.getAttribute('draggable') === 'true' || MOVES.test(getComputedStyle(element).cursor));

  // What a row is dragged by: a part of it, or the row as a whole.
  // A list may only by its class say that it is one to drag in; trying does no harm.
  const HOLDS = '[class*=drag i],[class*=sortable i],[class*=dnd i],[class*=droppable i]';
  const gripOf = (row) => [...row.querySelectorAll(GRIP)].find(isGrip) ||
    (isGrip(row) || (row.parentElement && row.parentElement.matches(HOLDS)) ? row : null);

  // Whether there is more to scroll to: in the page, or in what the list scrolls in.
  function goesOn(container) {
    for (let at = container; at; at = at.parentElement) {
      const isPage = at === at.ownerDocument.scrollingElement;
      if (!isPage && !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
      if (at.scrollTop + at.clientHeight < at.scrollHeight - 4) return true;
    }
    return false;
  }

  function rowsSeen() {
    const groups = [];
    const rows = [];
    const taken = new Set();
    const add = (container, elements, kind) => {
      const fitting = elements.filter((element) => !taken.has(element) && mine.visible(element) &&
        squeeze(element.innerText || element.textContent).length > 0);
      if (!fitting.length) return;
      groups.push({
        kind, name: groupName(container), columns: kind === 'table' ? columnsOf(container) : [],
        sign: `${sign(container)}>${sign(fitting[0])}`, ref: note(container), css: css(container),
        goes_on: goesOn(container),
      });
      for (const element of fitting.slice(0, MOST)) {
        taken.add(element);
        if (rows.length >= MOST) return;
        const grip = gripOf(element);
        rows.push({
          grip: grip === null ? -1 : note(grip), grip_css: grip === null || grip === element ? '' : css(grip),
          ref: note(element), group: groups.length - 1, frame: frameOf(element),
          text: squeeze(element.innerText).slice(0, 400), cells: cellsOf(element), element,
          css: kind === 'card' ? css(element) : '',
        });
      }
    };
    for (const table of all('table,[role=grid],[role=table],[role=treegrid]')) {
      const inner = [...table.querySelectorAll('tr,[role=row]')].filter((row) =>
        row.closest('table,[role=grid],[role=table],[role=treegrid]') === table &&
        row.querySelector('td,[role=cell],[role=gridcell]') && !row.closest('thead'));
      add(table, inner, 'table');
    }
    for (const list of all('ul,ol,[role=list],[role=listbox],[role=tree]')) {
      if (list.closest('nav,header,footer,[role=navigation],[role=menu],[role=menubar]')) continue;
      add(list, [...list.children].filter((item) => item.matches('li,[role=listitem],[role=option],[role=treeitem]')), 'list');
    }
    const seen = new Set();
    for (const element of all('article,div,section')) {
      const parent = element.parentElement;
      if (!parent || seen.has(parent) || taken.has(element)) continue;
      if (element.closest('nav,header,footer,table,[role=grid],ul,ol')) continue;
      seen.add(parent);
      const bySign = new Map();
      for (const child of parent.children) {
        if (!child.classList.length && child.tagName !== 'ARTICLE') continue;
        const key = sign(child);
        bySign.set(key, [...(bySign.get(key) || []), child]);
      }
      for (const twins of bySign.values()) {
        const told = /card|item|row|entry|tile|note|post|task/i.test(twins[0].className);
        if (told || (twins.length > 1 && twins.some((twin) => twin.children.length))) add(parent, twins, 'card');
      }
    }
    return { groups, rows };
  }

  function survey() {
    store.seen = [];
    frames = all(FRAME).filter(inside);
    const forms = [];
    const formIndex = (element) => {
      if (!forms.includes(element)) forms.push(element);
      return forms.indexOf(element);
    };
    const { groups, rows } = rowsSeen();
    const places = new Map(rows.map((row, index) => [row.element, index]));
    const rowOf = (element) => {
      for (let at = element; at; at = at.parentElement) if (places.has(at)) return places.get(at);
      return -1;
    };
    for (const row of rows) row.parent = rowOf(row.element.parentElement);
    const fields = all(FIELD).filter((element) => shown(element) && !element.closest('[inert]'))
      .slice(0, MOST).map((element) => {
        const kind = fieldKind(element);
        const form = formOf(element);
        return {
          ref: note(element), form: formIndex(form), kind, name: element.name || element.id || '',
          label: fieldLabel(element), css: css(element), value: fieldValue(element, kind).slice(0, 4000),
          is_ticked: isTicked(element),
          options: kind === 'select' || kind === 'multiselect'
            ? [...element.options].filter((option) => !option.disabled).slice(0, 60).map((option) => squeeze(option.text)) : [],
          hints: element.list ? [...element.list.options].slice(0, 30).map((option) => option.value) : [],
          input_mode: element.inputMode || element.step || '',
          is_required: Boolean(element.required) || element.getAttribute('aria-required') === 'true',
          is_enabled: !element.disabled && !element.readOnly && element.getAttribute('aria-disabled') !== 'true',
          is_invalid: element.getAttribute('aria-invalid') === 'true' ||
            Boolean(element.closest('.error,.has-error,.is-invalid,.errors,.field-error')) ||
            Boolean(element.validity && !element.validity.valid && element.validity.valueMissing === false),
          row: rowOf(element), in_dialog: Boolean(outward(element, DIALOG)), frame: frameOf(element),
          is_sent: isSent(element),
          limit: element.maxLength > 0 ? element.maxLength : 0,
        };
      });
    const named = new Map();
    const candidates = new Set(all(CONTROL));
    const documents = [document, ...frames.map(inside)].filter((inner) => inner.body);
    for (const element of documents.flatMap((inner) => [...inner.body.querySelectorAll('*')])) {
      if (candidates.size >= 3 * MOST) break;
      if (scriptOf(element).heard.has(element) && !element.closest(CONTROL) && !element.matches(FIELD) &&
        getComputedStyle(element).cursor === 'pointer') candidates.add(element);
    }
    const controls = [...candidates].filter((element) => mine.visible(element) && !element.closest('[inert]'))
      .slice(0, MOST).map((element) => {
        const role = element.getAttribute('role');
        const kind = role === 'tab' ? 'tab' : role === 'menuitem' ? 'menu item' : role === 'option' ? 'option'
          : element.tagName === 'A' && role !== 'button' ? 'link'
            : element.matches('button,summary,input,[role=button]') ? 'button' : 'text';
        const name = controlName(element);
        const row = rowOf(element);
        const key = `${kind}|${name.toLowerCase()}|${row}`;
        named.set(key, (named.get(key) || 0) + 1);
        const form = element.form || element.closest('form');
        const around = form || forms.find((other) => other !== document.body && other.contains(element));
        return {
          ref: note(element), kind, name: name.slice(0, 200), css: css(element),
          href: element.tagName === 'A' ? element.href : '', target: element.getAttribute('target') || '',
          form: around ? formIndex(around) : -1, row, key, nth: named.get(key),
          is_submit: /^(submit|image)$/.test(element.type || '') && Boolean(form),
          is_enabled: isEnabled(element),
          // What a script is told of by attributes, or what is heard further up, may well have no address.
          leads_nowhere: element.getAttribute('href') === '' && !scriptOf(element).heard.has(element) &&
            !isHere(element) &&
            ![...element.attributes].some(({ name }) => /^(data-|aria-|on|role|v-|x-|[@:])/.test(name)) &&
            ![element.parentElement, element.parentElement?.parentElement]
              .some((at) => scriptOf(element).heard.has(at)),
          is_download: element.hasAttribute('download'),
          in_dialog: Boolean(outward(element, DIALOG)), frame: frameOf(element),
          in_head: row < 0 && Boolean(element.closest('th,thead,[role=columnheader]')),
          in_nav: Boolean(element.closest('nav,[role=navigation],header,aside,[role=menubar]')),
          has_popup: element.hasAttribute('aria-haspopup') || element.hasAttribute('aria-expanded'),
          is_pressed: element.getAttribute('aria-pressed') === 'true' || element.getAttribute('aria-expanded') === 'true',
        };
      });
    for (const control of controls) {
      if (named.get(control.key) === 1) control.nth = 0;
      delete control.key;
    }
    const lines = documents.flatMap((inner) => inner.body.innerText.split('\n')).map(squeeze).filter(Boolean);
    let focus = document.activeElement;
    while (focus && frames.includes(focus)) focus = inside(focus).activeElement;
    return {
      url: location.href, title: document.title, lines: lines.slice(0, LINES),
      headings: all('h1,h2,h3,[role=heading],legend').filter((element) => mine.visible(element))
        .slice(0, 60).map((element) => squeeze(element.innerText)),
      fields, controls, groups,
      rows: rows.map(({ element, ...row }) => row),
      forms: forms.map((form) => ({
        method: form.tagName === 'FORM' && !isForScripts(form)
          ? String(form.getAttribute('method') || 'get').toLowerCase() : '',
        is_real: form.tagName === 'FORM', in_dialog: Boolean(form.closest && form.closest(DIALOG)),
        text: squeeze(form.innerText).slice(0, 200),
      })),
      dialogs: all(DIALOG).filter((element) => mine.visible(element)).map((element) => squeeze(element.innerText).slice(0, 200)),
      broken_images: all('img').filter((image) => image.complete && image.src && !image.naturalWidth && mine.visible(image)).map((image) => image.getAttribute('src').slice(0, 200)),
      codes: all('code,pre,samp,kbd').filter((element) => mine.visible(element)).slice(0, 60)
        .map((element) => squeeze(element.innerText)),
      frames: frames.map((frame) => ({ name: frameName(frame), css: css(frame) })),
      focus: focus && focus !== document.body ? store.seen.indexOf(focus) : -1,
      focus_is_field: Boolean(focus && focus.matches && focus.matches(FIELD)),
      elements: document.getElementsByTagName('*').length,
      fits_any_width: Boolean(document.querySelector('meta[name=viewport]')),
    };
  }

  // Controls that a user cannot reach, and why.
  const unreachable = (refs) => refs
    .filter((ref) => store.seen[ref] && store.seen[ref].isConnected && mine.visible(store.seen[ref]))
    .map((ref) => ({ ref, why: scriptOf(store.seen[ref]).blocked(store.seen[ref]) }))
    .filter(({ why }) => why);

  function findText(text) {
    const found = all('*').filter((element) => squeeze(element.innerText) === text && mine.visible(element));
    return found.length ? note(found[found.length - 1]) : -1;
  }

  store.findText = findText;
  store.survey = survey;
  store.unreachable = unreachable;
  window.__bugsweepExplore = store;
})();
