// Custom emoji: listing, adding and deactivating them, and their use.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { Images } from '#platform/images/images.js';
import { sharedTestApp } from './app.js';
import {
  createCustomEmoji,
  createRealm,
  createUser,
  sendDirect,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { animation, HEIC, plainImage } from './images.js';
import {
  fetchPicture,
  halves,
  postPicture,
  samplePicture,
  storedPictures,
  upload,
} from './pictures.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { fetchFile } from './uploads.js';
import { observersOf, observersOfCapabilities, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(app, { member: {} }));
});

function view(id: number, name: string, rest: object = {}): object {
  return {
    id: String(id),
    name,
    source_url: `/user_avatars/${realm.realmId}/emoji/images/${name}.png`,
    still_url: null,
    deactivated: false,
    author_id: null,
    ...rest,
  };
}

async function list(user = member): Promise<unknown> {
  return (await user.client.expect('GET', 'realm/emoji'))['emoji'];
}

test('are listed by id, for users of the organization only', async () => {
  expect(await list()).toEqual({});
  const id = await createCustomEmoji(app, realm, 'parley', owner.userId);
  const guest = await createUser(app, realm, { role: Role.Guest });
  const expected = { [id]: view(id, 'parley', { author_id: owner.userId }) };
  for (const user of [owner, member, guest]) expect(await list(user)).toEqual(expected);
  expect(await list((await createRealm(app)).owner)).toEqual({});
});

test('are deactivated by administrators and their authors', async () => {
  const moderator = await createUser(app, realm, { role: Role.Moderator });
  const administrator = await createUser(app, realm, { role: Role.Administrator });
  for (const [name, author, user, status] of [
    ['first', owner, member, 400],
    ['second', owner, moderator, 400],
    ['third', member, member, 200],
    ['fourth', member, owner, 200],
    ['fifth', member, administrator, 200],
  ] as const) {
    const id = await createCustomEmoji(app, realm, name, author.userId);
    const answer = await user.client.delete(`realm/emoji/${name}`);
    expect([name, answer.status]).toEqual([name, status]);
    expect(await list()).toMatchObject({ [id]: { deactivated: status === 200 } });
  }
});

test('that do not exist cannot be deactivated', async () => {
  await createCustomEmoji(app, await createRealm(app), 'elsewhere');
  await createCustomEmoji(app, realm, 'twice');
  await owner.client.expect('DELETE', 'realm/emoji/twice');
  for (const name of ['twice', 'elsewhere', 'heart', 'zulip', 'a b', 'Twice']) {
    const { status, body } = await owner.client.delete(`realm/emoji/${encodeURIComponent(name)}`);
    expect({ status, ...body }).toMatchObject({ status: 404, code: 'BAD_REQUEST' });
  }
});

test('their deactivation is published to all users, in the form of each client', async () => {
  const [kept, gone] = [
    await createCustomEmoji(app, realm, 'kept'),
    await createCustomEmoji(app, realm, 'gone'),
  ];
  const seen = await verifyEvents(
    app,
    [...observersOf(realm, { owner, member }), ...observersOfCapabilities(realm, member)],
    () => owner.client.expect('DELETE', 'realm/emoji/gone'),
  );
  expect(seen.get('member')).toMatchObject([
    { type: 'realm_emoji', op: 'update_one', emoji_id: String(gone), data: { deactivated: true } },
  ]);
  expect(seen.get('a client without individual_emoji_changes')).toMatchObject([
    {
      type: 'realm_emoji',
      op: 'update',
      realm_emoji: {
        [kept]: view(kept, 'kept'),
        [gone]: view(gone, 'gone', { deactivated: true }),
      },
    },
  ]);
});

test('are shown in messages while they are active', async () => {
  await createCustomEmoji(app, realm, 'parley');
  await createCustomEmoji(app, realm, 'heart');
  const rendered = async (content: string): Promise<unknown> =>
    (await member.client.expect('POST', 'messages/render', { content }))['rendered'];
  const picture = (name: string): string =>
    `<p><img alt=":${name}:" class="emoji" src="/user_avatars/${realm.realmId}/emoji/images/${name}.png" title="${name}"></p>`;
  expect(await rendered(':parley:')).toBe(picture('parley'));
  expect(await rendered(':heart:')).toBe(picture('heart'));
  await owner.client.expect('DELETE', 'realm/emoji/parley');
  await owner.client.expect('DELETE', 'realm/emoji/heart');
  expect(await rendered(':parley:')).toBe('<p>:parley:</p>');
  expect(await rendered(':heart:')).toContain('emoji-2764');
});

