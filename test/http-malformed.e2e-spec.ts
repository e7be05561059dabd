// Malformed requests of many kinds. The response to each is an error envelope with a 4xx status, and the
// server continues to work.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import {
  basic,
  expectError,
  KEY,
  logLines,
  multipart,
  type SampleApp,
  startSampleApp,
} from './http-sample-app.js';

let sample: SampleApp;

beforeAll(async () => {
  sample = await startSampleApp();
});

afterAll(async () => {
  const after = await sample.call('GET', 'notes/mine');
  expect(after.status).toBe(200);
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  await sample.app.close();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const AUTHORIZATION = `Authorization: ${basic(`member@example.com:${KEY}`)}\r\n`;
const HEAD = `Host: localhost\r\nConnection: close\r\n${AUTHORIZATION}`;

/** POST /notes with this form. */
const forms: [what: string, form: string | Buffer, status?: number][] = [
  ['no parameter', 'x=1'],
  ['a broken percent escape', 'text=%'],
  ['a half percent escape', 'text=%4'],
  ['letters in a percent escape', 'text=%zz'],
  ['a percent escape that is not UTF-8', 'text=%FF'],
  ['half a UTF-8 sequence', 'text=%E2%82'],
  ['an overlong UTF-8 sequence', 'text=%C0%80'],
  ['an encoded lone surrogate', 'text=%ED%A0%80'],
  ['a broken escape in a name', '%=1&text=a'],
  ['a NUL', 'text=%00'],
  ['a raw NUL', 'text=a\0b'],
  ['a NUL in a name', 'a%00=1&text=a'],
  ['a NUL in an unknown parameter', 'text=a&other=%00'],
  ['bytes that are not UTF-8', Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xff, 0xfe])],
  ['a text that is too long', `text=${'a'.repeat(21)}`],
  ['both names of a parameter', 'text=a&body=b'],
  ['a list that is none', 'text=a&readers=1'],
  ['a list of text', 'text=a&readers=["1"]'],
  ['a list of fractions', 'text=a&readers=[1.5]'],
  ['a list of whole fractions', 'text=a&readers=[1.0]'],
  ['a list of booleans', 'text=a&readers=[true]'],
  ['a list with null', 'text=a&readers=[null]'],
  ['a list that does not end', 'text=a&readers=[1'],
  ['a list with a comma too many', 'text=a&readers=[1,]'],
  ['an integer beyond 2^53', 'text=a&readers=[9007199254740993]'],
  ['an integer of 100,000 digits', `text=a&readers=[${'9'.repeat(100_000)}]`],
  ['an exponent', 'text=a&readers=[1e999]'],
  ['NaN', 'text=a&readers=[NaN]'],
  ['an empty value that must be JSON', 'text=a&readers='],
  ['JSON with single quotes', "text=a&extra={'a':1}"],
  ['JSON with a NUL escape', 'text=a&extra="%5Cu0000"'],
  ['JSON with a NUL deep inside', 'text=a&extra=[[{"a":["%5Cu0000"]}]]'],
  ['JSON with a NUL in a key', 'text=a&extra={"%5Cu0000":1}'],
  ['JSON with a lone high surrogate', 'text=a&extra="%5Cud83d"'],
  ['JSON with a lone low surrogate', 'text=a&extra=["%5Cude00"]'],
  ['JSON with swapped surrogates', 'text=a&extra="%5Cude00%5Cud83d"'],
  ['JSON that is nested 65 deep', `text=a&extra=${'['.repeat(65)}${']'.repeat(65)}`],
  ['JSON that is nested 100,000 deep', `text=a&extra=${'['.repeat(100_000)}`],
  ['JSON objects that are nested deep', `text=a&extra=${'{"a":'.repeat(50_000)}1`],
  ['JSON with trailing text', 'text=a&extra={} x'],
  ['1,001 parameters', Array.from({ length: 1001 }, (_, i) => `p${i}=1`).join('&')],
  ['100,000 parameters', Array.from({ length: 100_000 }, (_, i) => `p${i}`).join('&')],
  ['a method of a kind that is not known', 'text=a&method=GET'],
  ['a method in lower case', 'text=a&method=patch'],
  ['an empty method', 'text=a&method='],
  ['a method that the route does not have', 'text=a&method=PUT', 405],
  ['more than a megabyte', `text=${'a'.repeat(1024 * 1024)}`, 413],
  ['ten megabytes', `text=${'a'.repeat(10 * 1024 * 1024)}`, 413],
];

