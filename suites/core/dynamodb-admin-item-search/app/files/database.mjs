// A local database that speaks DynamoDB's protocol and keeps its tables on disk.
import { createRequire } from 'node:module';
import { once } from 'node:events';

export const installed = createRequire('/opt/app/');

export async function openDatabase() {
  const dynalite = installed('dynalite');
  const server = dynalite({ path: '/srv/state/tables', createTableMs: 0, deleteTableMs: 0 });
  server.listen(8000, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
