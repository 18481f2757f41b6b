import { createForm } from '../dist/index.es.js';
import '../dist/assets/form-js.css';
import './claims.css';
import schema from './schema.js';

const container = document.querySelector('#form');

function cell(text) {
  return Object.assign(document.createElement('td'), { textContent: text });
}

function row({ employee, trip, expenses }) {
  const tr = document.createElement('tr');
  const lines = expenses.map(({ what, amount }) => `${what}: ${amount}`).join(', ');
  const total = expenses.reduce((sum, { amount }) => sum + Number(amount), 0);
  tr.append(cell(employee), cell(trip), cell(lines), cell(`${total}`));
  return tr;
}

function show(claims) {
  document.querySelector('#claims').replaceChildren(...claims.map(row));
}

async function begin() {
  // Every key counts at once: who types fast and clicks on must not lose a word.
  const form = await createForm({ container, data: {}, debounce: false, schema });
  form.on('submit', async ({ data, errors }) => {
    if (Object.keys(errors).length) return;
    const response = await fetch('/api/claims', { method: 'POST', body: JSON.stringify(data) });
    show(await response.json());
    form.destroy();
    await begin();
  });
}

show(await (await fetch('/api/claims')).json());
await begin();