describe('a form with', () => {
  it.each(forms)('%s', async (_what, form, status = 400) => {
    const answer = await sample.call('POST', 'notes', { headers: FORM, body: form });
    expect([answer.status, answer.body['result']]).toEqual([status, 'error']);
  });
});

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  413: 'REQUEST_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  431: 'REQUEST_HEADERS_TOO_LARGE',
};

const bodies: [
  what: string,
  headers: Record<string, string>,
  body: string | Buffer,
  status: number,
][] = [
  ['JSON', { 'content-type': 'application/json' }, '{"text":"a"}', 415],
  ['text', { 'content-type': 'text/plain' }, 'text=a', 415],
  ['no type', {}, 'text=a', 415],
  ['a type that is none', { 'content-type': ';;;' }, 'text=a', 415],
  ['a form that claims to be gzip', { ...FORM, 'content-encoding': 'gzip' }, 'text=a', 400],
  ['a form in an unknown encoding', { ...FORM, 'content-encoding': 'shrunk' }, 'text=a', 415],
  [
    'a gzip bomb',
    { ...FORM, 'content-encoding': 'gzip' },
    gzipSync(Buffer.alloc(50_000_000, 'a')),
    413,
  ],
  ['multipart without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 400],
  [
    'multipart that is cut off',
    { 'content-type': 'multipart/form-data; boundary=e' },
    '--e\r\n',
    400,
  ],
  ['multipart of another kind', { 'content-type': 'multipart/mixed; boundary=e' }, '--e--', 415],
];

describe('a body of', () => {
  it.each(bodies)('%s', async (_what, headers, body, status) => {
    const answer = await sample.call('POST', 'notes', { headers, body });
    expect([answer.status, answer.body['result'], answer.body['code']]).toEqual([
      status,
      'error',
      CODES[status],
    ]);
  });

  it.each(bodies)('%s is not read before the path and the method are checked', async (...row) => {
    const [, headers, body] = row;
    const unknown = await sample.call('POST', 'nothing', { headers, body });
    expectError(unknown, 404, 'NOT_FOUND');
    const other = await sample.call('POST', 'notes/1', { headers, body });
    expectError(other, 405, 'METHOD_NOT_ALLOWED');
  });

  it('a file is not read before the path and the method are checked', async () => {
    const body = multipart(['name="f"; filename="a"', 'x']);
    expectError(await sample.call('POST', 'nothing', body), 404, 'NOT_FOUND');
    expectError(await sample.call('POST', 'notes/1', body), 405, 'METHOD_NOT_ALLOWED');
  });

  it('a multipart form can name another method', async () => {
    const body = multipart(['name="method"', 'PATCH'], ['name="text"', 'a']);
    expect(await sample.call('POST', 'notes/1', body)).toMatchObject({ status: 200 });
  });

  it.each<[string, [string, string | Buffer][], number]>([
    ['a file', [['name="f"; filename="a"', 'x']], 400],
    ['a field without a name', [['x="y"', 'x']], 400],
    ['a field with a path as its name', [['name="a[b][c]"', 'x']], 400],
    ['a NUL', [['name="text"', 'a\0']], 400],
    [
      'a NUL deep in JSON',
      [
        ['name="text"', 'a'],
        ['name="extra"', '["\\u0000"]'],
      ],
      400,
    ],
    ['a name of 10,000 characters', [[`name="${'a'.repeat(10_000)}"`, 'x']], 400],
    ['1,001 fields', Array.from({ length: 1001 }, (_, i) => [`name="f${i}"`, 'x']), 400],
    ['a field of more than a megabyte', [['name="text"', 'a'.repeat(1024 * 1024 + 1)]], 413],
  ])('multipart with %s', async (_what, fields, status) => {
    const answer = await sample.call('POST', 'notes', multipart(...fields));
    expect([answer.status, answer.body['result']]).toEqual([status, 'error']);
  });

  it('multipart with a file, where none is accepted', async () => {
    const file = multipart(['name="text"; filename="a.txt"', 'x']);
    const answer = await sample.call('POST', 'notes', file);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.body['msg']).toBe('The request has a file that this operation does not accept');
  });

  it('a declared length that is too large, without waiting for the body', async () => {
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
    const answer = await sample.raw(
      `POST /api/v1/notes HTTP/1.1\r\n${HEAD}${type}Content-Length: 9999999999\r\n\r\ntext=`,
    );
    expectError(answer, 413, 'REQUEST_TOO_LARGE');
  });

  it.each(['b', 'localhost'])('two Host headers, the second of which is %s', async (host) => {
    const answer = await sample.raw(`GET /api/v1/notes/x HTTP/1.1\r\n${HEAD}Host: ${host}\r\n\r\n`);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.body['msg']).toBe('The request has several Host headers');
  });

  it('multipart in chunks that is too large', async () => {
    const form = multipart(
      ...Array.from({ length: 40 }, (): [string, string] => ['name="a"', 'a'.repeat(50_000)]),
    );
    const headers = { ...form.headers, 'transfer-encoding': 'chunked' };
    const answer = await sample.call('POST', 'notes', { ...form, headers });
    expectError(answer, 413, 'REQUEST_TOO_LARGE');
  });
});

