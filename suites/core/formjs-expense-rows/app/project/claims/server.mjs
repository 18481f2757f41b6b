// Bundles the page once and serves it; the claims live in one file.
import { build } from 'esbuild';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const STORE = '/srv/state/claims.json';
const TYPES = { css: 'text/css', html: 'text/html', js: 'text/javascript' };
const place = (name) => fileURLToPath(new URL(name, import.meta.url));

const bundle = await build({
  bundle: true,
  entryPoints: [place('claims.js')],
  format: 'esm',
  outdir: '/bundle',
  write: false,
});
const FILES = { '/': await readFile(place('index.html')) };
for (const file of bundle.outputFiles) FILES[file.path.replace('/bundle', '')] = file.contents;

function answer(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function add(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { employee, trip, expenses = [] } = JSON.parse(Buffer.concat(chunks).toString());
  const claims = JSON.parse(await readFile(STORE, 'utf8'));
  claims.push({ employee, trip, expenses });
  await writeFile(`${STORE}.new`, JSON.stringify(claims, null, 2));
  await rename(`${STORE}.new`, STORE);
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://claims');
  try {
    if (pathname === '/api/claims') {
      if (request.method === 'POST') await add(request);
      answer(response, 200, await readFile(STORE));
    } else if (FILES[pathname]) {
      answer(response, 200, FILES[pathname], TYPES[pathname.split('.')[1] ?? 'html']);
    } else answer(response, 404, '{}');
  } catch (error) {
    console.error(error);
    answer(response, 500, '{}');
  }
});

server.listen(13200, '127.0.0.1');
