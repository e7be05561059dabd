import { beforeAll, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createRealm, createUser, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

async function newRealm(): Promise<void> {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
}

async function createFolder(name: string, description = ''): Promise<number> {
  const { channel_folder_id: id } = await owner.client.expect('POST', 'channel_folders/create', {
    name,
    description,
  });
  return id as number;
}

async function folders(user = member, includeArchived = false): Promise<Record<string, unknown>[]> {
  const { channel_folders: list } = await user.client.expect('GET', 'channel_folders', {
    include_archived: includeArchived,
  });
  return list as Record<string, unknown>[];
}

describe('channel folders', () => {
  beforeAll(newRealm);

  it('are listed in their order, with the description as HTML', async () => {
    const first = await createFolder('  Teams ', 'All **teams**');
    const second = await createFolder('Projects');

    expect(await folders()).toEqual([
      {
        id: first,
        name: 'Teams',
        description: 'All **teams**',
        rendered_description: '<p>All <strong>teams</strong></p>',
        order: 0,
        date_created: expect.any(Number),
        creator_id: owner.userId,
        is_archived: false,
      },
      expect.objectContaining({ id: second, name: 'Projects', order: 1 }),
    ]);
  });

  it('are reordered by a list of all of them', async () => {
    const ids = (await folders()).map(({ id }) => id as number);
    await owner.client.expect('PATCH', 'channel_folders', { order: ids.toReversed() });
    expect((await folders()).map(({ id, order }) => [id, order])).toEqual(
      ids.toReversed().map((id, order) => [id, order]),
    );
  });

  it.each([
    ['too few', (ids: number[]) => ids.slice(1)],
    ['one twice', (ids: number[]) => [...ids.slice(1), ids[1]]],
    ['an unknown one', (ids: number[]) => [...ids.slice(1), 2_000_000]],
    ['one too many', (ids: number[]) => [...ids, 2_000_000]],
  ])('are not reordered by a list with %s', async (_what, broken) => {
    const ids = (await folders(owner, true)).map(({ id }) => id as number);
    const { status, body } = await owner.client.patch('channel_folders', { order: broken(ids) });
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect((await folders(owner, true)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('a name', () => {
  beforeAll(async () => {
    await newRealm();
    await createFolder('Taken');
  });

  it.each([
    ['empty', '   '],
    ['too long', 'x'.repeat(101)],
    ['with a control character', 'a\u0007b'],
    ['equal to another up to case', 'tAKEN'],
  ])('is refused when it is %s', async (_what, name) => {
    const { status, body } = await owner.client.post('channel_folders/create', { name });
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    const id = await createFolder(unique('Other'));
    const change = await owner.client.patch(`channel_folders/${id}`, { name });
    expect([change.status, change.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  it('counts characters, not code units', async () => {
    const id = await createFolder('🙂'.repeat(100));
    expect(await folders()).toContainEqual(expect.objectContaining({ id }));
  });

  it('can be reused when its folder is archived, which then cannot be unarchived', async () => {
    const old = await createFolder('Once');
    await owner.client.expect('PATCH', `channel_folders/${old}`, { is_archived: true });
    await createFolder('once');
    const { status } = await owner.client.patch(`channel_folders/${old}`, { is_archived: false });
    expect(status).toBe(400);
    await owner.client.expect('PATCH', `channel_folders/${old}`, {
      is_archived: false,
      name: 'Once more',
    });
  });

  it('can change its case', async () => {
    const id = await createFolder('quiet');
    await owner.client.expect('PATCH', `channel_folders/${id}`, { name: 'QUIET' });
    expect(await folders()).toContainEqual(expect.objectContaining({ id, name: 'QUIET' }));
  });

  it('is used once by two concurrent requests', async () => {
    const answers = await Promise.all(
      ['Race', 'RACE', 'race'].map((name) => owner.client.post('channel_folders/create', { name })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});

describe('a description', () => {
  it('is refused when it is too long', async () => {
    await newRealm();
    const { status } = await owner.client.post('channel_folders/create', {
      name: 'Long',
      description: 'x'.repeat(1025),
    });
    expect(status).toBe(400);
    expect(await folders()).toEqual([]);
  });
});

describe('an archived folder', () => {
  it('is only listed on request', async () => {
    await newRealm();
    const id = await createFolder('Old');
    await owner.client.expect('PATCH', `channel_folders/${id}`, { is_archived: true });
    expect(await folders()).toEqual([]);
    expect(await folders(member, true)).toMatchObject([{ id, is_archived: true }]);
  });
});

describe('rights', () => {
  let id: number;
  beforeAll(async () => {
    await newRealm();
    id = await createFolder('Guarded');
  });

  it.each([
    ['member', Role.Member],
    ['moderator', Role.Moderator],
    ['guest', Role.Guest],
  ])('are not given to a %s', async (_name, role) => {
    const { client } = await createUser(test, realm, { role });
    const answers = [
      await client.post('channel_folders/create', { name: 'New' }),
      await client.patch(`channel_folders/${id}`, { name: 'Changed' }),
      await client.patch('channel_folders', { order: [id] }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'UNAUTHORIZED_PRINCIPAL'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ]);
    expect(await folders()).toMatchObject([{ id, name: 'Guarded' }]);
  });

  it('are granted to an administrator', async () => {
    const { client } = await createUser(test, realm, { role: Role.Administrator });
    await client.expect('PATCH', `channel_folders/${id}`, { description: 'By an administrator' });
    expect(await folders()).toMatchObject([{ id, description: 'By an administrator' }]);
  });

  it('apply to the own organization only', async () => {
    const other = await createRealm(test);
    const { status } = await other.owner.client.patch(`channel_folders/${id}`, { name: 'Mine' });
    expect(status).toBe(400);
    expect(await folders(other.owner)).toEqual([]);
    const foreign = await owner.client.patch('channel_folders/2000000', { name: 'None' });
    expect(foreign.body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel folder ID' });
  });
});
