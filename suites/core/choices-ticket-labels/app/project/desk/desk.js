const LIMIT = 3;
const LABELS = {
  brakes: 'Brakes',
  wheels: 'Wheels',
  gears: 'Gears',
  lights: 'Lights',
  frame: 'Frame',
  urgent: 'Urgent',
};

const form = document.querySelector('#ticket');
const title = document.querySelector('#form-title');
const said = document.querySelector('#said');
const chooser = new Choices('#labels', {
  choices: Object.entries(LABELS).map(([value, label]) => ({ value, label })),
  maxItemCount: LIMIT,
  maxItemText: (most) => `A ticket can have ${most} labels`,
  placeholderValue: 'Add a label',
  removeItemButton: true,
  removeItemLabelText: (value) => `Remove label ${LABELS[value]}`,
  shouldSort: false,
});
let edited = null;

async function call(method, path, ticket) {
  const response = await fetch(`/api/tickets${path}`, {
    method,
    body: ticket && JSON.stringify(ticket),
  });
  return response.json();
}

function cell(...content) {
  const td = document.createElement('td');
  td.append(...content);
  return td;
}

function row(ticket) {
  const tr = document.createElement('tr');
  const labels = ticket.labels.map((label) => LABELS[label]).join(', ');
  const edit = Object.assign(document.createElement('button'), {
    textContent: 'Edit',
    onclick: () => open(ticket),
  });
  tr.append(cell(`${ticket.id}`), cell(ticket.customer), cell(ticket.subject), cell(labels), cell(edit));
  return tr;
}

const show = (tickets) => document.querySelector('#tickets').replaceChildren(...tickets.map(row));

function open(ticket) {
  edited = ticket;
  title.textContent = ticket ? `Ticket ${ticket.id}` : 'New ticket';
  form.elements.customer.value = ticket?.customer ?? '';
  form.elements.subject.value = ticket?.subject ?? '';
  chooser.removeActiveItems();
  chooser.setChoiceByValue(ticket?.labels ?? []);
  said.textContent = '';
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const ticket = {
    customer: form.elements.customer.value,
    subject: form.elements.subject.value,
    labels: chooser.getValue(true),
  };
  show(await (edited ? call('PUT', `/${edited.id}`, ticket) : call('POST', '', ticket)));
  open(null);
  said.textContent = 'Ticket saved';
});
document.querySelector('#cancel').addEventListener('click', () => open(null));

call('GET', '').then(show);
