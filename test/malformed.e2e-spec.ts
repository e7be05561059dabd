// Malformed requests to every route of the server. Each gets an error envelope or a documented success,
// never an internal error or no response, and requests that fail change nothing.
import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Database } from '#platform/database/database.js';
import { registeredRoutes } from '#platform/http/routes.js';
import { ownTestApp } from './app.js';
import { type Answer, basic, type Client } from './client.js';
import {
  assertResponseMatches,
  type DocumentedOperation,
  documentedOperations,
} from './contract.js';
import { createUser } from './factories.js';
import { createScene } from './scene.js';

interface Malformed {
  /** Of a path template's operation; others are written out. */
  method: string;
  path: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  as?: Client;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Each parameter gets every n-th value, with a different offset. */
const STRIDE = 4;

/** Valid forms that change nothing. */
const HARMLESS: Record<string, string> = {
  'send-message': 'type=channel&to=no-such-channel&topic=a&content=a',
  'update-message-flags': 'messages=[2147483647]&op=add&flag=read',
  subscribe: 'subscriptions=[]',
  unsubscribe: 'subscriptions=[]',
  'delete-queue': 'queue_id=none',
  'fetch-api-key': 'username=unknown&password=nothing',
  'register-queue': 'fetch_event_types=[]',
};

const REQUIRED_IN_QUERY: Record<string, string> = {
  'get-events': 'queue_id=none&last_event_id=1',
  'get-messages': 'anchor=newest&num_before=1&num_after=1',
  'get-stream-id': 'stream=none',
};

/** Short values, separated by white space. */
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Encoded texts that no parameter can have. */
const NEVER_TEXT = words(`
  %00 a%00b %FF %C0%80 %ED%A0%80 %ED%B0%80 %F5%80%80%80 %E2%82 % %4 %zz a%
`);

const deep = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

/** Five megabytes in few bytes. */
const BOMB = gzipSync(Buffer.alloc(5_000_000, 'a'));

/** Some of these are valid for some parameters. */
const DOUBTFUL_JSON = [
  '',
  ' ',
  ...words(String.raw`
    x undefined NaN Infinity -Infinity 'a' tru True None - --1 +1 0x10 01 1_000 1.5 1e3 1.0
    { [ [1 {"a": " "a [1,] {}x
    -1 -0 2147483648 -2147483649 9007199254740993 9223372036854775808
    [9007199254740993] [-1] [2147483648] [1.5] [true] [null] [[1]] [[]] [{}] [{"a":[]}]
    null true false 0 1 "" "a" [] {} ["a",1] ["a","a"] [1,1] {"a":{"b":{}}} {"a":1,"a":2}
    "\u0000" ["\u0000"] {"\u0000":1} [{"name":"\u0000"}] {"a":["\u0000"]}
    "\ud800" ["\udc00"] "\udc00\ud800" [{"name":"\ud83d"}] "\u12" "\x"
    {"__proto__":{"a":1}} {"constructor":1} [{"__proto__":{"name":"a"}}]
    {"direct_members":1} {"direct_members":[-1],"direct_subgroups":["a"]} {"new":1}
    [["channel"]] [["channel",null]] [["channel",2147483648]] [["is","everything"]] [["near",{}]]
    [["id",-1]] [["dm",[]]] [["dm",[2147483648]]] [{"operator":"channel"}]
    [{"operator":"id","operand":99999999999999}] [{"operator":"sender","operand":[1]}]
  `),
  '1'.repeat(400),
  deep('[', ']', 65),
  deep('{"a":', '}', 65),
  '['.repeat(2000),
  '{"a":'.repeat(1500),
  deep('[', ']', 2000),
];

const DOUBTFUL_TEXT = [
  '',
  ' ',
  '\t\n',
  '\u0001\u001b[31m',
  '\u202eabc',
  '\ufeff',
  '\uffff',
  '\u{1f99c}',
  '\u{10ffff}',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  ...words(String.raw`
    __proto__ constructor null undefined -1 0 2147483648 9223372036854775808 1e400 \ % %_ $1
    {{7*7}} ../../etc "quoted" [] {} a@b @ user1@ , ,,, a,b, <script>
  `),
  'x'.repeat(4000),
  '\u{1f99c}'.repeat(1000),
];

const DOUBTFUL_PATH = [
  ...NEVER_TEXT,
  ...words(`
    -1 0 2147483648 9223372036854775808 1.5 1e3 0x1 +1 %20 %2F a%2Fb ..%2F..%2Fetc %2e%2e .
    null __proto__ constructor %27%20OR%201=1 %F0%9F%A6%9C %E2%80%AE @ a@b ; * $
  `),
  '9'.repeat(30),
  'a'.repeat(5000),
];
const parley = await ownTestApp();
const { realm, owner } = await createScene(parley);

let before = await rowCounts();
let sent = 0;

async function rowCounts(): Promise<Record<string, number>> {
  const database = parley.app.get(Database);
  const tables = await database.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${name}`);
    counts[name] = row!.n;
  }
  return counts;
}

/** Describes what is wrong with the response; undefined if it is valid. */
function problemOf({ method, path }: Malformed, { status, body }: Answer): string | undefined {
  const [bare = ''] = path.split('?');
  if (status >= 500 || status < 200) return `answered ${status}`;
  if (body['result'] !== (status === 200 ? 'success' : 'error')) return `without envelope`;
  if (String(body['msg']).includes('cannot be stored')) return 'reached the database';
  try {
    assertResponseMatches(method, bare, status, body);
    return undefined;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}

/** Sends all requests, in small groups, and returns the problems of the responses. */
async function problems(requests: Malformed[]): Promise<string[]> {
  const found: string[] = [];
  const attempt = async (request: Malformed): Promise<void> => {
    const { method, path, body, headers, as = owner.client } = request;
    const shown = `${method} ${path.slice(0, 100)} ${String(body).slice(0, 100)}`;
    try {
      const answer = await as.raw(method, path, {
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      });
      const problem = problemOf(request, answer);
      if (problem !== undefined) found.push(`${shown}: ${problem}`);
      await endQueue(answer);
    } catch (error) {
      found.push(`${shown}: ${String(error)}`);
    }
  };
  for (let i = 0; i < requests.length; i += 8) {
    await Promise.all(requests.slice(i, i + 8).map(attempt));
  }
  sent += requests.length;
  return found;
}

/** Deletes the queue of a successful registration. */
async function endQueue({ body }: Answer): Promise<void> {
  const { result, queue_id: queueId, last_event_id: last } = body;
  if (result !== 'success' || last === undefined) return;
  await owner.client.expect('DELETE', 'events', { queue_id: queueId });
}

function fill(path: string, value = '2147483647'): string {
  return path.replaceAll(/\{\w+\}/g, value);
}

function isOurs({ path }: DocumentedOperation): boolean {
  return path.startsWith('/api/v1/');
}

/** The request with this text for one parameter, and valid values for the others. */
function withParameter(operation: DocumentedOperation, name: string, encoded: string): Malformed {
  const { method, path, operationId } = operation;
  const field = `${name}=${encoded}`;
  const others = (method === 'GET' ? REQUIRED_IN_QUERY : HARMLESS)[operationId] ?? '';
  const rest = others.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  const fields = [...rest, field].join('&');
  return method === 'GET'
    ? { method, path: `${fill(path)}?${fields}` }
    : { method, path: fill(path), body: fields, headers: FORM };
}

const operations = documentedOperations()
  .filter(isOurs)
  .map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

describe.each(operations)('$name', ({ operation }) => {
  const { method, path, operationId } = operation;
  const named = operation.parameters.filter((parameter) => parameter.in !== 'path');

  it('refuses texts that no parameter can have', async () => {
    const names = [
      ...named.flatMap(({ name, aliases }) => [name, ...aliases]),
      'unknown',
      'client',
    ];
    const requests = names.flatMap((name) =>
      NEVER_TEXT.map((text) => withParameter(operation, name, text)),
    );
    expect(await problems(requests)).toEqual([]);
  });

  it('refuses values of the wrong kind', async () => {
    if (method !== 'GET' && HARMLESS[operationId] === undefined) return;
    const requests = named.flatMap(({ name, json }, index) =>
      (json ? DOUBTFUL_JSON : DOUBTFUL_TEXT)
        .filter((_, position) => position % STRIDE === index % STRIDE)
        .map((text) => withParameter(operation, name, encodeURIComponent(text))),
    );
    expect(await problems(requests)).toEqual([]);
  });

  it('refuses path segments that do not exist', async () => {
    if (!path.includes('{')) return;
    const requests = DOUBTFUL_PATH.map((part) => ({ method, path: fill(path, part) }));
    expect(await problems(requests)).toEqual([]);
  });

  it('refuses broken query strings', async () => {
    const queries = ['%', '%=a', '=%00', '%00=a', '%FF', 'a=%ED%A0%80', 'a&'.repeat(1500)];
    const requests = queries.map((query) => ({ method, path: `${fill(path)}?${query}` }));
    expect(await problems(requests)).toEqual([]);
  });

  it('refuses bodies that are not forms', async () => {
    if (method === 'GET') return;
    const multipart = { 'Content-Type': 'multipart/form-data; boundary=edge' };
    const part = (disposition: string, value: string): string =>
      `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
    const bodies: [Record<string, string>, string | Buffer][] = [
      [{ 'Content-Type': 'application/json' }, '{"a":1}'],
      [{ 'Content-Type': 'text/plain' }, 'a=1'],
      [{ 'Content-Type': ';;' }, 'a=1'],
      [{}, 'a=1'],
      [{ ...FORM, 'Content-Encoding': 'gzip' }, 'a=1'],
      [{ ...FORM, 'Content-Encoding': 'gzip' }, BOMB],
      [{ ...FORM, 'Content-Encoding': 'unknown' }, 'a=1'],
      [FORM, Buffer.from([0x61, 0x3d, 0xff, 0xfe])],
      [FORM, 'a=\0'],
      [FORM, `a=${'a'.repeat(2_000_000)}`],
      [FORM, 'a=1&'.repeat(1500)],
      [{ 'Content-Type': 'multipart/form-data' }, 'a'],
      [{ 'Content-Type': 'multipart/mixed; boundary=edge' }, '--edge--'],
      [multipart, '--edge\r\n'],
      [multipart, part('name="a"', '1')],
      [multipart, `${part('name="a"', '1\0')}--edge--\r\n`],
      [multipart, `${part('name="a"; filename="a"', '1')}--edge--\r\n`],
      [multipart, `${part('x="a"', '1')}--edge--\r\n`],
      [multipart, `${part(`name="${'a'.repeat(5000)}"`, '1')}--edge--\r\n`],
      [multipart, `${part('name="a"', '1').repeat(1500)}--edge--\r\n`],
    ];
    const requests = bodies.map(([headers, body]) => ({
      method,
      path: fill(path),
      headers,
      body,
    }));
    expect(await problems(requests)).toEqual([]);
  });
});

