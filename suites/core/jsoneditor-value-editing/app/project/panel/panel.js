const KINDS = { boolean: 'yes or no', number: 'number', string: 'text' };
const said = document.querySelector('#said');
const editor = new JSONEditor(document.querySelector('#editor'), {
  enableSort: false,
  enableTransform: false,
  mainMenuBar: true,
  mode: 'tree',
  name: 'settings',
});

// The leaves of the settings, as [path, value].
function* leaves(value, path) {
  if (value === null || typeof value !== 'object') yield [path.join(' / '), value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

function row([path, value]) {
  const tr = document.createElement('tr');
  const kind = value === null ? 'nothing' : KINDS[typeof value];
  for (const text of [path, String(value), kind]) {
    tr.append(Object.assign(document.createElement('td'), { textContent: text }));
  }
  return tr;
}

function show(settings) {
  document.querySelector('#sent').replaceChildren(...[...leaves(settings, [])].map(row));
}

async function load() {
  const settings = await (await fetch('/api/settings')).json();
  editor.set(settings);
  editor.expandAll();
  show(settings);
}

document.querySelector('#save').addEventListener('click', async () => {
  const response = await fetch('/api/settings', { method: 'PUT', body: JSON.stringify(editor.get()) });
  show(await response.json());
  said.textContent = 'Settings sent';
});

load();
