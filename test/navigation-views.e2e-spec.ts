import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedTestApp } from './app.js';
import { type Answer, basic } from './client.js';
import { createUser, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;

beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
});

const OWN = { fragment: 'narrow/channel/7-web/topic/news', is_pinned: true, name: 'News' };
const BUILT_IN = { fragment: 'inbox', is_pinned: false };

/** Too many bytes for an index entry, in few characters. */
const IDEOGRAPHS = Array.from({ length: 950 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join(
  '',
);
const BUILT_IN_PINNED = { ...BUILT_IN, is_pinned: true };

async function list(user = member): Promise<unknown> {
  return (await user.client.expect('GET', 'navigation_views'))['navigation_views'];
}

function add(view: object): Promise<unknown> {
  return member.client.expect('POST', 'navigation_views', { ...view });
}

function pathOf({ fragment }: { fragment: string }): string {
  return `navigation_views/${encodeURIComponent(fragment)}`;
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

describe('a view', () => {
  it('is visible to its owner only', async () => {
    await add(OWN);
    await add(BUILT_IN);
    expect(await list()).toEqual([OWN, BUILT_IN]);
    expect(await list(realm.owner)).toEqual([]);
  });

  it('is changed and deleted by its fragment, which may contain slashes', async () => {
    await add(OWN);
    await add(BUILT_IN);
    await member.client.expect('PATCH', pathOf(OWN), { name: ' Other ', is_pinned: false });
    await member.client.expect('PATCH', pathOf(BUILT_IN), { is_pinned: true });
    expect(await list()).toEqual([{ ...OWN, name: 'Other', is_pinned: false }, BUILT_IN_PINNED]);
    const plain = await member.client.raw('PATCH', `/api/v1/navigation_views/${OWN.fragment}`, {
      body: 'is_pinned=true',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: basic(member),
      },
    });
    expect(plain.status).toBe(200);
    expect(await list()).toMatchObject([{ is_pinned: true }, BUILT_IN_PINNED]);
    await member.client.expect('DELETE', pathOf(OWN));
    expect(await list()).toEqual([BUILT_IN_PINNED]);
  });

  it.each([
    ['without a fragment', { ...OWN, fragment: ' ' }],
    ['with a long fragment', { ...OWN, fragment: 'x'.repeat(1001) }],
    ['with a fragment of many bytes', { ...OWN, fragment: IDEOGRAPHS }],
    ['of its own without a name', { fragment: 'x', is_pinned: true }],
    ['of its own with a blank name', { ...OWN, name: '  ' }],
    ['with a long name', { ...OWN, name: 'x'.repeat(101) }],
    ['that is built in, with a name', { ...BUILT_IN, name: 'Mine' }],
    ['with a word for a boolean', { ...OWN, is_pinned: 'yes' }],
  ])('is not created %s', async (_what, view) => {
    expect(failure(await member.client.post('navigation_views', view))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await list()).toEqual([]);
  });

  it('needs fragment and is_pinned', async () => {
    for (const missing of ['fragment', 'is_pinned']) {
      const answer = await member.client.post('navigation_views', { ...OWN, [missing]: undefined });
      expect(failure(answer)).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
    }
  });

  it('is created once, with a unique name', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => member.client.post('navigation_views', OWN)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const other = { ...OWN, fragment: 'narrow/dm/7' };
    expect((await member.client.post('navigation_views', other)).status).toBe(400);
    await add({ ...other, name: 'Other' });
    const answer = await member.client.patch(pathOf(other), { name: OWN.name });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
  });

  it.each([
    ['a built-in one', BUILT_IN, { name: 'Mine' }],
    ['one of its own', OWN, { name: ' ' }],
    ['one without a change', OWN, {}],
  ])('is not renamed when it is %s: %j', async (_what, view, change) => {
    await add(view);
    const answer = await member.client.patch(pathOf(view), change);
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([view]);
  });

  it('that does not exist is neither changed nor deleted', async () => {
    const other = await createUser(test, realm);
    await add(OWN);
    for (const path of [pathOf(OWN), 'navigation_views/x']) {
      const changed = await other.client.patch(path, { is_pinned: true });
      expect(failure(changed)).toEqual([404, 'NOT_FOUND']);
      expect(failure(await other.client.delete(path))).toEqual([404, 'BAD_REQUEST']);
    }
    expect(await list()).toEqual([OWN]);
  });
});

describe('events', () => {
  it('update the state of the clients of the user only', async () => {
    await add(BUILT_IN);
    const observers = observersOf(realm, { member, owner: realm.owner });
    const seen = await verifyEvents(test, observers, async () => {
      await add(OWN);
      await member.client.expect('PATCH', pathOf(OWN), { name: 'Other' });
      await member.client.expect('PATCH', pathOf(OWN), { name: 'Other', is_pinned: true });
      await member.client.expect('PATCH', pathOf(BUILT_IN), { is_pinned: true });
      await member.client.expect('DELETE', pathOf(BUILT_IN));
    });
    expect(seen.get('member')!.map(({ op }) => op)).toEqual(['add', 'update', 'update', 'remove']);
    expect(seen.get('owner')).toEqual([]);
  });
});
