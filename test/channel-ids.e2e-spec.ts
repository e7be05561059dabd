// Every operation on a channel, with channels that the caller cannot access: unknown, of another
// organization, hidden, and archived. Each returns its documented error and changes nothing.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import {
  admin,
  bystander,
  made,
  member as caller,
  openScene,
  outcome,
  test,
} from './channel-scene.js';
import type { Answer } from './client.js';
import { createRealm, type TestUser, unique } from './factories.js';

interface Place {
  id: number;
  name: string;
}

const TARGETS = ['unknown', 'foreign', 'hidden', 'archived'] as const;
type Target = (typeof TARGETS)[number];

type Call = (user: TestUser, place: Place) => Promise<Answer>;

const ICON = {
  topic_name: 'topic',
  emoji_name: 'tada',
  emoji_code: '1f389',
  reaction_type: 'unicode_emoji',
};

const MESSAGE = { type: 'channel', topic: 'topic', content: 'text' };

let places: Record<Target, Place>;

beforeAll(async () => {
  await openScene();
  // Without a worker, the deletion of a topic does not finish.
  test.clock.skipSleep();
  const other = await createRealm(test);
  const make = async (user: TestUser, parameters = {}): Promise<Place> => {
    const name = unique('place');
    return { id: await made(user, { name, ...parameters }), name };
  };
  places = {
    unknown: { id: 2_000_000, name: unique('unknown') },
    foreign: await make(other.owner),
    hidden: await make(bystander, { invite_only: true }),
    archived: await make(caller),
  };
  await caller.client.expect('DELETE', `streams/${places.archived.id}`);
});

/** All rows about channels and messages, and the position of the log. */
async function traces(): Promise<unknown> {
  const tables = [
    'streams',
    'subscriptions',
    'recipients',
    'messages',
    'user_topics',
    'topic_icons',
    'resumable_jobs',
    'channel_email_addresses',
    'event_log',
  ];
  const sums = tables.map(
    (name) => `(SELECT coalesce(sum(hashtext(t::text)), 0)::text FROM ${name} t) AS ${name}`,
  );
  const [row] = await test.app.get(Database).query(`SELECT ${sums.join(', ')}`);
  return row;
}

function refusal(answer: Answer, { id, name }: Place): string {
  if (answer.status === 200) return 'accepted';
  const text = String(answer.body['msg']).replaceAll(name, 'NAME').replaceAll(String(id), 'ID');
  return `${outcome(answer)}: ${text}`;
}

const own = 'users/me/subscriptions';

const INVALID = '400 BAD_REQUEST: Invalid channel ID';
const NO_ID = "400 STREAM_DOES_NOT_EXIST: Channel with ID 'ID' does not exist";
const NO_NAME = "400 STREAM_DOES_NOT_EXIST: Channel 'NAME' does not exist";
const UNKNOWN_NAME = "400 BAD_REQUEST: Invalid channel name 'NAME'";
const NOT_SUBSCRIBED = '400 BAD_REQUEST: You are not subscribed to the channel with the ID ID';
const ADMINISTRATORS = '400 BAD_REQUEST: Only administrators can do this';
const FORBIDDEN = '400 UNAUTHORIZED_PRINCIPAL: Only administrators may delete topics';
const ARCHIVED = '400 BAD_REQUEST: The channel is archived';