interface EmojiView {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

async function add(user: TestUser, name: string, content?: Buffer): Promise<EmojiView> {
  const path = `realm/emoji/${encodeURIComponent(name)}`;
  await upload(user, path, content ?? (await samplePicture()));
  return Object.values((await list()) as Record<string, EmojiView>).at(-1)!;
}

describe('an added emoji', () => {
  test('is a square of 64 pixels, of the middle of the picture', async () => {
    const emoji = await add(member, 'two halves', await halves(300, 100));
    expect(emoji).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'two_halves',
      source_url: expect.stringMatching(
        new RegExp(`^/user_avatars/${realm.realmId}/emoji/images/[0-9a-f]{32}\\.png$`),
      ),
      still_url: null,
      deactivated: false,
      author_id: member.userId,
    });
    const picture = await fetchPicture(app, realm, emoji.source_url);
    expect(picture).toMatchObject({ format: 'png', width: 64, height: 64, frames: 1 });
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { dominant } = await sharp(picture.content)
      .extract({ left: 0, top: 0, width: 30, height: 64 })
      .stats();
    expect(dominant.r).toBeGreaterThan(200);
    const stored = await storedPictures(app, realm, 'emoji');
    expect(stored).toEqual([
      expect.stringMatching(/\/images\/[0-9a-f]{32}\.png$/),
      expect.stringMatching(/\/originals\/[0-9a-f]{32}\.png$/),
    ]);
    for (const path of [
      `/user_avatars/${realm.realmId}/emoji/originals/${stored[1]!.slice(-36)}`,
      `/user_avatars/${realm.realmId}/emoji/images/still/${stored[1]!.slice(-36)}`,
      `/user_avatars/${realm.realmId}/emoji/images/${'a'.repeat(32)}.png`,
      `/user_avatars/${realm.realmId}/emoji/images/a.svg`,
    ]) {
      expect([path, (await fetchFile(app, realm, path)).status]).toEqual([path, 404]);
    }
    const elsewhere = await createRealm(app);
    expect((await fetchFile(app, elsewhere, emoji.source_url)).status).toBe(404);
  });

  test.each(['gif', 'webp'] as const)(
    'can be animated, with a still picture: %s',
    async (format) => {
      const emoji = await add(member, 'moving', await animation(format));
      expect(emoji.source_url).toMatch(new RegExp(`/[0-9a-f]{32}\\.${format}$`));
      expect(emoji.still_url).toMatch(/\/emoji\/images\/still\/[0-9a-f]{32}\.png$/);
      const moving = await fetchPicture(app, realm, emoji.source_url);
      expect(moving).toMatchObject({ format, width: 64, height: 64, frames: 3 });
      const still = await fetchPicture(app, realm, emoji.still_url!);
      expect(still).toMatchObject({ format: 'png', width: 64, height: 64, frames: 1 });
      expect(await storedPictures(app, realm, 'emoji')).toHaveLength(3);
    },
  );

  test('is published to all users, in the form of each client', async () => {
    const picture = await animation('gif');
    const guest = await createUser(app, realm, { role: Role.Guest });
    const observers = [
      ...observersOf(realm, { owner, member, guest }),
      ...observersOfCapabilities(realm, member),
    ];
    const seen = await verifyEvents(app, observers, () =>
      upload(member, 'realm/emoji/moving', picture),
    );
    const emoji = Object.values((await list()) as Record<string, EmojiView>)[0]!;
    expect(seen.get('guest')).toMatchObject([{ type: 'realm_emoji', op: 'add', emoji }]);
    expect(seen.get('a client without individual_emoji_changes')).toMatchObject([
      { type: 'realm_emoji', op: 'update', realm_emoji: { [emoji.id]: emoji } },
    ]);
  });

  test('and a deactivation at the same time do not lose each other', async () => {
    const picture = await samplePicture();
    await upload(member, 'realm/emoji/first', picture);
    const names = ['sample1', 'sample2', 'sample3', 'sample4'];
    await verifyEvents(app, observersOf(realm, { owner }), () =>
      Promise.all([
        ...names.map((name) => upload(member, `realm/emoji/${name}`, picture)),
        owner.client.expect('DELETE', 'realm/emoji/first'),
      ]),
    );
    expect(Object.keys((await list()) as object)).toHaveLength(5);
  });

  test('of one name is added once', async () => {
    const picture = await samplePicture();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => postPicture(member, 'realm/emoji/twin', picture)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await runJobs(app.app);
    expect(await storedPictures(app, realm, 'emoji')).toHaveLength(2);
    await owner.client.expect('DELETE', 'realm/emoji/twin');
    await upload(member, 'realm/emoji/twin', picture);
    const all = Object.values((await list()) as Record<string, EmojiView>);
    expect(all.map(({ deactivated }) => deactivated)).toEqual([true, false]);
  });

