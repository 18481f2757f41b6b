// Serves the price list and the table library; the prices live in one file.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRODUCT = fileURLToPath(new URL('..', import.meta.url));
const SERVED = ['shop', 'dist'].map((folder) => resolve(PRODUCT, folder));
const STORE = '/srv/state/prices.json';
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };
const FIELDS = ['product', 'grower', 'unit', 'price'];

const load = async () => JSON.parse(await readFile(STORE, 'utf8'));

async function save(prices) {
  await writeFile(`${STORE}.new`, JSON.stringify(prices, null, 2));
  await rename(`${STORE}.new`, STORE);
}

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function change(request, id) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const values = JSON.parse(Buffer.concat(chunks).toString());
  const prices = await load();
  const price = prices.find((row) => row.id === id);
  if (!price) return false;
  for (const field of FIELDS) price[field] = String(values[field] ?? price[field]);
  await save(prices);
  return true;
}

async function page(response, path) {
  const file = resolve(PRODUCT, `.${path === '/' ? '/shop/index.html' : path}`);
  if (!SERVED.some((folder) => file.startsWith(`${folder}/`))) return answer(response, 404, '{}');
  return answer(response, 200, await readFile(file), TYPES[extname(file)] ?? 'text/plain');
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://shop');
  const id = Number(pathname.match(/^\/api\/prices\/(\d+)$/)?.[1]);
  try {
    if (id && request.method === 'PATCH') {
      answer(response, (await change(request, id)) ? 200 : 404, '{}');
    } else if (pathname === '/api/prices') answer(response, 200, JSON.stringify(await load()));
    else await page(response, decodeURIComponent(pathname));
  } catch (error) {
    console.error(error);
    answer(response, error.code === 'ENOENT' ? 404 : 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
