// A valid request of each operation in a large organization: where it names users, channels, groups or
// messages in a list, it names all of them, and its text is as long as possible. None stalls the process or
// returns a response without limit (docs/decisions/0014-limits.md).
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import { expectBounded, play } from './bounded-requests.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { createPeople, sendToStream } from './factories.js';
import { MailSink } from './mail-sink.js';
import { Naming, type SampleRequest } from './security-request.js';
import { REQUESTS, withPath } from './security-requests.js';
import { type Kind, type Name, Organization } from './security-scene.js';

jest.setTimeout(300_000);

const PEOPLE = 2000;
const GUESTS = 200;
const CHANNELS = 40;
const MESSAGES = 1000;
/** The limit of a message, of text that is costly to render. */
const CONTENT = 'x&*`:tada: http://a.b/c '.repeat(416);

const sink = await MailSink.start();
const app = await ownTestApp({ SMTP_URL: sink.url });
afterAll(() => sink.stop());
const home = await Organization.make(app);

/** All things of the kinds that requests name in lists. */
const all = new Map<Kind, Name[]>();

function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.dataSource.query<Row[]>(text, values);
}

beforeAll(async () => {
  const { realmId } = home.realm;
  const people = await createPeople(app, home.realm, PEOPLE);
  await query('UPDATE users SET role = $2 WHERE id = ANY ($1)', [
    people.slice(0, GUESTS),
    Role.Guest,
  ]);
  const channels: number[] = [];
  const groups: number[] = [];
  for (let count = 0; count < CHANNELS; count++) {
    channels.push((await home.make('channel')) as number);
    groups.push((await home.make('group')) as number);
  }
  await query(
    `INSERT INTO subscriptions (user_id, stream_id, color)
     SELECT u, s, '#c2c2c2' FROM unnest($1::integer[]) AS u, unnest($2::integer[]) AS s
     WHERE (u + s) % 2 = 0`,
    [people, channels],
  );
  await query(
    `UPDATE streams SET subscriber_count =
       (SELECT count(*) FROM subscriptions WHERE stream_id = streams.id) WHERE realm_id = $1`,
    [realmId],
  );
  const sent = await sendToStream(home.owner, channels[0]!, 'many', CONTENT);
  const messages = await query<{ id: number }>(
    `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
       date_sent, client_name, search_vector)
     SELECT realm_id, sender_id, recipient_id, topic || n, content, rendered_content, date_sent,
       client_name, search_vector
     FROM messages, generate_series(1, $2::integer) AS n WHERE id = $1
     RETURNING id`,
    [sent, MESSAGES],
  );
  await query(
    `INSERT INTO user_messages (user_id, message_id, flags)
     SELECT $1, id, 0 FROM unnest($2::bigint[]) AS id`,
    [home.owner.userId, messages.map(({ id }) => id)],
  );
  const { user_groups: systemGroups } = await home.owner.client.expect('GET', 'user_groups');
  const members = (systemGroups as { id: number; name: string }[]).find(
    ({ name }) => name === 'role:members',
  )!;
  await home.owner.client.expect('PATCH', 'realm', {
    can_access_all_users_group: { new: members.id },
  });
  const names = await query<{ name: string }>('SELECT name FROM streams WHERE id = ANY ($1)', [
    channels,
  ]);
  const emails = await query<{ email: string }>('SELECT email FROM users WHERE id = ANY ($1)', [
    people,
  ]);
  all.set('user', people);
  all.set(
    'email',
    emails.map(({ email }) => email),
  );
  all.set('channel', channels);
  all.set(
    'channelName',
    names.map(({ name }) => name),
  );
  all.set('group', groups);
  all.set(
    'message',
    messages.map(({ id }) => id),
  );
}, 300_000);

/** Ends the organization. */
const SKIPPED = new Set(['deactivate-realm']);

/** Channels of a request that also names all users: as many as it may (MAX_SUBSCRIPTIONS). */
const CHANNELS_OF_ALL = 10_000 / PEOPLE;

/** The users that one user may call at once (CALL_MAX_PARTICIPANTS). */
const MAX_CALLED = 199;

