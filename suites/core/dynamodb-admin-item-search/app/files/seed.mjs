// The loans and the shelves of a tool library.
import { installed, openDatabase } from './database.mjs';

const LOANS = [
  ['L-2041', 'Amina Yusuf', 'Hedge trimmer', 'collected', 3],
  ['L-2042', 'Bo Lindgren', 'Tile cutter', 'reserved', 5],
  ['L-2043', 'Carmen Diaz', 'Pressure washer', 'collected', 1],
  ['L-2044', 'Amina Yusuf', 'Wallpaper steamer', 'returned', 7],
  ['L-2045', 'Dov Amsel', 'Tile cutter', 'reserved', 2],
].map(([id, member, tool, state, days]) => ({
  'loan-id': id,
  'member.name': member,
  tool,
  state,
  days,
}));
const SHELVES = [
  { shelf: 'A1', holds: 'Drills' },
  { shelf: 'B4', holds: 'Garden' },
];

const database = await openDatabase();
const { DynamoDB } = installed('aws-sdk');
const client = new DynamoDB({ endpoint: process.env.DYNAMO_ENDPOINT });
const documents = new DynamoDB.DocumentClient({ service: client });

async function fill(table, key, items) {
  await client.createTable({
    TableName: table,
    AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
  }).promise();
  await client.waitFor('tableExists', { TableName: table, $waiter: { delay: 0.1 } }).promise();
  for (const item of items) await documents.put({ TableName: table, Item: item }).promise();
}

await fill('loans', 'loan-id', LOANS);
await fill('shelves', 'shelf', SHELVES);
database.close(() => process.exit(0));