describe('a query string with', () => {
  it.each(['a=%', 'a=%zz', 'a=%FF', 'a=%ED%A0%80', 'a=%00', '%00', 'a&'.repeat(2000)])(
    '%.20s',
    async (query) => {
      expectError(await sample.call('GET', `notes?${query}`), 400, 'BAD_REQUEST');
    },
  );

  it('bytes that are not UTF-8', async () => {
    const line = Buffer.concat([Buffer.from('GET /api/v1/notes?a='), Buffer.from([0xff, 0xfe])]);
    expectError(await sample.raw(line, ` HTTP/1.1\r\n${HEAD}\r\n`), 400, 'BAD_REQUEST');
  });
});

describe('a path with', () => {
  it.each([
    ['people/%', 400],
    ['people/%zz', 400],
    ['people/%FF', 400],
    ['people/%C0%80', 400],
    ['people/%00', 404],
    ['notes/%', 400],
    ['notes/%00', 404],
    ['notes/../../etc/passwd', 404],
    ['notes/..%2f..%2fetc', 404],
    ['%', 404],
    ['a/'.repeat(3000), 404],
    [`notes/${'9'.repeat(5000)}`, 404],
    ['__proto__', 404],
    ['people/__proto__/x', 404],
  ])('%.30s', async (path, status) => {
    const answer = await sample.call('GET', path);
    expect([answer.status, answer.body['result']]).toEqual([status, 'error']);
  });

  it.each(['*', 'http://localhost/nothing', 'nothing', '//', '/api/v1/../v1/x', '/\\', '?a=1'])(
    'a target of another form: %s',
    async (target) => {
      const answer = await sample.raw(`GET ${target} HTTP/1.1\r\n${HEAD}\r\n`);
      expect([answer.body['result'], answer.status >= 400, answer.status < 500]).toEqual([
        'error',
        true,
        true,
      ]);
    },
  );
});

