import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Global, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Authentication } from '#platform/http/authentication.js';
import { HttpModule } from '#platform/http/http.module.js';
import { createLogger, loggingModule } from '#platform/logging.js';
import { bundle, type ContractPart, type ContractRoot } from '#platform/http/openapi/bundle.js';
import { OpenApiModule } from '#platform/http/openapi/openapi.module.js';
import { contractDirectory, readOpenApiFiles } from '#platform/http/openapi/openapi-loader.js';
import {
  assertEventMatches,
  assertResponseMatches,
  compileContract,
  documentedEvents,
  documentedOperations,
} from './contract.js';
import { createTestingApplication } from './testing-application.js';

const document = readOpenApiFiles();
const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

const success = { result: 'success', msg: '' };
const message = {
  id: 7,
  type: 'stream',
  content: '<p>Hello</p>',
  content_type: 'text/html',
  sender_id: 1,
  sender_email: 'owner@example.com',
  sender_full_name: 'Owner',
  sender_realm_str: '',
  avatar_url: null,
  client: 'website',
  recipient_id: 3,
  display_recipient: 'general',
  stream_id: 2,
  subject: 'greetings',
  topic_links: [],
  timestamp: 1_700_000_000,
  is_me_message: false,
  reactions: [
    { emoji_name: 'wave', emoji_code: '1f44b', reaction_type: 'unicode_emoji', user_id: 1 },
  ],
  submessages: [],
};
const page = {
  ...success,
  found_anchor: true,
  found_oldest: true,
  found_newest: true,
  history_limited: false,
  anchor: 7,
  messages: [{ ...message, flags: ['read'] }],
};
const user = {
  user_id: 1,
  email: 'owner@example.com',
  delivery_email: null,
  full_name: 'Owner',
  public_username: null,
  date_joined: '2024-01-01T00:00:00+00:00',
  is_active: true,
  is_owner: true,
  is_admin: true,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  role: 100,
  timezone: '',
  avatar_url: null,
  avatar_version: 1,
  is_imported_stub: false,
};
const registered = {
  ...success,
  queue_id: 'a-queue',
  idle_queue_timeout_secs: 600,
  last_event_id: -1,
  zulip_version: '12.1',
  zulip_merge_base: '',
  zulip_feature_level: 500,
  service_feature_level: 500,
};

function without<T extends object>(value: T, name: keyof T): Partial<T> {
  const { [name]: _dropped, ...rest } = value;
  return rest as Partial<T>;
}

function inspect(visit: (node: Record<string, unknown>) => void, node: unknown = copy): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Record<string, unknown>);
  for (const child of Object.values(node)) inspect(visit, child);
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { errors, valid } = await new Validator().validate(structuredClone(copy));

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('carries the version of the package', () => {
    const root = join(contractDirectory(), '..', 'package.json');
    const { version } = JSON.parse(readFileSync(root, 'utf8')) as { version: string };

    expect(document.info.version).toBe(version);
  });

  test('consists of all files of its folder', () => {
    const folder = join(contractDirectory(), 'openapi');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml') && file !== 'openapi.yaml')
      .map((file) => file.replaceAll('\\', '/'));
    const listed = readFileSync(join(folder, 'openapi.yaml'), 'utf8').match(/(?<=- )\S+\.yaml$/gm);

    expect(files.toSorted()).toEqual([...(listed ?? [])].toSorted());
  });

  test('has no dangling reference', () => {
    inspect(({ $ref }) => {
      if (typeof $ref !== 'string') return;
      let target: unknown = copy;
      for (const step of $ref.slice(2).split('/')) {
        target = (target as Record<string, unknown> | undefined)?.[step];
      }
      expect([$ref, typeof target]).toEqual([$ref, 'object']);
    });
  });

  test('has no schema with an unknown keyword or a contradiction', () => {
    expect(compileContract).not.toThrow();
  });

  test('has no path that differs from another in the names of its templates only', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));

    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

