import { beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import type { TestRealm, TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let other: TestUser;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
});

const SAMPLE = { title: 'Greeting', content: 'Good morning' };

async function list(user = member): Promise<unknown> {
  return (await user.client.expect('GET', 'saved_snippets'))['saved_snippets'];
}

async function create(fields: object = SAMPLE): Promise<number> {
  const { saved_snippet_id: id } = await member.client.expect('POST', 'saved_snippets', {
    ...fields,
  });
  return id as number;
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

describe('a saved snippet', () => {
  it('is visible to its user only, without white space at both ends', async () => {
    test.clock.pause();
    const id = await create({ title: ' Greeting ', content: '\n Good morning \n' });
    const date_created = test.clock.seconds();
    test.clock.resume();
    expect(await list()).toEqual([{ ...SAMPLE, id, date_created }]);
    expect(await list(other)).toEqual([]);
  });

  it('can have a title of 60 and a content of 10,000 characters', async () => {
    await create({ title: '😀'.repeat(60), content: '😀'.repeat(10_000) });
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['a blank title', { title: ' ' }],
    ['a long title', { title: 't'.repeat(61) }],
    ['blank content', { content: '\n' }],
    ['long content', { content: 'x'.repeat(10_001) }],
  ])('is neither created nor changed with %s', async (_what, part) => {
    const answer = await member.client.post('saved_snippets', { ...SAMPLE, ...part });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    const id = await create();
    expect(failure(await member.client.patch(`saved_snippets/${id}`, part))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await list()).toMatchObject([SAMPLE]);
  });

  it.each(['title', 'content'])('needs a %s', async (name) => {
    const answer = await member.client.post('saved_snippets', { ...SAMPLE, [name]: undefined });
    expect(failure(answer)).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('is changed in part, and not without a change', async () => {
    const id = await create();
    await member.client.expect('PATCH', `saved_snippets/${id}`, { title: 'Hello' });
    expect(await list()).toMatchObject([{ ...SAMPLE, title: 'Hello' }]);
    await member.client.expect('PATCH', `saved_snippets/${id}`, { content: 'Good evening' });
    expect(await list()).toMatchObject([{ title: 'Hello', content: 'Good evening' }]);
    expect(failure(await member.client.patch(`saved_snippets/${id}`, {}))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('that does not exist, or of another user, is not found', async () => {
    const id = await create();
    for (const path of [`saved_snippets/${id}`, 'saved_snippets/2147483647']) {
      expect(failure(await other.client.patch(path, SAMPLE))).toEqual([404, 'BAD_REQUEST']);
      expect(failure(await other.client.delete(path))).toEqual([404, 'BAD_REQUEST']);
    }
    expect(await list()).toHaveLength(1);
  });

  it('is refused when there are a thousand', async () => {
    await test.app.get(Database).query(
      `INSERT INTO saved_snippets (user_id, title, content, created_at)
       SELECT $1, 'title', 'content', now() FROM generate_series(1, 1000)`,
      [member.userId],
    );
    expect(failure(await member.client.post('saved_snippets', SAMPLE))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });
});

describe('events of saved snippets', () => {
  it('update the state of the clients of the user only', async () => {
    const id = await create();
    const seen = await verifyEvents(test, observersOf(realm, { member, other }), async () => {
      const added = await create({ title: 'Farewell', content: 'Good night' });
      await member.client.expect('PATCH', `saved_snippets/${added}`, { content: 'Goodbye' });
      await member.client.expect('PATCH', `saved_snippets/${added}`, { content: 'Goodbye' });
      await member.client.expect('DELETE', `saved_snippets/${id}`);
    });
    expect(seen.get('member')!.map(({ op }) => op)).toEqual(['add', 'update', 'remove']);
    expect(seen.get('other')).toEqual([]);
  });
});
