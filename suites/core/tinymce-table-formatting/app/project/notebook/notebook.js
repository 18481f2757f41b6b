const INDENT_PX = 40;
const said = document.querySelector('#said');
const saved = document.querySelector('#saved');
let notes = [];
let current = 0;

// How deep a block of the saved note is indented, by its own style and those around it.
function depth(block) {
  let indent = 0;
  for (let at = block; at !== saved; at = at.parentElement) {
    const style = getComputedStyle(at);
    indent += parseFloat(style.paddingLeft) + parseFloat(style.marginLeft);
  }
  return Math.floor(indent / INDENT_PX);
}

function blockText(block) {
  const inner = block.querySelector('p, li') ?? block;
  return `${'> '.repeat(depth(inner))}${block.textContent.trim()}`;
}

function mailLines() {
  const lines = [...saved.querySelectorAll('tr, p, li')].filter(
    (block) => !block.parentElement.closest('tr, li'));
  return lines.map((line) =>
    line.matches('tr') ? [...line.cells].map(blockText).join(' | ') : blockText(line));
}

function showMail() {
  saved.innerHTML = notes[current].html;
  document.querySelector('#mail').replaceChildren(...mailLines().map((line) =>
    Object.assign(document.createElement('li'), { textContent: line })));
}

function open(number) {
  current = number;
  document.querySelector('#note-title').textContent =
    `${notes[number].title}, by ${notes[number].author}`;
  tinymce.get('note').setContent(notes[number].html);
  said.textContent = '';
  showMail();
}

document.querySelector('#save').addEventListener('click', async () => {
  notes[current].html = tinymce.get('note').getContent();
  const response = await fetch(`/api/notes/${current}`, {
    method: 'PUT',
    body: JSON.stringify({ html: notes[current].html }),
  });
  said.textContent = response.ok ? 'Note saved' : 'Note not saved';
  showMail();
});

async function begin() {
  await tinymce.init({
    branding: false,
    height: 460,
    license_key: 'gpl',
    menubar: 'edit format table',
    plugins: 'lists table',
    promotion: false,
    selector: '#note',
    suffix: '',
    toolbar: 'undo redo | bold italic | outdent indent | bullist numlist',
  });
  notes = await (await fetch('/api/notes')).json();
  document.querySelector('nav').replaceChildren(...notes.map((note, number) =>
    Object.assign(document.createElement('button'), {
      textContent: note.title,
      onclick: () => open(number),
    })));
  open(0);
}

begin();