/** The responses for inaccessible channels, and for an archived one. */
const calls: [what: string, call: Call, unseen: string, archived: string][] = [
  ['GET /streams/{id}', ({ client }, { id }) => client.get(`streams/${id}`), INVALID, 'accepted'],
  [
    'GET /streams/{id}/members',
    ({ client }, { id }) => client.get(`streams/${id}/members`),
    INVALID,
    'accepted',
  ],
  [
    'GET /streams/{id}/email_address',
    ({ client }, { id }) => client.get(`streams/${id}/email_address`),
    INVALID,
    INVALID,
  ],
  [
    'PATCH /streams/{id}',
    ({ client }, { id }) => client.patch(`streams/${id}`, { description: unique('new') }),
    INVALID,
    'accepted',
  ],
  [
    'DELETE /streams/{id}',
    ({ client }, { id }) => client.delete(`streams/${id}`),
    INVALID,
    '400 BAD_REQUEST: The channel is already archived',
  ],
  [
    'GET /users/me/{id}/topics',
    ({ client }, { id }) => client.get(`users/me/${id}/topics`),
    INVALID,
    'accepted',
  ],
  [
    'POST /streams/{id}/delete_topic, by a member',
    ({ client }, { id }) => client.post(`streams/${id}/delete_topic`, { topic_name: 'topic' }),
    FORBIDDEN,
    FORBIDDEN,
  ],
  [
    'POST /streams/{id}/delete_topic, by an administrator',
    (_, { id }) => admin.client.post(`streams/${id}/delete_topic`, { topic_name: 'topic' }),
    INVALID,
    'accepted',
  ],
  [
    'POST /streams/{id}/topic_icon',
    ({ client }, { id }) => client.post(`streams/${id}/topic_icon`, ICON),
    INVALID,
    ARCHIVED,
  ],
  [
    'DELETE /streams/{id}/topic_icon',
    ({ client }, { id }) => client.delete(`streams/${id}/topic_icon`, { topic_name: 'topic' }),
    INVALID,
    ARCHIVED,
  ],
  [
    'POST /default_streams, by a member',
    ({ client }, { id }) => client.post('default_streams', { stream_id: id }),
    ADMINISTRATORS,
    ADMINISTRATORS,
  ],
  [
    'PATCH /users/me/subscriptions/{id}',
    ({ client }, { id }) => client.patch(`${own}/${id}`, { property: 'color', value: '#123123' }),
    NOT_SUBSCRIBED,
    'accepted',
  ],
  [
    'POST /users/me/subscriptions/properties',
    ({ client }, { id }) =>
      client.post(`${own}/properties`, {
        subscription_data: [{ stream_id: id, property: 'color', value: '#321321' }],
      }),
    NOT_SUBSCRIBED,
    'accepted',
  ],
  [
    'GET /users/{user_id}/subscriptions/{id}',
    ({ client, userId }, { id }) => client.get(`users/${userId}/subscriptions/${id}`),
    INVALID,
    'accepted',
  ],
  [
    'POST /user_topics',
    ({ client }, { id }) =>
      client.post('user_topics', { stream_id: id, topic: 'topic', visibility_policy: 1 }),
    INVALID,
    'accepted',
  ],
  [
    'PATCH /users/me/subscriptions/muted_topics',
    ({ client }, { id }) =>
      client.patch(`${own}/muted_topics`, { stream_id: id, topic: 'other', op: 'add' }),
    INVALID,
    'accepted',
  ],
  [
    'POST /messages, by id',
    ({ client }, { id }) => client.post('messages', { to: id, ...MESSAGE }),
    NO_ID,
    "400 BAD_REQUEST: The channel 'NAME' is archived",
  ],
  [
    'POST /messages, by name',
    ({ client }, { name }) => client.post('messages', { to: name, ...MESSAGE }),
    NO_NAME,
    "400 BAD_REQUEST: The channel 'NAME' is archived",
  ],
  [
    'GET /get_stream_id',
    ({ client }, { name }) => client.get('get_stream_id', { stream: name }),
    UNKNOWN_NAME,
    'accepted',
  ],
  [
    'DELETE /users/me/subscriptions',
    ({ client }, { name }) => client.delete(own, { subscriptions: [name] }),
    NO_NAME,
    'accepted',
  ],
];

describe.each(calls)('%s', (_what, call, unseen, archived) => {
  it.each(TARGETS)('with one that is %s', async (target) => {
    const place = places[target];
    const before = await traces();
    const answer = refusal(await call(caller, place), place);
    expect(answer).toBe(target === 'archived' ? archived : unseen);
    if (answer !== 'accepted') expect(await traces()).toEqual(before);
  });
});

/** Administrators can access the metadata of private channels, but not their messages. */
it.each<[Target, string, string]>([
  ['unknown', INVALID, INVALID],
  ['foreign', INVALID, INVALID],
  ['hidden', '400 BAD_REQUEST: A default channel cannot be private', 'accepted'],
  ['archived', '400 BAD_REQUEST: A default channel cannot be archived', 'accepted'],
])('the default channels with one that is %s', async (target, added, removed) => {
  const place = places[target];
  const parameters = { stream_id: place.id };
  const before = await traces();
  const answers = [
    await admin.client.post('default_streams', parameters),
    await admin.client.delete('default_streams', parameters),
  ];
  expect(answers.map((answer) => refusal(answer, place))).toEqual([added, removed]);
  expect(await traces()).toEqual(before);
});
