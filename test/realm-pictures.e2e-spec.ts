// The icon and the logos of an organization.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';
import { plainImage } from './images.js';
import { fetchPicture, postPicture, samplePicture, storedPictures, upload } from './pictures.js';
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

interface Kind {
  kind: 'icon' | 'logo' | 'night_logo';
  path: 'realm/icon' | 'realm/logo';
  fields: Record<string, string>;
  source: string;
  size: { width: number; height: number };
}

const KINDS: Kind[] = [
  {
    kind: 'icon',
    path: 'realm/icon',
    fields: {},
    source: 'G',
    size: { width: 100, height: 100 },
  },
  {
    kind: 'logo',
    path: 'realm/logo',
    fields: { night: 'false' },
    source: 'D',
    size: { width: 150, height: 100 },
  },
  {
    kind: 'night_logo',
    path: 'realm/logo',
    fields: { night: 'true' },
    source: 'D',
    size: { width: 150, height: 100 },
  },
];

async function registered(kind: string, user = member): Promise<{ url: string; source: string }> {
  const state = await user.client.expect('POST', 'register', { fetch_event_types: ['realm'] });
  return {
    url: state[`realm_${kind}_url`] as string,
    source: state[`realm_${kind}_source`] as string,
  };
}

async function location(user: TestUser, path: string): Promise<unknown> {
  const { status, headers } = await user.client.raw('GET', `/api/v1/${path}`);
  return status === 302 ? headers['location'] : status;
}

describe.each(KINDS)('the $kind', ({ kind, path, fields, source, size }) => {
  const query = path === 'realm/logo' ? `?night=${fields['night']}` : '';

  it('can be uploaded, replaced and removed', async () => {
    const initial = await registered(kind);
    expect(initial.source).toBe(source);
    expect(await location(member, `${path}${query}`)).toBe(initial.url);

    const first = await upload(owner, path, await samplePicture(), { fields });
    const { url, source: uploaded } = await registered(kind);
    expect([url, uploaded]).toEqual([
      `/user_avatars/${realm.realmId}/realm/${kind}.png?version=2`,
      'U',
    ]);
    if (kind === 'icon') expect(first).toMatchObject({ icon_url: url });
    expect(await location(guest, `${path}${query}`)).toBe(url);
    const picture = await fetchPicture(test, realm, url);
    expect(picture).toMatchObject({ format: 'png', ...size });
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const [bare] = url.split('?');
    for (const other of [bare!, `${bare}?version=1`, `${bare}?version=x`]) {
      const { headers } = await fetchPicture(test, realm, other);
      expect(headers['cache-control']).toBe('no-cache');
    }

    const before = await storedPictures(test, realm, 'realm_pictures');
    expect(before).toHaveLength(2);
    const wide = await plainImage(2000, 100).png().toBuffer();
    await upload(owner, path, wide, { fields });
    const second = await registered(kind);
    expect(second.url).toContain('version=3');
    expect((await fetchPicture(test, realm, second.url)).width).toBe(kind === 'icon' ? 100 : 800);
    await runJobs(test.app);
    const after = await storedPictures(test, realm, 'realm_pictures');
    expect([after.length, after.some((file) => before.includes(file))]).toEqual([2, false]);

    await owner.client.expect('DELETE', path, fields);
    const removed = await registered(kind);
    expect(removed.source).toBe(source);
    expect(removed.url).not.toContain('/user_avatars/');
    expect((await fetchFile(test, realm, second.url)).status).toBe(404);
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'realm_pictures')).toEqual([]);
    await upload(owner, path, wide, { fields });
    expect((await registered(kind)).url).toContain('version=5');
  });

  it('is published to all users', async () => {
    const picture = await samplePicture();
    const observers = [
      ...observersOf(realm, { owner, guest }),
      ...observersOfCapabilities(realm, member),
    ];
    const added = await verifyEvents(test, observers, () =>
      upload(owner, path, picture, { fields }),
    );
    const { url } = await registered(kind);
    const data = { [`${kind}_url`]: url, [`${kind}_source`]: 'U' };
    for (const { name } of observers) {
      expect(added.get(name)).toMatchObject([
        { type: 'realm', op: 'update_dict', property: kind, data },
      ]);
    }
    const replaced = await verifyEvents(test, observers, () =>
      upload(owner, path, picture, { fields }),
    );
    expect(replaced.get('guest')).toMatchObject([{ data: { [`${kind}_source`]: 'U' } }]);
    const removed = await verifyEvents(test, observers, () =>
      owner.client.expect('DELETE', path, fields),
    );
    expect(removed.get('guest')).toMatchObject([{ data: { [`${kind}_source`]: source } }]);
  });

  it('is for administrators', async () => {
    const picture = await samplePicture();
    const moderator = await createUser(test, realm, { role: Role.Moderator });
    const administrator = await createUser(test, realm, { role: Role.Administrator });
    const anonymous = { ...owner, client: realm.anonymous };
    for (const [user, status] of [
      [guest, 400],
      [member, 400],
      [moderator, 400],
      [anonymous, 401],
      [administrator, 200],
    ] as const) {
      expect((await postPicture(user, path, picture, { fields })).status).toBe(status);
      expect((await user.client.delete(path, fields)).status).toBe(status);
    }
    await runJobs(test.app);
    expect(await storedPictures(test, realm, 'realm_pictures')).toEqual([]);
  });

  it('belongs to one organization', async () => {
    const other = await createRealm(test);
    await upload(owner, path, await samplePicture(), { fields });
    const { url } = await registered(kind);
    expect((await fetchFile(test, other, url)).status).toBe(404);
    expect((await registered(kind, other.owner)).source).toBe(source);
    const foreign = url.replace(`/${realm.realmId}/`, `/${other.realmId}/`);
    expect((await fetchFile(test, other, foreign)).status).toBe(404);
    expect((await fetchFile(test, realm, url.replace('.png', '.original'))).status).toBe(404);
  });

  it('is recorded in the audit log', async () => {
    await upload(owner, path, await samplePicture(), { fields });
    const { entries } = await owner.client.expect('GET', 'realm/audit_log', {
      kind: 'realm.changed',
    });
    expect(entries).toMatchObject([
      {
        actor_id: owner.userId,
        target_id: realm.realmId,
        before: { [`${kind}_version`]: 1, [`${kind}_source`]: source },
        after: { [`${kind}_version`]: 2, [`${kind}_source`]: 'U' },
      },
    ]);
  });
});

it('the icon is shown before login', async () => {
  const { icon_url: url } = await upload(owner, 'realm/icon', await samplePicture());
  const settings = await realm.anonymous.expect('GET', 'server_settings');
  expect(settings['realm_icon']).toBe(url);
});

it('a logo needs the parameter `night`', async () => {
  const { status, body } = await postPicture(owner, 'realm/logo', await samplePicture());
  expect([status, body['code']]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
});
