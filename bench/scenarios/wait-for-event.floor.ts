// Parks requests, and answers all of them with the same bytes after a NOTIFY.
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const parked: ServerResponse[] = [];
let answer = '{}';

const client = new pg.Client(JSON.parse(process.env['CONNECTION'] ?? '{}') as pg.ClientConfig);
await client.connect();
await client.query('LISTEN bench_answers');
client.on('notification', () => {
  for (const response of parked.splice(0)) {
    response.setHeader('Content-Type', 'application/json');
    response.end(answer);
  }
});

serveFloor((request, response) => {
  if (request.method === 'GET') {
    parked.push(response);
    return;
  }
  let form = '';
  request.on('data', (chunk: Buffer) => {
    form += chunk.toString();
  });
  request.on('end', () => {
    answer = Buffer.from(new URLSearchParams(form).get('body') ?? '', 'base64').toString();
    response.end('{}');
  });
});