  test('is recorded in the audit log', async () => {
    const { id } = await add(member, 'party');
    const { entries } = await owner.client.expect('GET', 'realm/audit_log', {
      kind: 'emoji.created',
    });
    expect(entries).toMatchObject([
      { actor_id: member.userId, target_id: Number(id), before: null, after: { name: 'party' } },
    ]);
  });
});

describe('adding an emoji', () => {
  test('is for users with the permission', async () => {
    const picture = await samplePicture();
    const guest = await createUser(app, realm, { role: Role.Guest });
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: member.userId } });
    const other = (await createRealm(app)).owner;
    const foreign = { ...other, client: other.client.as(undefined) };
    for (const [user, name, status] of [
      [guest, 'sample_a', 400],
      [member, 'sample_b', 200],
      [bot, 'sample_c', 200],
      [foreign, 'sample_d', 401],
    ] as const) {
      expect((await postPicture(user, `realm/emoji/${name}`, picture)).status).toBe(status);
    }
    const groups = await owner.client.expect('GET', 'user_groups');
    const { id } = (groups['user_groups'] as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )!;
    await owner.client.expect('PATCH', 'realm', { can_add_custom_emoji_group: { new: id } });
    app.clock.advance(6);
    expect((await postPicture(member, 'realm/emoji/sample_e', picture)).status).toBe(400);
    expect((await postPicture(owner, 'realm/emoji/sample_e', picture)).status).toBe(200);
    await owner.client.expect('DELETE', `users/${member.userId}`);
    expect((await postPicture(member, 'realm/emoji/sample_f', picture)).status).toBe(401);
    expect(await storedPictures(app, realm, 'emoji')).toHaveLength(6);
  });

  test('under the name of another emoji is for administrators', async () => {
    const picture = await samplePicture();
    for (const name of ['heart', 'thumbs_up', 'zulip', 'tada']) {
      const { status, body } = await postPicture(member, `realm/emoji/${name}`, picture);
      expect([name, status, body['code']]).toEqual([name, 400, 'BAD_REQUEST']);
    }
    await upload(owner, 'realm/emoji/heart', picture);
    await upload(owner, 'realm/emoji/zulip', picture);
    for (const user of [owner, member]) {
      expect((await postPicture(user, 'realm/emoji/heart', picture)).status).toBe(400);
    }
    const { rendered } = await member.client.expect('POST', 'messages/render', {
      content: ':heart: :zulip:',
    });
    expect(String(rendered).match(/\/user_avatars\//g)).toHaveLength(2);
  });

  test('during changes of rights succeeds once, or leaves nothing', async () => {
    const picture = await samplePicture();
    const images = app.app.get(Images, { strict: false });
    const read = images.read.bind(images);
    const change: { act: () => Promise<unknown> } = { act: () => Promise.resolve() };
    const spy = jest.spyOn(images, 'read').mockImplementation(async (...args) => {
      const result = await read(...args);
      await change.act();
      return result;
    });
    const other = await createUser(app, realm);
    change.act = () =>
      owner.client.expect('PATCH', `users/${other.userId}`, { role: Role.Moderator });
    await upload(member, 'realm/emoji/sample', picture);
    expect(await storedPictures(app, realm, 'emoji')).toHaveLength(2);

    change.act = () => owner.client.expect('PATCH', `users/${member.userId}`, { role: Role.Guest });
    expect((await postPicture(member, 'realm/emoji/refused', picture)).status).toBe(400);
    expect(spy).toHaveBeenCalledTimes(2);
    spy.mockRestore();
    await runJobs(app.app);
    expect(await storedPictures(app, realm, 'emoji')).toHaveLength(2);
  });

  test('is limited, since events contain all of them', async () => {
    await app.app.get(Database).query(
      `INSERT INTO realm_emoji (realm_id, name, file_name, is_deactivated)
       SELECT $1, 'emoji_' || n, md5(n::text) || '.png', n % 2 = 0
       FROM generate_series(1, 4999) AS n`,
      [realm.realmId],
    );
    const picture = await samplePicture();
    await verifyEvents(app, observersOf(realm, { owner }), () =>
      upload(member, 'realm/emoji/last', picture),
    );
    const { status, body } = await postPicture(member, 'realm/emoji/another', picture);
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    await runJobs(app.app);
    expect(await storedPictures(app, realm, 'emoji')).toHaveLength(2);
  });

  test('needs a valid name', async () => {
    const picture = await samplePicture();
    for (const name of ['Upper', 'a:b', 'é', 'end-', 'end_', '%20', 'a.b', 'x'.repeat(101), '😀']) {
      const path = `realm/emoji/${encodeURIComponent(name)}`;
      const { status, body } = await postPicture(member, path, picture);
      expect([name, status, body['code']]).toEqual([name, 400, 'BAD_REQUEST']);
    }
    expect(await storedPictures(app, realm, 'emoji')).toEqual([]);
  });

  test('takes only pictures that browsers show, and that are small after resizing', async () => {
    const frames = await Promise.all(
      Array.from({ length: 40 }, () =>
        sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
          .png()
          .toBuffer(),
      ),
    );
    const noise = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    for (const content of [HEIC, await plainImage(9, 9).tiff().toBuffer(), noise]) {
      const { status, body } = await postPicture(member, 'realm/emoji/noise', content);
      expect([status, body['code']]).toEqual([400, 'BAD_IMAGE']);
    }
    expect(await storedPictures(app, realm, 'emoji')).toEqual([]);
  });
});

