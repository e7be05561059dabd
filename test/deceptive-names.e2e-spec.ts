// Names that look like other names, or like no name, are refused wherever a name is set.
import { describe, expect, test } from '@jest/globals';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { changeRealmSettings, createChannel, createUser, unique } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { realm, owner } = await createScene(app);

const HIDDEN = ['\u200b', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u3164', '\u2800', '\ue000'];

const channel = await createChannel(owner, []);
const group = await createGroup(unique('group'));
const folder = await owner.client.expect('POST', 'channel_folders/create', {
  name: unique('folder'),
  description: '',
});
const person = await createUser(app, realm);
const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });

async function createGroup(name: string): Promise<number> {
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name,
    description: '',
    members: [],
  });
  return id as number;
}

function createPerson(full_name: string): Promise<Answer> {
  const email = `${unique('person')}@example.com`;
  return owner.client.post('users', { email, full_name, password: 'correct horse battery staple' });
}

const ways: [string, (name: string) => Promise<Answer>][] = [
  ['of a new user', createPerson],
  ['of a user', (full_name) => owner.client.patch(`users/${person.userId}`, { full_name })],
  ['of the user', (full_name) => person.client.patch('settings', { full_name })],
  ['of a bot', (full_name) => owner.client.patch(`bots/${bot.userId}`, { full_name })],
  [
    'of a new bot',
    (full_name) => owner.client.post('bots', { full_name, short_name: unique('bot'), bot_type: 1 }),
  ],
  [
    'of a channel by subscribing',
    (name) => owner.client.post('users/me/subscriptions', { subscriptions: [{ name }] }),
  ],
  [
    'of a new channel',
    (name) => owner.client.post('channels/create', { name, subscribers: [owner.userId] }),
  ],
  ['of a channel', (new_name) => owner.client.patch(`streams/${channel.id}`, { new_name })],
  [
    'of a new group',
    (name) => owner.client.post('user_groups/create', { name, description: '', members: [] }),
  ],
  ['of a group', (name) => owner.client.patch(`user_groups/${group}`, { name })],
  [
    'of a folder',
    (name) =>
      owner.client.patch(`channel_folders/${folder['channel_folder_id'] as number}`, { name }),
  ],
];

test.each(ways)('the name %s has no hidden characters', async (_, set) => {
  const name = unique('name');
  for (const character of HIDDEN) {
    const answer = await set(`${name}${character}x`);
    expect([character, answer.status, answer.body['code']]).toEqual([
      character,
      400,
      'BAD_REQUEST',
    ]);
  }
  expect(await set('\u0301\u0301\u0301')).toMatchObject({ status: 400 });
  expect(await set(`  ${name} 👩‍💻\u0085`)).toMatchObject({ status: 200 });
});

describe('where names are unique', () => {
  const taken = ['Sample Owner', 'Straße 5', 'Jörg'];
  const similar = [
    'SAMPLE OWNER',
    'Ｓａｍｐｌｅ Owner',
    'Sample\u00a0Owner',
    'Sample  Owner',
    'STRASSE ５',
    'Jo\u0308rg',
  ];

  test('they differ in what people see', async () => {
    const { realm: other, owner: admin, member } = await createScene(app, { member: {} });
    await admin.client.expect('PATCH', 'settings', { full_name: taken[0] });
    for (const full_name of taken.slice(1)) {
      const { userId } = await createUser(app, other);
      await admin.client.expect('PATCH', `users/${userId}`, { full_name });
    }
    await changeRealmSettings(app, other, { require_unique_names: true });
    for (const full_name of similar) {
      expect(await member.client.patch('settings', { full_name })).toMatchObject({
        status: 400,
        body: { msg: 'There is already a user with this name' },
      });
    }
    await member.client.expect('PATCH', 'settings', { full_name: 'Jorg' });
    await member.client.expect('PATCH', 'settings', { full_name: 'JORG' });
  });

  test('of two users who take the same name at once, one gets it', async () => {
    const { realm: other, owner: admin } = await createScene(app);
    await changeRealmSettings(app, other, { require_unique_names: true });
    const answers = await Promise.all(
      ['Twin', 'TWIN', 'ｔｗｉｎ', 'twin'].map((full_name) =>
        admin.client.post('users', {
          email: `${unique('person')}@example.com`,
          full_name,
          password: 'correct horse battery staple',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });
});