describe('each operation', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) =>
      item[method] ? [{ name: `${method} ${path}`, path, operation: item[method] }] : [],
    ),
  );

  test('has a unique id, a summary and a described tag', () => {
    const tags = document.tags.map((tag) => tag.name);
    for (const { name, operation } of operations) {
      expect([name, typeof operation.operationId]).toEqual([name, 'string']);
      expect([name, operation.summary.length > 0]).toEqual([name, true]);
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has responses for success and failure', () => {
    for (const { name, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      // Pages redirect; the tus protocol has statuses of its own.
      const ends =
        ['302', '303', '201', '204'].find((status) => statuses.includes(status)) ?? '200';
      const expected = [ends, '400', '404', '405', '413', '415', '429', '500'];
      if (operation.security?.length !== 0) expected.push('401');
      expect([name, statuses]).toEqual([name, expect.arrayContaining(expected)]);
    }
  });

  test('describes the templates of its path', () => {
    const described = documentedOperations().map(({ path, parameters }) => [
      path,
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`),
    ]);
    const expected = documentedOperations().map(({ path }) => [path, path.match(/\{\w+\}/g) ?? []]);

    expect(described).toEqual(expected);
  });

  test('has the parameters that tests compare with the routes', () => {
    const find = (method: string, path: string): object | undefined =>
      documentedOperations().find((one) => one.method === method && one.path === path);

    expect(find('POST', '/api/v1/messages')).toMatchObject({
      operationId: 'send-message',
      public: false,
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'to', in: 'body', required: true, json: true }),
        expect.objectContaining({
          name: 'topic',
          required: false,
          json: false,
          aliases: ['subject'],
        }),
      ]),
    });
    expect(find('GET', '/api/v1/users')).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'client_gravatar', in: 'query', json: true }),
        expect.objectContaining({ name: 'user_ids', in: 'query', json: true }),
      ]),
    });
    expect(find('GET', '/health/live')).toMatchObject({ public: true, parameters: [] });
  });

  test('accepts both encodings, with JSON parameters marked', () => {
    const content = document.paths['/messages']?.post?.requestBody?.content;

    expect(content?.['multipart/form-data']).toEqual(
      content?.['application/x-www-form-urlencoded'],
    );
    expect(content?.['multipart/form-data']?.encoding).toMatchObject({
      to: { contentType: 'application/json' },
    });
  });
});

describe('each event', () => {
  test('has a type, an id, and no unknown fields', () => {
    const { Event: any, ...schemas } = document.components.schemas;
    const names = (any?.oneOf ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1) ?? '');
    const written = Object.keys(schemas).filter(
      (name) => schemas[name]?.properties?.['type']?.const,
    );

    for (const name of names) {
      expect([name, schemas[name]]).toMatchObject([
        name,
        {
          additionalProperties: false,
          required: expect.arrayContaining(['id', 'type']),
          properties: {
            id: { $ref: '#/components/schemas/EventId' },
            type: { const: expect.any(String) },
          },
        },
      ]);
    }
    expect(written.filter((name) => name.endsWith('Event')).toSorted()).toEqual(
      [...names].toSorted(),
    );
  });

  test('is identified by type and op', () => {
    const kinds = documentedEvents();

    expect(kinds).toEqual(expect.arrayContaining(['message', 'realm_user/update', 'call/ringing']));
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});

describe('a response', () => {
  test('passes when it is as documented', () => {
    assertResponseMatches('POST', '/api/v1/messages', 200, { ...success, id: 7 });
    assertResponseMatches('GET', '/api/v1/messages?num_before=1', 200, page);
    assertResponseMatches('GET', '/users', 200, { ...success, members: [user] });
    assertResponseMatches('POST', '/register', 200, registered);
    assertResponseMatches('GET', '/metrics', 200, '# TYPE up gauge');
    assertResponseMatches('GET', '/health/ready', 503, { status: 'error', database: 'down' });
    assertResponseMatches('DELETE', '/events', 200, {
      ...success,
      ignored_parameters_unsupported: ['unknown'],
    });
  });

  test.each([
    ['an unknown field', { ...success, id: 7, extra: 1 }, 'unknown field "extra"'],
    ['a missing field', success, "must have required property 'id'"],
    ['a wrong type', { ...success, id: '7' }, '/id: must be integer, is "7"'],
    ['no envelope', { id: 7 }, "must have required property 'result'"],
    ['nothing', undefined, 'must be object'],
  ])('fails with %s', (_what, body, difference) => {
    expect(() => assertResponseMatches('POST', '/messages', 200, body)).toThrow(difference);
  });

  test('fails for a nested error', () => {
    const withMessage = (one: object): object => ({ ...page, messages: [one] });
    const [good] = page.messages;
    if (!good) throw new Error('The sample has a message');

    const answers = [
      [withMessage({ ...good, surprise: true }), 'unknown field "surprise"'],
      [withMessage(without(good, 'stream_id')), "must have required property 'stream_id'"],
      [withMessage({ ...good, type: 'private' }), '/messages/0/display_recipient: must be array'],
      [
        withMessage({ ...good, avatar_url: 5 }),
        '/messages/0/avatar_url: must be string,null, is 5',
      ],
    ] as const;
    for (const [body, difference] of answers) {
      expect(() => assertResponseMatches('GET', '/messages', 200, body)).toThrow(difference);
    }
  });

  test('of a bot must contain the owner', () => {
    const bot = { ...user, is_bot: true, bot_type: 1 };
    const answer = (member: object): object => ({ ...success, members: [member] });

    assertResponseMatches('GET', '/users', 200, answer({ ...bot, bot_owner_id: 1 }));
    expect(() => assertResponseMatches('GET', '/users', 200, answer(bot))).toThrow('bot_owner_id');
  });

  test('of a registration has all fields of a fetched type or none', () => {
    const partial = { ...registered, subscriptions: [] };
    const whole = { ...partial, unsubscribed: [], never_subscribed: [] };

    assertResponseMatches('POST', '/register', 200, whole);
    expect(() => assertResponseMatches('POST', '/register', 200, partial)).toThrow('unsubscribed');
  });

  test('is looked up by literal segments before templates', () => {
    const own = { ...success, members: [] };

    expect(() => assertResponseMatches('GET', '/users/me', 200, own)).toThrow('max_message_id');
    expect(() => assertResponseMatches('GET', '/users/5', 200, own)).toThrow("'user'");
  });

  test('with an error must have a documented code and its fields', () => {
    const error = { result: 'error', msg: 'No.' };
    const missing = { ...error, code: 'REQUEST_VARIABLE_MISSING', var_name: 'to' };

    assertResponseMatches('POST', '/messages', 400, missing);
    assertResponseMatches('POST', '/messages', 400, {
      ...error,
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'nowhere',
    });
    assertResponseMatches('POST', '/fetch_api_key', 401, {
      ...error,
      code: 'AUTHENTICATION_FAILED',
    });
    assertResponseMatches('GET', '/users', 401, { ...error, code: 'UNAUTHORIZED' });
    assertResponseMatches('GET', '/users', 500, error);
    assertResponseMatches('GET', '/nothing', 404, { ...error, code: 'NOT_FOUND' });
    assertResponseMatches('PUT', '/users', 405, {
      ...error,
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods: ['GET'],
    });

    const refused = [
      [400, without(missing, 'var_name'), "required property 'var_name'"],
      [400, { ...error, code: 'BAD_NARROW', desc: '' }, 'with the code BAD_NARROW'],
      [400, error, 'with the code undefined'],
      [401, { ...error, code: 'AUTHENTICATION_FAILED' }, 'documented are UNAUTHORIZED'],
      [500, { ...error, code: 'OOPS' }, 'unknown field "code"'],
      [418, error, 'does not document'],
    ] as const;
    for (const [status, body, difference] of refused) {
      expect(() => assertResponseMatches('POST', '/messages', status, body)).toThrow(difference);
    }
  });

  test('of an operation that does not exist fails', () => {
    expect(() => assertResponseMatches('GET', '/nothing', 200, success)).toThrow(
      'does not document',
    );
  });
});

describe('an event', () => {
  const event = { id: 1, type: 'message', message, flags: [] };

  test('passes when it is as documented', () => {
    assertEventMatches(event);
    assertEventMatches({ id: 2, type: 'heartbeat' });
    assertEventMatches({
      id: 3,
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { name: 'A' },
    });
    assertEventMatches({
      id: 4,
      type: 'realm_user',
      op: 'update',
      person: { user_id: 1, role: 400 },
    });
    assertEventMatches({
      id: 5,
      type: 'delete_message',
      message_ids: [1],
      message_type: 'stream',
      stream_id: 2,
      topic: 'greetings',
    });
  });

  test.each([
    ['an unknown kind', { id: 1, type: 'nothing' }, 'The event nothing is not documented'],
    ['an unknown op', { id: 1, type: 'realm', op: 'explode' }, 'realm/explode is not documented'],
    ['an unknown field', { ...event, extra: 1 }, 'unknown field "extra"'],
    ['a missing id', without(event, 'id'), "required property 'id'"],
    ['an unknown field inside', { ...event, message: { ...message, extra: 1 } }, 'field "extra"'],
    [
      'a condition that is not met',
      { id: 1, type: 'delete_message', message_ids: [1], message_type: 'stream' },
      "required property 'stream_id'",
    ],
    [
      'two forms at once',
      { id: 1, type: 'delete_message', message_ids: [1], message_id: 1, message_type: 'private' },
      'exactly one schema',
    ],
    [
      'nothing that changed',
      { id: 1, type: 'realm', op: 'update_dict', property: 'default', data: {} },
      'fewer than 1',
    ],
  ])('fails with %s', (_what, body, difference) => {
    expect(() => assertEventMatches(body)).toThrow(difference);
  });

  test('is checked when a poll returns it', () => {
    const poll = (one: object): object => ({ ...success, queue_id: 'a-queue', events: [one] });

    assertResponseMatches('GET', '/events', 200, poll(event));
    expect(() =>
      assertResponseMatches('GET', '/events', 200, poll({ ...event, extra: 1 })),
    ).toThrow('The event message');
  });
});

describe('bundling', () => {
  const root: ContractRoot = {
    openapi: '3.1.1',
    info: { title: 'Sample', version: '1' },
    servers: [],
    security: [],
    'x-files': [],
    'x-shared-responses': {},
  };
  const operation = { operationId: 'sample', tags: [], summary: 'Sample', responses: {} };
  const bundled = (...parts: ContractPart[]): object =>
    bundle(
      root,
      parts.map((part) => ({ file: 'sample.yaml', part })),
    );

  test('allows files to share a path, but not an operation or a component', () => {
    const get = { paths: { '/a': { get: operation } } };
    const post = { paths: { '/a': { post: operation } } };
    const schema = { components: { schemas: { A: {} } } };

    expect(bundled(get, post)).toMatchObject({ paths: { '/a': { get: {}, post: {} } } });
    expect(() => bundled(get, get)).toThrow('sample.yaml: /a: "get" is defined twice');
    expect(() => bundled(schema, schema)).toThrow('sample.yaml: "A" is defined twice');
  });

  test('refuses an error code without a schema', () => {
    const responses = { '400': { description: 'No.', 'x-codes': ['NO_SUCH_CODE'] } };

    expect(() => bundled({ paths: { '/a': { get: { ...operation, responses } } } })).toThrow(
      'The error NO_SUCH_CODE has no schema NoSuchCodeError',
    );
  });
});

describe('the served documentation', () => {
  const config = new Config('api', {
    DATABASE_URL: 'postgres://localhost/unused',
    SECRET_KEY: 'a sample key of at least 32 characters',
    RATE_LIMITS: 'off',
  });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const logger = createLogger('info', nowhere);
  const unauthenticated = { findRealm: () => Promise.resolve(undefined) };

  @Global()
  @Module({
    providers: [
      { provide: Config, useValue: config },
      { provide: Database, useValue: {} },
      { provide: Authentication, useValue: unauthenticated },
      { provide: Registry, useFactory: () => new Registry() },
      Clock,
    ],
    exports: [Config, Database, Authentication, Registry, Clock],
  })
  class Surroundings {}

  let app: INestApplication;
  let origin: string;

  beforeAll(async () => {
    const module = Test.createTestingModule({
      imports: [Surroundings, loggingModule(logger), HttpModule, OpenApiModule],
    });
    app = await createTestingApplication(module, { config, logger });
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    origin = `http://127.0.0.1:${port}`;
  });

  afterAll(() => app.close());

  test('is bundled by the build, for servers to start without parsing it', () => {
    const file = join(contractDirectory(), '../dist/platform/http/openapi/openapi.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  });

  test('is the bundled document', async () => {
    const response = await fetch(`${origin}/api/openapi.json`);

    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual(copy);
  });

  test('is a page whose scripts and styles are files of this server', async () => {
    const served = await fetch(`${origin}/api/docs`);
    const html = await served.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);

    expect(served.headers.get('content-type')).toContain('text/html');
    expect(served.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(html).not.toMatch(/<script>|<script(?![^>]* src=)|style=|<style/);
    expect(addresses).toHaveLength(4);
    for (const address of addresses) {
      const asset = await fetch(`${origin}${address}`);
      expect([address, asset.status]).toEqual([address, 200]);
      await asset.arrayBuffer();
    }
  });

  test('is the target of its address with a slash', async () => {
    const path = '/api/docs/';
    const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api/docs']);
    await response.arrayBuffer();
    const other = await fetch(`${origin}${path}`, { method: 'POST', redirect: 'manual' });
    expect(other.status).toBe(404);
    await other.arrayBuffer();
  });

  test.each(['package.json', '..%2f..%2fpackage.json', 'swagger-ui-bundle.js.map'])(
    'serves no other file: %s',
    async (file) => {
      const response = await fetch(`${origin}/api/docs/${file}`);

      expect(response.status).toBe(404);
      await response.arrayBuffer();
    },
  );
});