describe('an added emoji can be used', () => {
  let emoji: EmojiView;

  beforeEach(async () => {
    emoji = await add(member, 'party');
  });

  test('in messages, which keep it when it is deactivated', async () => {
    const id = await sendDirect(member, [owner], ':party:');
    const content = async (): Promise<unknown> => {
      const { message } = await owner.client.expect('GET', `messages/${id}`);
      return (message as { content: string }).content;
    };
    const picture = `<p><img alt=":party:" class="emoji" src="${emoji.source_url}" title="party"></p>`;
    expect(await content()).toBe(picture);
    await member.client.expect('DELETE', 'realm/emoji/party');
    expect(await content()).toBe(picture);
    await runJobs(app.app);
    expect((await fetchPicture(app, realm, emoji.source_url)).width).toBe(64);
    const { rendered } = await member.client.expect('POST', 'messages/render', {
      content: ':party:',
    });
    expect(rendered).toBe('<p>:party:</p>');
  });

  test('in descriptions of channels, folders and the organization', async () => {
    const description = 'A :party: place';
    const html = expect.stringContaining(`src="${emoji.source_url}"`);
    const observers = observersOf(realm, { owner, member });
    await verifyEvents(app, observers, async () => {
      await owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: 'described', description }],
      });
      await owner.client.expect('POST', 'channel_folders/create', { name: 'Sample', description });
      await owner.client.expect('PATCH', 'realm', { description });
    });
    const { streams } = await owner.client.expect('GET', 'streams');
    expect(streams).toContainEqual(expect.objectContaining({ rendered_description: html }));
    const { channel_folders } = await owner.client.expect('GET', 'channel_folders');
    expect(channel_folders).toMatchObject([{ rendered_description: html }]);
    app.clock.advance(6);
    const settings = await realm.anonymous.expect('GET', 'server_settings');
    expect(settings['realm_description']).toEqual(html);
  });

  test('in reactions, which other users can join when it is deactivated', async () => {
    const id = await sendDirect(member, [owner], 'A sample');
    const reaction = { emoji_name: 'party', emoji_code: emoji.id, reaction_type: 'realm_emoji' };
    const observers = observersOf(realm, { owner, member });
    await verifyEvents(app, observers, () =>
      member.client.expect('POST', `messages/${id}/reactions`, { emoji_name: 'party' }),
    );
    await owner.client.expect('DELETE', 'realm/emoji/party');
    const again = await sendDirect(member, [owner], 'Another sample');
    expect((await owner.client.post(`messages/${again}/reactions`, reaction)).status).toBe(400);
    await verifyEvents(app, observers, () =>
      owner.client.expect('POST', `messages/${id}/reactions`, reaction),
    );
    const { message } = await owner.client.expect('GET', `messages/${id}`);
    expect(message).toMatchObject({
      reactions: [
        { ...reaction, user_id: member.userId },
        { ...reaction, user_id: owner.userId },
      ],
    });
    expect(await list()).toMatchObject({ [emoji.id]: { deactivated: true } });
  });

  test('in statuses, until it is deactivated', async () => {
    const observers = observersOf(realm, { owner, member });
    const named = { emoji_name: 'party' };
    await verifyEvents(app, observers, () =>
      member.client.expect('POST', 'users/me/status', named),
    );
    expect(await owner.client.expect('GET', `users/${member.userId}/status`)).toMatchObject({
      status: { emoji_name: 'party', emoji_code: emoji.id, reaction_type: 'realm_emoji' },
    });
    await owner.client.expect('DELETE', 'realm/emoji/party');
    app.clock.advance(6);
    expect((await owner.client.post('users/me/status', named)).status).toBe(400);
    expect(await owner.client.expect('GET', `users/${member.userId}/status`)).toMatchObject({
      status: { emoji_code: emoji.id },
    });
  });
});
