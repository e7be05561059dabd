// The pictures of users: gravatars, patterns and uploaded ones.
import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Role } from '#platform/http/actor.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { sharedTestApp, startTestApp } from './app.js';
import { createRealm, createUser, sendDirect, type TestRealm, type TestUser } from './factories.js';
import { HEIC, plainImage } from './images.js';
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

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let guest: TestUser;

beforeEach(async () => {
  ({ realm, owner, member, guest } = await createScene(test, {
    member: {},
    guest: { role: Role.Guest },
  }));
});

interface Shown {
  avatar_url: string | null;
  avatar_version: number;
  email: string;
}

async function shown(user: TestUser, parameters: object = {}, viewer = owner): Promise<Shown> {
  const { user: found } = await viewer.client.expect('GET', `users/${user.userId}`, {
    client_gravatar: false,
    ...parameters,
  });
  return found as Shown;
}

function mediumOf(url: string): string {
  return url.replace('.png', '-medium.png');
}

async function enablePatterns(): Promise<void> {
  await owner.client.expect('PATCH', 'realm', { default_avatar_source: 'J' });
  test.clock.advance(6);
}

describe('GET /avatar', () => {
  async function locationOf(user: TestUser, path: string): Promise<unknown> {
    const { status, headers } = await user.client.raw('GET', `/avatar/${path}`);
    return status === 302 ? headers['location'] : status;
  }

  it('finds a picture by id and by email, in both sizes', async () => {
    const { avatar_url: url, email } = await shown(member);
    expect(await locationOf(owner, `${member.userId}`)).toBe(url);
    expect(await locationOf(owner, email)).toBe(url);
    expect(await locationOf(owner, `${member.userId}?version=7`)).toBe(`${url}&version=7`);
    expect(await locationOf(owner, `${member.userId}/medium`)).toContain('&s=500');
  });

  it('finds uploaded pictures and patterns', async () => {
    const { avatar_url: uploaded } = await upload(member, 'users/me/avatar', await samplePicture());
    expect(await locationOf(guest, `${member.userId}`)).toBe(uploaded);
    expect(await locationOf(guest, `${member.userId}/medium`)).toBe(mediumOf(uploaded as string));
    await enablePatterns();
    const { userId } = await createUser(test, realm);
    expect(await locationOf(guest, `${userId}?v=1`)).toBe(
      `/user_avatars/jdenticon/${userId}.png?version=1&v=1`,
    );
  });

  it('has a picture for users who do not exist or are elsewhere', async () => {
    const other = await createRealm(test);
    await upload(other.owner, 'users/me/avatar', await samplePicture());
    for (const name of ['99999999', `${other.owner.userId}`, 'nobody@example.com']) {
      expect(await locationOf(guest, name)).toContain('https://secure.gravatar.com/');
    }
  });

  it('needs an account, except for ids in organizations with web-public channels', async () => {
    const anonymous = { ...owner, client: owner.client.as(undefined) };
    const { avatar_url: url, email } = await shown(member);
    expect(await locationOf(anonymous, `${member.userId}`)).toBe(401);
    await owner.client.expect('PATCH', 'realm', { enable_spectator_access: true });
    test.clock.advance(6);
    expect(await locationOf(anonymous, `${member.userId}`)).toBe(url);
    expect(await locationOf(anonymous, '99999999/medium')).toContain('&s=500');
    expect(await locationOf(anonymous, email)).toBe(401);
    const elsewhere = await createRealm(test);
    expect(await locationOf({ ...owner, client: elsewhere.anonymous }, `${member.userId}`)).toBe(
      401,
    );
  });
});

