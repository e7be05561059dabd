// No request stalls the process or returns a response without limit (docs/decisions/0014-limits.md). Each
// operation is called with the largest parameters that a body allows, and operations that multiply limits
// are called with all of them at once, concurrently with requests of /health/live.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ownTestApp } from './app.js';
import { expectBounded, play as playRequest, type Played } from './bounded-requests.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { createRealm, sendToStream, subscribe } from './factories.js';

/** Below the limit of a body. */
const MAX_BODY = 900_000;

const app = await ownTestApp();
let user = (await createRealm(app)).owner;

function play(method: string, path: string, body?: string): Promise<Played> {
  return playRequest(app, {
    method,
    host: user.client.host,
    path,
    by: user,
    ...(body === undefined ? {} : { body }),
  });
}

/** A value of the documented type of about this many characters. */
function large({ schema, json }: Parameter, length: number): string {
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) return `[${'1,'.repeat(length / 2 - 2)}1]`;
  if (types.includes('object')) return `{${'"a":1,'.repeat(length / 6 - 1)}"b":1}`;
  if (types.includes('integer')) return '2147483647';
  if (types.includes('boolean')) return 'true';
  const text = 'x&*`:a: '.repeat(length / 8);
  return json && !types.includes('string') ? JSON.stringify([text]) : text;
}

type Parameter = DocumentedOperation['parameters'][number];

/**
 * Operations that wait for events or for the end of a job, that end the session of the test, or that
 * require a browser session.
 */
const SKIPPED = new Set([
  'get-events',
  'deactivate-own-user',
  'regenerate-api-key',
  'fetch-own-api-key',
]);

describe('with parameters as large as a body allows', () => {
  const operations = documentedOperations()
    .filter(({ operationId }) => !SKIPPED.has(operationId))
    .map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

  test.each(operations)('$name is bounded', async ({ operation }) => {
    const { method, path, parameters } = operation;
    // A wrong key would be refused before the other parameters are read.
    const fields = parameters.filter(
      ({ in: place, name }) => place !== 'path' && name !== 'api_key',
    );
    const isRead = method === 'GET';
    const share = (isRead ? 8000 : MAX_BODY / 3) / Math.max(fields.length, 1);
    const form = new URLSearchParams(
      fields.map((parameter) => [parameter.name, large(parameter, share)]),
    ).toString();
    const target = path.replaceAll(/\{\w+\}/g, '1');
    const played = isRead
      ? await play(method, `${target}?${form}`)
      : await play(method, target, form);
    if (!operation.public) expect(played.status).not.toBe(401);
    expectBounded(played);
  });
});

describe('the product of the limits', () => {
  const COUNT = 600;
  let ids: number[] = [];

  beforeAll(async () => {
    user = (await createRealm(app)).owner;
    await subscribe(user, 'large');
    const id = await sendToStream(user, 'large', 'topic', 'x&'.repeat(4000));
    for (const end of 'yzabcd') {
      await user.client.expect('POST', 'realm/filters', {
        pattern: `(?P<id>x{1,220}${end})`,
        url_template: 'https://example.com/{id}',
      });
    }
    const rows = await app.dataSource.query<{ id: number }[]>(
      `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name, search_vector, edit_count)
       SELECT realm_id, sender_id, recipient_id, repeat('x', 40) || n, content,
         repeat(rendered_content, 5), date_sent, client_name, search_vector, 1
       FROM messages, generate_series(1, $2::integer) AS n WHERE id = $1
       RETURNING id`,
      [id, COUNT],
    );
    ids = rows.map((row) => row.id);
    await app.dataSource.query(
      `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content, prev_rendered_content)
       SELECT id, $2, now(), 'x', repeat('<b>x</b> y ', 3000)
       FROM unnest($1::bigint[]) AS id, generate_series(1, 3)`,
      [ids.slice(0, 200), user.userId],
    );
  });

  afterAll(async () => {
    await app.dataSource.query('DELETE FROM message_edits WHERE user_id = $1', [user.userId]);
  });

  const range = 'anchor=newest&num_before=5000&num_after=0';
  const narrow = (...terms: string[][]): string =>
    `narrow=${encodeURIComponent(JSON.stringify([['channel', 'large'], ...terms]))}`;

  test.each([
    ['fetching', () => `messages?${range}&${narrow()}`],
    ['searching', () => `messages?${range}&${narrow(['search', 'x'])}`],
    [
      'matching',
      () => `messages/matches_narrow?msg_ids=[${ids.join()}]&${narrow(['search', 'x'])}`,
    ],
    ['fetching by id', () => `messages?message_ids=[${ids.join()}]`],
    ['the history', () => `messages/${ids[0]}/history`],
  ])('%s is bounded', async (_, path) => {
    const played = await play('GET', `/api/v1/${path()}`);
    expect(played.status).toBe(200);
    expectBounded(played);
  });

  test('creating channels with long descriptions is bounded', async () => {
    const description = '**x** `y` 😀 '.repeat(75);
    const names = Array.from({ length: 300 }, (_, index) => `described ${index}`);
    const subscriptions = JSON.stringify(names.map((name) => ({ name, description })));
    const body = new URLSearchParams({ subscriptions }).toString();
    const played = await play('POST', '/api/v1/users/me/subscriptions', body);
    expect(played.status).toBe(200);
    expectBounded(played);
  });

  test.each([
    ['emoji', '😀'.repeat(5000)],
    ['code', `\`\`\`cs\n${`${'a '.repeat(190)}\n`.repeat(25)}\`\`\``],
    ['links', 'http://a.b/c.png '.repeat(580)],
    ['math', `\`\`\`math\n${'x^2 '.repeat(2400)}\n\`\`\``],
    ['lists', '* a\n'.repeat(2400)],
    ['tables', `a|b\n-|-\n${'a|b\n'.repeat(2300)}`],
    ['matches of linkifiers', `${'x'.repeat(400)}y `.repeat(24)],
  ])('rendering %s is bounded', async (_, content) => {
    const body = new URLSearchParams({ content }).toString();
    const played = await play('POST', '/api/v1/messages/render', body);
    expect([200, 400]).toContain(played.status);
    expectBounded(played);
  });
});