/** The names of all things of a kind that the request may contain. */
function namesFor({ fields }: SampleRequest, kind: Kind, name: Name): Name[] {
  const names = all.get(kind) ?? [name];
  if ('conversation' in fields) return names.slice(0, MAX_CALLED);
  // A draft names one channel.
  if (kind === 'channel' && ('draft' in fields || 'drafts' in fields)) return [name];
  return kind === 'channelName' && 'principals' in fields ? names.slice(0, CHANNELS_OF_ALL) : names;
}

/** Replaces each list of one name by a list of all things of its kind. */
function enlarged(value: unknown, name: Name, names: Name[]): unknown {
  if (Array.isArray(value)) {
    return value.length === 1 && value[0] === name
      ? names
      : value.map((part) => enlarged(part, name, names));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, enlarged(part, name, names)]),
  );
}

/** The fields of the request, with enlarged lists and content. */
async function fill(request: SampleRequest): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(request.fields)) {
    if (value instanceof Naming) {
      const name = await home.make(value.kind);
      const shaped = await value.shape(name, home);
      filled[parameter] = enlarged(shaped, name, namesFor(request, value.kind, name));
    } else if (value === 'Sample' && parameter === 'content') {
      filled[parameter] = CONTENT;
    } else {
      filled[parameter] = typeof value === 'function' ? (value as () => unknown)() : value;
    }
  }
  return filled;
}

/** Whether a request names things in a list, which `fill` enlarges. */
async function hasList({ fields }: SampleRequest): Promise<boolean> {
  for (const value of Object.values(fields)) {
    if (!(value instanceof Naming) || !LISTED.has(value.kind)) continue;
    const shaped = await Promise.resolve(value.shape('*', home)).catch(() => undefined);
    if (JSON.stringify(shaped)?.includes('["*"]')) return true;
  }
  return false;
}

const LISTED = new Set<Kind>(['user', 'email', 'channel', 'channelName', 'group', 'message']);

/** The first request of an operation, and the first ones with lists. */
async function requestsOf({ operationId }: DocumentedOperation): Promise<SampleRequest[]> {
  const requests = REQUESTS[operationId] ?? [];
  const chosen = requests.slice(0, 1);
  for (const request of requests.slice(1)) {
    if (chosen.length < MAX_REQUESTS && (await hasList(request))) chosen.push(request);
  }
  return chosen;
}

const MAX_REQUESTS = 3;
/** Of one request, in the event log. */
const MAX_EVENTS = 1000;
const MAX_EVENT_BYTES = 8 * 1024 * 1024;

const operations = documentedOperations()
  .filter(({ operationId }) => !SKIPPED.has(operationId))
  .map((operation) => ({ name: operation.operationId, operation }));

describe('a valid request of', () => {
  test.each(operations)('$name is bounded', async ({ operation }) => {
    for (const request of await requestsOf(operation)) {
      const by = request.byNewUser ? await home.newUser() : home.owner;
      const { path, fields } = withPath(operation.path, await fill(request));
      const form = new URLSearchParams(
        Object.entries(fields).map(([key, value]): [string, string] => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ).toString();
      const isRead = operation.method === 'GET';
      const [newest] = await query<{ id: number }>(
        'SELECT coalesce(max(id), 0) AS id FROM event_log WHERE realm_id = $1',
        [home.realm.realmId],
      );
      const played = await play(app, {
        method: operation.method,
        host: home.realm.host,
        path: isRead && form !== '' ? `${path}?${form}` : path,
        by,
        ...(isRead ? {} : { body: form }),
      });
      expectBounded(played);
      if (Object.values(request.fields).some((value) => value instanceof Naming)) {
        expect(played).toMatchObject({ status: request.status ?? 200 });
      }
      const [events] = await query<{ count: number; bytes: number }>(
        `SELECT count(*)::integer AS count,
           coalesce(sum(octet_length(payload::text) + octet_length(audience::text)), 0)::integer
             AS bytes
         FROM event_log WHERE realm_id = $1 AND id > $2`,
        [home.realm.realmId, newest!.id],
      );
      expect(events!.count).toBeLessThan(MAX_EVENTS);
      expect(events!.bytes).toBeLessThan(MAX_EVENT_BYTES);
    }
  });
});
