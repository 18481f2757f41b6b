// Serves the cabinet, its viewer and the scanned slides; the readings live in one file.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRODUCT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = {
  '/build/': resolve(PRODUCT, 'build'),
  '/cabinet/': resolve(PRODUCT, 'cabinet'),
  '/slides/': '/srv/state/slides',
};
const STORE = '/srv/state/readings.json';
const TYPES = {
  '.css': 'text/css',
  '.dzi': 'application/xml',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
};

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function add(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { slide, view, stain } = JSON.parse(Buffer.concat(chunks).toString());
  const readings = JSON.parse(await readFile(STORE, 'utf8'));
  readings.push({ slide, view, stain });
  await writeFile(`${STORE}.new`, JSON.stringify(readings, null, 2));
  await rename(`${STORE}.new`, STORE);
}

async function page(response, path) {
  const wanted = path === '/' ? '/cabinet/index.html' : path;
  const prefix = Object.keys(FOLDERS).find((start) => wanted.startsWith(start));
  const folder = FOLDERS[prefix];
  const file = folder && resolve(folder, wanted.slice(prefix.length));
  if (!file?.startsWith(`${folder}/`)) return answer(response, 404, '{}');
  return answer(response, 200, await readFile(file), TYPES[extname(file)] ?? 'text/plain');
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://cabinet');
  try {
    if (pathname === '/api/readings') {
      if (request.method === 'POST') await add(request);
      answer(response, 200, await readFile(STORE));
    } else await page(response, decodeURIComponent(pathname));
  } catch (error) {
    console.error(error);
    answer(response, error.code === 'ENOENT' ? 404 : 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
