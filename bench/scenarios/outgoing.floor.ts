// Posts the same number of bytes as Parley after each NOTIFY, on a new connection.
import { request } from 'node:http';
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

/** About as long as the payload of a direct message. */
const BODY = JSON.stringify({ data: 'x'.repeat(1200) });

const client = new pg.Client(JSON.parse(process.env['CONNECTION'] ?? '{}') as pg.ClientConfig);
await client.connect();
await client.query('LISTEN bench_posts');
client.on('notification', () => {
  const outgoing = request(process.env['RECEIVER']!, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(BODY) },
  });
  outgoing.on('response', (response) => response.resume());
  outgoing.end(BODY);
});

serveFloor((_request, response) => response.end());
