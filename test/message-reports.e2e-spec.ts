// Reporting messages to the moderators.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let author: TestUser;
let reader: TestUser;
let moderation: number;

beforeEach(async () => {
  ({ realm, owner, author, reader } = await createScene(app, {
    author: { fullName: 'Sample Author' },
    reader: { fullName: 'Sample Reader' },
  }));
  moderation = await subscribe(owner, unique('moderation'), { invite_only: true });
  await changeRealmSettings(app, realm, { moderation_request_channel_id: moderation });
});

function report(id: number, parameters: Parameters = {}, user = reader): Promise<Answer> {
  return user.client.post(`messages/${id}/report`, { report_type: 'spam', ...parameters });
}

interface Reported {
  sender_full_name: string;
  subject: string;
  content: string;
}

async function reports(form: Parameters = {}): Promise<Reported[]> {
  const { messages } = await owner.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: moderation },
      { operator: 'topic', operand: 'Reports about Sample Author' },
    ],
    apply_markdown: false,
    ...form,
  });
  return messages as Reported[];
}

const mention = (user: TestUser, name: string): string => `@_**${name}|${user.userId}**`;

test('of a direct message shows sender, recipients and text', async () => {
  const id = await sendDirect(author, [reader], 'buy **this**');
  const { status, body } = await report(id, { description: ' every day ' });
  expect([status, body]).toEqual([200, { result: 'success', msg: '' }]);
  const [reporter, writer] = [mention(reader, 'Sample Reader'), mention(author, 'Sample Author')];
  expect(await reports()).toMatchObject([
    {
      sender_full_name: 'Notification Bot',
      content: [
        `${reporter} reported a message by ${writer} to ${reporter}.`,
        'Reason: **Spam**',
        '``` text\nevery day\n```',
        'The message:',
        '``` text\nbuy **this**\n```',
      ].join('\n\n'),
    },
  ]);
});

test('of a channel message links to it', async () => {
  const name = unique('channel');
  const streamId = await subscribe(author, name);
  const id = await sendToStream(author, streamId, 'sale', 'buy this');
  await report(id);
  const [{ content } = { content: '' }] = await reports();
  expect(content).toContain(` in #**${name}>sale@${id}**.\n\nReason: **Spam**\n\nThe message:`);
  const [html] = await reports({ apply_markdown: true });
  expect(html!.content).toContain(`near/${id}`);
});

test('escapes quotes and mentions, and truncates long texts', async () => {
  const tricky = await sendDirect(author, [reader], '```\ncode\n```\n@**all** ````');
  const long = await sendDirect(author, [reader], 'x'.repeat(10_000));
  await report(tricky);
  await report(long);
  const [first, second] = await reports();
  expect(first!.content).toContain('````` text\n```\ncode\n```\n@**all** ````\n`````');
  expect(second!.content.endsWith('x…\n```')).toBe(true);
  const [html] = await reports({ apply_markdown: true });
  expect(html!.content).not.toContain('user-mention channel-wildcard-mention');
});

describe('is refused', () => {
  test.each([
    ['an unknown type', { report_type: 'boring' }],
    ['no words for another reason', { report_type: 'other' }],
    ['blank words for another reason', { report_type: 'other', description: '  ' }],
    ['too many words', { description: 'x'.repeat(1001) }],
  ])('for %s', async (_, parameters: Parameters) => {
    const { status, body } = await report(await sendDirect(author, [reader], 'hello'), parameters);
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect(await reports()).toEqual([]);
  });

  test('without a type', async () => {
    const id = await sendDirect(author, [reader], 'hello');
    const { body } = await report(id, { report_type: undefined });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'report_type' });
  });

  test('for messages that the caller may not read', async () => {
    const hidden = await sendDirect(author, [owner], 'hello');
    for (const id of [hidden, 99_999_999]) {
      const { status, body } = await report(id);
      expect([status, body['msg']]).toEqual([400, 'Invalid message(s)']);
    }
  });

  test('without a channel for reports', async () => {
    const id = await sendDirect(author, [reader], 'hello');
    await owner.client.expect('DELETE', `streams/${moderation}`);
    expect((await report(id)).body['code']).toBe('BAD_REQUEST');
    await changeRealmSettings(app, realm, { moderation_request_channel_id: -1 });
    expect((await report(id)).body['code']).toBe('BAD_REQUEST');
  });
});

test('every type can be used by all users', async () => {
  const guest = await createUser(app, realm, { role: Role.Guest });
  const id = await sendDirect(author, [guest], 'hello');
  const { server_report_message_types: types } = await guest.client.expect('POST', 'register', {
    fetch_event_types: ['realm'],
  });
  for (const { key } of types as { key: string }[]) {
    expect((await report(id, { report_type: key, description: 'words' }, guest)).status).toBe(200);
  }
  expect(await reports()).toHaveLength((types as object[]).length);
});

test('is sent to the moderators only', async () => {
  const id = await sendDirect(author, [reader], 'hello');
  const observers = observersOf(realm, { owner, author, reader });
  const seen = await verifyEvents(app, observers, () => report(id));
  expect(seen.get('owner')).toMatchObject([{ type: 'message' }]);
  for (const name of ['author', 'reader']) {
    expect(seen.get(name)?.filter(({ type }) => type === 'message')).toEqual([]);
  }
});