it('a method that a route does not have is refused with the allowed ones', async () => {
  const routes = registeredRoutes(parley.app).filter((route) => route.path.startsWith('/api/v1/'));
  const paths = new Set(routes.map(({ path: template }) => template));
  const requests = [...paths].flatMap((template) =>
    ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'QUERY', 'TRACE']
      .filter((method) => !routes.some((one) => one.path === template && one.method === method))
      .map((method) => ({ method, path: template.replaceAll(/:\w+/g, '1') })),
  );
  expect(requests.length).toBeGreaterThan(paths.size);
  expect(await problems(requests)).toEqual([]);
});

it('a form cannot override the method with an unknown or unsupported one', async () => {
  const overrides = ['', 'GET', 'patch', 'FOO', 'HEAD', 'OPTIONS', 'CONNECT', 'PUT', '%00', '[]'];
  const requests = operations
    .filter(({ operation }) => operation.method === 'POST')
    .flatMap(({ operation: { path } }) =>
      overrides.map((method) => ({
        method: 'POST',
        path: fill(path),
        body: `method=${method}`,
        headers: FORM,
      })),
    );
  expect(await problems(requests)).toEqual([]);
});

it('malformed credentials are refused', async () => {
  const { email, apiKey } = owner;
  const member = await createUser(parley, realm);
  before = await rowCounts();
  const headers = [
    '',
    ' ',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic YQ==',
    'Basic Og==',
    'Basic %00',
    'Basic a b c',
    'basic',
    'Bearer x',
    'Digest username=a',
    'Negotiate',
    '\\',
    `Basic ${'A'.repeat(10_000)}`,
    ...[
      { email, apiKey: '' },
      { email: '', apiKey },
      { email, apiKey: `${apiKey}x` },
      { email, apiKey: apiKey.slice(1) },
      { email: member.email, apiKey },
      { email: `${email}\0`, apiKey },
      { email: `${email}:`, apiKey },
      { email: 'notification-bot@zulip.com', apiKey },
      { email: "' OR 1=1 --", apiKey },
      { email: '\u{1f99c}', apiKey: '\u{1f99c}'.repeat(32) },
    ].map(basic),
    `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`,
  ];
  const requests = headers.map((Authorization) => ({
    method: 'GET',
    path: '/api/v1/streams',
    headers: { Authorization },
    as: realm.anonymous,
  }));
  expect(await problems(requests)).toEqual([]);
  for (const { headers: credentials } of requests) {
    const { status } = await realm.anonymous.raw('GET', '/api/v1/streams', {
      headers: credentials,
    });
    expect([400, 401]).toContain(status);
  }
});

