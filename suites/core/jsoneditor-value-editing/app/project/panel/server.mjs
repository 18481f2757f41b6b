// Serves the settings panel and its editor; the settings are one file.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRODUCT = fileURLToPath(new URL('..', import.meta.url));
const SERVED = ['panel', 'dist'].map((folder) => resolve(PRODUCT, folder));
const STORE = '/srv/state/settings.json';
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function keep(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const settings = JSON.parse(Buffer.concat(chunks).toString());
  await writeFile(`${STORE}.new`, JSON.stringify(settings, null, 2));
  await rename(`${STORE}.new`, STORE);
}

async function page(response, path) {
  const file = resolve(PRODUCT, `.${path === '/' ? '/panel/index.html' : path}`);
  if (!SERVED.some((folder) => file.startsWith(`${folder}/`))) return answer(response, 404, '{}');
  return answer(response, 200, await readFile(file), TYPES[extname(file)] ?? 'text/plain');
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://panel');
  try {
    if (pathname === '/api/settings') {
      if (request.method === 'PUT') await keep(request);
      answer(response, 200, await readFile(STORE));
    } else await page(response, decodeURIComponent(pathname));
  } catch (error) {
    console.error(error);
    answer(response, error.code === 'ENOENT' ? 404 : 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