describe('headers with', () => {
  it.each([
    ['Basic'],
    ['Basic !!!'],
    ['Basic YQ=='],
    [basic(':')],
    [basic(`member@example.com:${KEY}x`)],
    [basic(`member@example.com:${KEY.slice(1)}é`)],
    [basic(Buffer.from([0xff, 0xfe, 0x3a, 0x61]))],
    [basic(`other@example.com:${KEY}`)],
    [basic(`member\0@example.com:${KEY}`)],
    [`Basic ${'A'.repeat(8000)}`],
  ])('the credentials %.40s', async (authorization) => {
    const answer = await sample.call('GET', 'notes', { headers: { authorization } });
    expectError(answer, 401, 'UNAUTHORIZED');
  });

  it.each(['Bearer x', 'Digest a=b', 'Negotiate', '\\'])('the scheme %s', async (authorization) => {
    const answer = await sample.call('GET', 'notes', { headers: { authorization } });
    expectError(answer, 400, 'BAD_REQUEST');
  });

  it.each<[string, string, number]>([
    ['17 KiB', `X-Long: ${'a'.repeat(17 * 1024)}\r\n`, 431],
    ['10 MB', `X-Long: ${'a'.repeat(10 * 1024 * 1024)}\r\n`, 431],
    ['ten thousand fields', 'X-Many: a\r\n'.repeat(10_000), 431],
    ['a space in a name', 'X Bad: a\r\n', 400],
    ['no colon', 'Nothing\r\n', 400],
    ['a control character', 'X-Bad: a\x01b\r\n', 400],
    ['an unknown expectation', 'Expect: everything\r\n', 417],
    ['a negative length', 'Content-Length: -5\r\n', 400],
    ['a length that is no number', 'Content-Length: ten\r\n', 400],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n', 400],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', 400],
    ['an unknown transfer encoding', 'Transfer-Encoding: shrunk\r\n', 400],
  ])('%s', async (_what, header, status) => {
    const answer = await sample.raw(`POST /api/v1/notes HTTP/1.1\r\n${HEAD}${header}\r\n`);
    expectError(answer, status, CODES[status]);
  });

  it.each(['', 'a b', '[::1', '%00', '\x7f', 'é', 'x'.repeat(5000), '..', 'a:b:c'])(
    'the host %.20s',
    async (host) => {
      const answer = await sample.raw(
        `GET /api/v1/notes/x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${AUTHORIZATION}\r\n`,
      );
      expect(answer.body['result']).toBe('error');
      expect([400, 404]).toContain(answer.status);
    },
  );

  it('no host', async () => {
    const answer = await sample.raw(
      `GET /api/v1/notes/x HTTP/1.1\r\nConnection: close\r\n${AUTHORIZATION}\r\n`,
    );
    expectError(answer, 404, 'NOT_FOUND');
  });
});

describe('a message that is not HTTP:', () => {
  it.each<[string, string | Buffer, number]>([
    ['an unknown method', `FOO / HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['a method in lower case', `get / HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`, 405],
    ['TRACE', `TRACE /api/v1/notes HTTP/1.1\r\n${HEAD}\r\n`, 405],
    [
      'an upgrade',
      `GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: x\r\n\r\n`,
      404,
    ],
    ['HTTP/3.0', `GET / HTTP/3.0\r\n${HEAD}\r\n`, 400],
    ['no version', 'GET /nothing\r\n\r\n', 404],
    ['a TLS hello', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03]), 400],
    ['noise', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 256)), 400],
    [
      'a broken chunk',
      `POST /api/v1/notes HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['NULs', Buffer.alloc(100), 400],
  ])('%s', async (_what, message, status) => {
    const answer = await sample.raw(message);
    expect([answer.status, answer.body['result']]).toEqual([status, 'error']);
  });

  it('a body that never ends times out', async () => {
    const head = `POST /api/v1/notes HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntext=`;
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(sample.port, '127.0.0.1', () => {
        socket.write(head, () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('close', () => resolve());
    });
    expect((await sample.call('GET', 'notes')).status).toBe(200);
  });
});