it('the last of repeated parameters counts, and aliases exclude each other', async () => {
  const twice = await owner.client.raw('GET', '/api/v1/streams?include_all=x&include_all=true');
  expect(twice.status).toBe(200);
  const wrong = await owner.client.raw('GET', '/api/v1/streams?include_all=true&include_all=x');
  expect(wrong.body).toMatchObject({ code: 'BAD_REQUEST' });
  const both = await owner.client.raw('POST', '/api/v1/messages', {
    headers: FORM,
    body: 'type=channel&to=a&content=a&topic=a&subject=a',
  });
  expect(both.body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR' });
  sent += 3;
});

describe('invalid requests', () => {
  const head = (line: string, ...headers: string[]): string =>
    [line, `Host: ${realm.host}`, 'Connection: close', authorization(), ...headers, '', ''].join(
      '\r\n',
    );
  const authorization = (): string => `Authorization: ${basic(owner)}`;
  const GET = 'GET /api/v1/streams HTTP/1.1';
  const POST = 'POST /api/v1/users/me/subscriptions HTTP/1.1';
  const TYPE = 'Content-Type: application/x-www-form-urlencoded';

  it.each<[string, () => (string | Buffer)[]]>([
    ['an unknown method', () => [head('FOO /api/v1/streams HTTP/1.1')]],
    ['a method in lower case', () => [head('get /api/v1/streams HTTP/1.1')]],
    ['CONNECT', () => [head('CONNECT example.com:443 HTTP/1.1')]],
    [
      'a path with bytes that are not UTF-8',
      () => ['GET /api/v1/users/', Buffer.from([0xff, 0xfe]), head(' HTTP/1.1')],
    ],
    [
      'a query with bytes that are not UTF-8',
      () => ['GET /api/v1/streams?include_all=', Buffer.from([0xc3, 0x28]), head(' HTTP/1.1')],
    ],
    ['a flood of headers', () => [head(GET, 'X-Flood: a\r\n'.repeat(10_000).trim())]],
    ['a long header', () => [head(GET, `X-Long: ${'a'.repeat(100_000)}`)]],
    ['a long path', () => [head(`GET /api/v1/${'a'.repeat(100_000)} HTTP/1.1`)]],
    ['a header with a control character', () => [head(GET, 'X-Bad: a\u0001b')]],
    ['a header without a colon', () => [head(GET, 'nothing')]],
    ['two lengths', () => [head(POST, TYPE, 'Content-Length: 5', 'Content-Length: 6'), 'a=abc']],
    ['a negative length', () => [head(POST, TYPE, 'Content-Length: -5'), 'a=abc']],
    [
      'a length and chunks',
      () => [
        head(POST, TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
        '5\r\na=abc\r\n0\r\n\r\n',
      ],
    ],
    ['a broken chunk', () => [head(POST, TYPE, 'Transfer-Encoding: chunked'), 'zz\r\na=abc\r\n']],
    ['an unknown transfer encoding', () => [head(POST, TYPE, 'Transfer-Encoding: shrunk'), 'a']],
    ['an unknown expectation', () => [head(POST, TYPE, 'Expect: everything')]],
    ['another protocol', () => [Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])]],
    ['NULs', () => [Buffer.alloc(64)]],
  ])('are answered: %s', async (_what, parts) => {
    const answer = await exchange(parts());
    expect(answer).toMatchObject({ body: { result: 'error' } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    sent += 1;
  });

  it.each(['', 'a b', '[::1', '\u0001', 'a'.repeat(5000), '..', 'a:b:c', 'é', '%00', '@'])(
    'are answered: the host %.20p',
    async (host) => {
      const answer = await exchange([
        `GET /api/v1/server_settings HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ]);
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.status).toBeLessThan(500);
      expect(['success', 'error']).toContain(answer.body['result']);
      sent += 1;
    },
  );
});

interface RawAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Sends these bytes and returns the response when the server closes the connection. */
function exchange(parts: (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(parley.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
      try {
        resolve({ status: Number(status), body: JSON.parse(body) as RawAnswer['body'] });
      } catch {
        reject(new Error(`No single answer: ${text.slice(0, 500)}`));
      }
    });
    for (const part of parts) socket.write(part);
  });
}

it('thousands of such requests change nothing, and the server continues', async () => {
  expect(sent).toBeGreaterThan(2000);
  expect(await rowCounts()).toEqual(before);
  const { streams } = await owner.client.expect('GET', 'streams');
  expect(streams).not.toHaveLength(0);
});
