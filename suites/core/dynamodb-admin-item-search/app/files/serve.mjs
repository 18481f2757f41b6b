// The database and its admin pages, in one process.
import { installed, openDatabase } from './database.mjs';

await openDatabase();
const { createServer } = installed('/workspace/product/lib/backend.js');
createServer().listen(13200, '127.0.0.1');
