// Serves the desk and the library it stands on; the tickets live in one file.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRODUCT = fileURLToPath(new URL('..', import.meta.url));
const SERVED = ['desk', 'public'].map((folder) => resolve(PRODUCT, folder));
const STORE = '/srv/state/tickets.json';
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };

const load = async () => JSON.parse(await readFile(STORE, 'utf8'));

async function save(tickets) {
  await writeFile(`${STORE}.new`, JSON.stringify(tickets, null, 2));
  await rename(`${STORE}.new`, STORE);
}

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { customer, subject, labels } = JSON.parse(Buffer.concat(chunks).toString());
  return { customer, subject, labels };
}

async function api(request, response, id) {
  const tickets = await load();
  if (request.method === 'POST') {
    tickets.push({ id: tickets.length + 1, ...(await body(request)) });
    await save(tickets);
  } else if (request.method === 'PUT') {
    const at = tickets.findIndex((ticket) => ticket.id === id);
    if (at < 0) return answer(response, 404, '{}');
    tickets[at] = { id, ...(await body(request)) };
    await save(tickets);
  }
  return answer(response, 200, JSON.stringify(tickets));
}

async function page(response, path) {
  const file = resolve(PRODUCT, `.${path === '/' ? '/desk/index.html' : path}`);
  if (!SERVED.some((folder) => file.startsWith(`${folder}/`))) return answer(response, 404, '{}');
  return answer(response, 200, await readFile(file), TYPES[extname(file)] ?? 'text/plain');
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://desk');
  const [, ticket] = pathname.match(/^\/api\/tickets(?:\/(\d+))?$/) ?? [null, null];
  try {
    if (pathname.startsWith('/api/')) await api(request, response, Number(ticket));
    else await page(response, decodeURIComponent(pathname));
  } catch (error) {
    console.error(error);
    answer(response, error.code === 'ENOENT' ? 404 : 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