describe('an uploaded avatar', () => {
  it('is the middle of the picture, in two sizes, and keeps its original', async () => {
    const original = await halves(300, 100);
    const { avatar_url: url } = await upload(member, 'users/me/avatar', original, {
      name: '../../x.svg',
      type: 'image/svg+xml',
    });
    const path = `${realm.realmId}/[0-9a-f]{40}`;
    expect(url).toMatch(new RegExp(`^/user_avatars/${path}\\.png\\?version=2$`));
    expect(await shown(member)).toMatchObject({ avatar_url: url, avatar_version: 2 });
    const normal = await fetchPicture(test, realm, url as string);
    expect(normal).toMatchObject({ format: 'png', width: 100, height: 100 });
    expect(normal.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const medium = await fetchPicture(test, realm, mediumOf(url as string));
    expect(medium).toMatchObject({ format: 'png', width: 500, height: 500 });
    const pixel = (left: number): Promise<Buffer> =>
      sharp(medium.content).extract({ left, top: 250, width: 1, height: 1 }).raw().toBuffer();
    expect([...(await pixel(100)).subarray(0, 3)]).toEqual([255, 0, 0]);
    expect([...(await pixel(400)).subarray(0, 3)]).toEqual([0, 128, 0]);

    const stored = await storedPictures(test, realm, 'avatars');
    expect(stored).toEqual([
      expect.stringMatching(new RegExp(`^avatars/${path}-medium\\.png$`)),
      expect.stringMatching(new RegExp(`^avatars/${path}\\.original$`)),
      expect.stringMatching(new RegExp(`^avatars/${path}\\.png$`)),
    ]);
    // The original is not served.
    const hidden = `/user_${stored[1]!}`;
    expect((await fetchFile(test, realm, hidden)).status).toBe(404);
  });

  it('may have any format of photographs', async () => {
    for (const file of [
      HEIC,
      await plainImage(30, 40).jpeg().toBuffer(),
      await plainImage(30, 40).avif().toBuffer(),
      await plainImage(30, 40).tiff().toBuffer(),
    ]) {
      const { avatar_url: url } = await upload(member, 'users/me/avatar', file);
      const picture = await fetchPicture(test, realm, url as string);
      expect(picture).toMatchObject({ format: 'png', width: 100, height: 100 });
    }
  });

  it('is shown to all, also instead of null, in users and in messages', async () => {
    const { avatar_url: url } = await upload(member, 'users/me/avatar', await samplePicture());
    for (const viewer of [owner, guest, member]) {
      for (const client_gravatar of [true, false]) {
        expect((await shown(member, { client_gravatar }, viewer)).avatar_url).toBe(url);
      }
    }
    expect(await member.client.expect('GET', 'users/me')).toMatchObject({
      avatar_url: url,
      avatar_version: 2,
    });
    expect(await member.client.expect('POST', 'register')).toMatchObject({
      avatar_source: 'U',
      avatar_url: url,
      avatar_url_medium: mediumOf(url as string),
    });
    test.clock.advance(61);
    const { queue_id } = await guest.client.expect('POST', 'register', {
      event_types: ['message'],
    });
    await sendDirect(member, [guest], 'A sample');
    const { events } = await guest.client.expect('GET', 'events', { queue_id, last_event_id: -1 });
    expect(events).toMatchObject([{ message: { avatar_url: url } }]);
    const { messages } = await guest.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    expect(messages).toMatchObject([{ avatar_url: url }]);
  });

  it('is published to all users, in the form of each client', async () => {
    const picture = await samplePicture();
    const observers = [
      ...observersOf(realm, { owner, member, guest }),
      ...observersOfCapabilities(realm, owner),
    ];
    const url = { avatar_url: '' };
    const changed = await verifyEvents(test, observers, async () => {
      Object.assign(url, await upload(member, 'users/me/avatar', picture));
    });
    const person = {
      user_id: member.userId,
      avatar_url: url.avatar_url,
      avatar_url_medium: mediumOf(url.avatar_url),
      avatar_source: 'U',
      avatar_version: 2,
    };
    for (const { name } of observers) {
      expect(changed.get(name)).toMatchObject([{ type: 'realm_user', op: 'update', person }]);
    }
    const removed = await verifyEvents(test, observers, () =>
      member.client.expect('DELETE', 'users/me/avatar'),
    );
    expect(removed.get('guest')).toMatchObject([
      { person: { user_id: member.userId, avatar_source: 'G', avatar_version: 3 } },
    ]);
  });

  it('replaces the former one, whose files are deleted', async () => {
    const { avatar_url: first } = await upload(member, 'users/me/avatar', await samplePicture());
    const before = await storedPictures(test, realm, 'avatars');
    const { avatar_url: second } = await upload(member, 'users/me/avatar', await samplePicture());
    expect(second).not.toBe(first);
    await runJobs(test.app);
    const after = await storedPictures(test, realm, 'avatars');
    expect(after).toHaveLength(3);
    expect(after.some((path) => before.includes(path))).toBe(false);
    expect((await fetchFile(test, realm, first as string)).status).toBe(404);
    expect((await fetchPicture(test, realm, second as string)).width).toBe(100);

    const { avatar_url: removed } = await member.client.expect('DELETE', 'users/me/avatar');
    expect(removed).toMatch(/^https:\/\/secure\.gravatar\.com\/.*&version=4$/);
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toEqual([]);
  });

  it('of several requests at once is one of them, with all files', async () => {
    const picture = await samplePicture();
    await Promise.all(Array.from({ length: 4 }, () => upload(member, 'users/me/avatar', picture)));
    expect((await shown(member)).avatar_version).toBe(5);
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toHaveLength(3);
    expect((await fetchPicture(test, realm, (await shown(member)).avatar_url!)).width).toBe(100);
  });

  it('is available in its organization only', async () => {
    const { avatar_url: url } = await upload(member, 'users/me/avatar', await samplePicture());
    const other = await createRealm(test);
    expect((await fetchFile(test, other, url as string)).status).toBe(404);
    for (const path of ['x.png', `${'a'.repeat(40)}.png`, `${'a'.repeat(40)}.original`]) {
      const { status } = await fetchFile(test, realm, `/user_avatars/${realm.realmId}/${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('is deleted with the profile of its user', async () => {
    await upload(member, 'users/me/avatar', await samplePicture());
    await owner.client.expect('DELETE', `users/${member.userId}`);
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toHaveLength(3);
    const leaver = await createUser(test, realm);
    await upload(leaver, 'users/me/avatar', await samplePicture());
    await owner.client.expect('DELETE', `users/${leaver.userId}`, {
      actions: { delete_profile: true },
    });
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toHaveLength(3);
    expect((await shown(leaver)).avatar_url).toContain('https://secure.gravatar.com/');
  });

  it('is recorded in the audit log when another user changes it, such as the owner of a bot', async () => {
    await upload(member, 'users/me/avatar', await samplePicture());
    const bot = await upload(member, 'bots', await samplePicture(), {
      fields: { full_name: 'Sample Bot', short_name: 'sample' },
    });
    const { entries } = await owner.client.expect('GET', 'realm/audit_log', {
      kind: 'user.avatar_changed',
    });
    expect(entries).toMatchObject([
      {
        actor_id: member.userId,
        target_id: bot['user_id'],
        before: { avatar_source: 'G', avatar_version: 1 },
        after: { avatar_source: 'U', avatar_version: 2 },
      },
    ]);
  });
});

describe('who may change avatars', () => {
  it('may be limited to administrators, also for bots that change their own', async () => {
    const picture = await samplePicture();
    const administrator = await createUser(test, realm, { role: Role.Administrator });
    const moderator = await createUser(test, realm, { role: Role.Moderator });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    for (const user of [guest, bot]) await upload(user, 'users/me/avatar', picture);
    await owner.client.expect('PATCH', 'realm', { avatar_changes_disabled: true });
    test.clock.advance(6);
    for (const [user, status] of [
      [guest, 400],
      [member, 400],
      [moderator, 400],
      [bot, 400],
      [administrator, 200],
      [owner, 200],
    ] as const) {
      expect((await postPicture(user, 'users/me/avatar', picture)).status).toBe(status);
      expect((await user.client.delete('users/me/avatar')).status).toBe(status);
    }
    // Owners may change the pictures of their bots.
    await upload(member, `bots/${bot.userId}`, picture, { method: 'PATCH' });
  });

  it('are not deactivated users, or callers without an account', async () => {
    const picture = await samplePicture();
    await owner.client.expect('DELETE', `users/${member.userId}`);
    expect((await postPicture(member, 'users/me/avatar', picture)).status).toBe(401);
    const anonymous = { ...owner, client: realm.anonymous };
    expect((await postPicture(anonymous, 'users/me/avatar', picture)).status).toBe(401);
    expect((await anonymous.client.delete('users/me/avatar')).status).toBe(401);
    expect(await storedPictures(test, realm, 'avatars')).toEqual([]);
  });
});

describe('the picture of a bot', () => {
  const FIELDS = { full_name: 'Sample Bot', short_name: 'sample' };

  it('is uploaded when the bot is created', async () => {
    const picture = await samplePicture();
    const observers = observersOf(realm, { owner, member, guest });
    let botId = 0;
    await verifyEvents(test, observers, async () => {
      const bot = await upload(member, 'bots', picture, { fields: FIELDS });
      botId = bot['user_id'] as number;
    });
    const { user } = await owner.client.expect('GET', `users/${botId}`);
    const { avatar_url: url } = user as Shown;
    expect((await fetchPicture(test, realm, url!)).width).toBe(100);
  });

  it('is changed with the bot, also by clients that send POST for PATCH', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const path = `bots/${bot.userId}`;
    const picture = await samplePicture();
    const observers = observersOf(realm, { owner, member, guest });
    await verifyEvents(test, observers, () =>
      upload(member, path, picture, { method: 'PATCH', fields: { full_name: 'New Name' } }),
    );
    expect(await shown(bot)).toMatchObject({ full_name: 'New Name', avatar_version: 2 });
    await upload(owner, path, picture, { fields: { full_name: 'Other', method: 'PATCH' } });
    expect(await shown(bot)).toMatchObject({ full_name: 'Other', avatar_version: 3 });
    const posted = await owner.client.raw('POST', `/api/v1/${path}`, {
      headers: { 'Content-Type': 'multipart/form-data; boundary=e' },
      body: '--e\r\nContent-Disposition: form-data; name="full_name"\r\n\r\nThird\r\n--e--\r\n',
    });
    expect([posted.status, posted.body['code']]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toHaveLength(3);
  });

  it('leaves nothing behind when the request is refused', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const picture = await samplePicture();
    const other = await createRealm(test);
    for (const [user, path, options] of [
      [member, 'bots', { fields: { ...FIELDS, full_name: '' } }],
      [member, `bots/${bot.userId}`, { method: 'PATCH' }],
      [guest, 'bots', { fields: FIELDS }],
      [other.owner, `bots/${bot.userId}`, { method: 'PATCH' }],
      [owner, `bots/${bot.userId}`, { method: 'PATCH', fields: { full_name: 'x'.repeat(101) } }],
      [owner, `bots/${bot.userId}`, { method: 'PATCH', count: 2 }],
    ] as const) {
      const { status, body } = await postPicture(user, path, picture, options);
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'avatars')).toEqual([]);
    expect(await shown(bot)).toMatchObject({ avatar_version: 1 });
  });
});

describe('the pattern of a user', () => {
  it('is the picture of new users where the organization chose it', async () => {
    await enablePatterns();
    const other = await createUser(test, realm);
    const url = `/user_avatars/jdenticon/${other.userId}.png?version=1`;
    for (const client_gravatar of [true, false]) {
      expect((await shown(other, { client_gravatar })).avatar_url).toBe(url);
    }
    expect(await other.client.expect('POST', 'register')).toMatchObject({
      avatar_source: 'J',
      avatar_url: url,
      avatar_url_medium: mediumOf(url),
    });
    expect((await shown(member)).avatar_url).toContain('https://secure.gravatar.com/');
    const normal = await fetchPicture(test, realm, url);
    expect(normal).toMatchObject({ format: 'png', width: 100, height: 100 });
    const medium = await fetchPicture(test, realm, mediumOf(url));
    expect(medium).toMatchObject({ format: 'png', width: 500, height: 500 });
    const again = await fetchPicture(test, realm, `/user_avatars/jdenticon/${other.userId}.png`);
    expect(again.content.equals(normal.content)).toBe(true);
    const different = await fetchPicture(
      test,
      realm,
      `/user_avatars/jdenticon/1${other.userId}.png`,
    );
    expect(different.content.equals(normal.content)).toBe(false);
    const etag = String(normal.headers['etag']);
    const fresh = await fetchFile(test, realm, url, { headers: { 'If-None-Match': etag } });
    expect([fresh.status, fresh.content.length]).toEqual([304, 0]);
    const part = await fetchFile(test, realm, url, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, part.content.toString()]).toEqual([206, 'PNG']);
    const outside = await fetchFile(test, realm, url, { headers: { Range: 'bytes=99999-' } });
    expect([outside.status, outside.headers['cache-control']]).toEqual([
      416,
      expect.stringContaining('no-store'),
    ]);
    for (const name of ['x.png', '1.svg', '12345678901.png', '1-large.png', '../1.png']) {
      expect((await fetchFile(test, realm, `/user_avatars/jdenticon/${name}`)).status).toBe(404);
    }
  });

  it('is drawn for a network a thousand times a minute at most', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    const { realm: there } = await createScene(limited);
    const status = async (id: number): Promise<number> =>
      (await fetchFile(limited, there, `/user_avatars/jdenticon/${id}.png`)).status;
    expect(await status(1_000_001)).toBe(200);
    const limiter = limited.app.get(RateLimiter, { strict: false });
    for (let count = 1; count < 1000; count++) await limiter.consume('avatarPattern', '127.0.0.1');
    expect([await status(1_000_002), await status(1_000_001)]).toEqual([429, 200]);
    await limited.close();
  });

  it('takes the place of a removed picture', async () => {
    await enablePatterns();
    const observers = observersOf(realm, { owner, member, guest });
    const { avatar_url: uploaded } = await upload(member, 'users/me/avatar', await samplePicture());
    expect(uploaded).toContain('version=2');
    await verifyEvents(test, observers, () => member.client.expect('DELETE', 'users/me/avatar'));
    const pattern = `/user_avatars/jdenticon/${member.userId}.png?version=3`;
    expect(await shown(member)).toMatchObject({ avatar_url: pattern, avatar_version: 3 });
  });
});
