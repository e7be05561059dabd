// Starts the built server with the Node that runs this file, holds a short conversation with it, and stops
// it: log in, register, send, receive the event, and leave in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIMIT_MS = 60_000;
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

const directory = await mkdtemp(join(tmpdir(), 'parley-conversation-'));
const server = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js', 'all'], {
  env: {
    PATH: process.env.PATH,
    DATA_DIR: directory,
    PORT: '0',
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
const limit = setTimeout(() => {
  console.error(`No end within ${LIMIT_MS / 1000} s on Node ${process.version}`);
  server.kill('SIGKILL');
  process.exit(1);
}, LIMIT_MS);

let output = '';
await new Promise((resolve, reject) => {
  server.stdout.on('data', (chunk) => {
    output += chunk;
    if (/ is ready on .*\n/.test(output)) resolve();
  });
  ended.then(([code]) => reject(new Error(`The server ended with ${code}: ${output}`)), reject);
});
const [, site] = / is ready on (\S+)/.exec(output);

async function call(method, path, fields, credentials) {
  const form = new URLSearchParams(fields);
  const isGet = method === 'GET';
  const response = await fetch(`${site}/api/v1/${path}${isGet ? `?${form}` : ''}`, {
    method,
    headers: credentials && { Authorization: `Basic ${btoa(credentials)}` },
    ...(isGet ? {} : { body: form }),
  });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

try {
  const { email, password } = OWNER;
  const { api_key: key } = await call('POST', 'fetch_api_key', { username: email, password });
  const me = `${email}:${key}`;
  const { queue_id: queue, last_event_id: last } = await call(
    'POST',
    'register',
    { event_types: '["message"]' },
    me,
  );
  const poll = call('GET', 'events', { queue_id: queue, last_event_id: last }, me);
  const { id } = await call(
    'POST',
    'messages',
    { type: 'channel', to: 'general', topic: 'greetings', content: 'Hello, **world**' },
    me,
  );
  const { events } = await poll;
  if (events[0]?.message?.id !== id)
    throw new Error(`Unexpected events: ${JSON.stringify(events)}`);
  server.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`The server ended with ${code}`);
  console.log(`A conversation on Node ${process.version}: ok`);
} finally {
  clearTimeout(limit);
  server.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
}
