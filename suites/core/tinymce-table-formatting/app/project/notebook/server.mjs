// Serves the notebook and its editor; the notes live in one file.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRODUCT = fileURLToPath(new URL('..', import.meta.url));
const NOTEBOOK = resolve(PRODUCT, 'notebook');
const STORE = '/srv/state/notes.json';
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };

const load = async () => JSON.parse(await readFile(STORE, 'utf8'));

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function keep(request, number) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const notes = await load();
  if (!notes[number]) return false;
  notes[number].html = JSON.parse(Buffer.concat(chunks).toString()).html;
  await writeFile(`${STORE}.new`, JSON.stringify(notes, null, 2));
  await rename(`${STORE}.new`, STORE);
  return true;
}

async function page(response, path) {
  // The editor asks for its parts beside itself, at /editor.
  const wanted = path === '/' ? '/notebook/index.html' : path.replace(/^\/editor\//, '/');
  const file = resolve(PRODUCT, `.${wanted}`);
  const isOurs = file.startsWith(`${NOTEBOOK}/`) && !file.endsWith('.mjs');
  const isTheirs = path.startsWith('/editor/') && file.startsWith(PRODUCT);
  if (!isOurs && !isTheirs) return answer(response, 404, '{}');
  return answer(response, 200, await readFile(file), TYPES[extname(file)] ?? 'text/plain');
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://notebook');
  const number = pathname.match(/^\/api\/notes\/(\d+)$/)?.[1];
  try {
    if (number && request.method === 'PUT') {
      answer(response, (await keep(request, Number(number))) ? 200 : 404, '{}');
    } else if (pathname === '/api/notes') answer(response, 200, JSON.stringify(await load()));
    else await page(response, decodeURIComponent(pathname));
  } catch (error) {
    console.error(error);
    answer(response, error.code === 'ENOENT' ? 404 : 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
