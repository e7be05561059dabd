// The history of a message is bounded: old entries are deleted, and fetched messages have the newest part.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sharedTestApp } from './app.js';
import { sendToStream, subscribe, unique } from './factories.js';
import { edited, history, show } from './message-editing-scene.js';
import { createScene } from './scene.js';

const MEBIBYTE = 1024 * 1024;

const app = await sharedTestApp();
const { owner } = await createScene(app, {});
const channel = unique('history');
await subscribe(owner, channel);

let id: number;

beforeEach(async () => {
  id = await sendToStream(owner, channel, 'topic', 'first');
});

/** Adds entries as earlier edits have left them. */
async function addEntries(count: number, length: number): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content, prev_rendered_content)
     SELECT $1, $2, now(), n::text, '<p>' || repeat('x ', $4::integer / 2) || '</p>'
     FROM generate_series(1, $3::integer) AS n`,
    [id, owner.userId, count, length],
  );
  await app.dataSource.query('UPDATE messages SET edit_count = edit_count + $2 WHERE id = $1', [
    id,
    count,
  ]);
}

async function stored(): Promise<{ count: number; bytes: number }> {
  const [row] = await app.dataSource.query<{ count: number; bytes: number }[]>(
    `SELECT count(*)::integer AS count,
       sum(octet_length(prev_content) + octet_length(prev_rendered_content))::integer AS bytes
     FROM message_edits WHERE message_id = $1`,
    [id],
  );
  return row!;
}

describe('after many edits', () => {
  test('the oldest entries are deleted', async () => {
    await addEntries(600, 100);
    await edited(owner, id, { content: 'last' });
    expect(await stored()).toMatchObject({ count: 500 });
    const states = await history(owner, id);
    expect(states).toHaveLength(501);
    expect(states.at(-1)).toMatchObject({ content: 'last', prev_content: 'first' });
  });

  test('a move deletes the oldest entries too', async () => {
    await addEntries(600, 100);
    await edited(owner, id, { topic: 'elsewhere' });
    expect(await stored()).toMatchObject({ count: 500 });
    expect((await history(owner, id)).at(-1)).toMatchObject({ prev_topic: 'topic' });
  });

  test('large entries are deleted earlier', async () => {
    await addEntries(30, 200_000);
    await edited(owner, id, { content: 'last' });
    const { count, bytes } = await stored();
    expect(count).toBeGreaterThan(5);
    expect(bytes).toBeLessThan(2.5 * MEBIBYTE);
    const states = await history(owner, id);
    expect(JSON.stringify(states).length).toBeLessThan(12 * MEBIBYTE);
  });

  test('a fetched message has the newest entries', async () => {
    await addEntries(200, 100);
    await edited(owner, id, { content: 'last' });
    const { edit_history: shown = [] } = (await show(owner, id))!;
    expect(shown).toHaveLength(100);
    expect(shown.slice(0, 2)).toMatchObject([{ prev_content: 'first' }, { prev_content: '200' }]);
  });

  test('a fetched message has large entries only within the limit', async () => {
    await addEntries(50, 20_000);
    const { edit_history: shown = [] } = (await show(owner, id))!;
    expect(shown.length).toBeGreaterThan(1);
    expect(JSON.stringify(shown).length).toBeLessThan(100_000);
  });
});

test('changes of text and topic together are one entry', async () => {
  await edited(owner, id, { content: 'second', topic: 'elsewhere' });
  const { edit_history: shown } = (await show(owner, id))!;
  expect(shown).toMatchObject([{ prev_content: 'first', prev_topic: 'topic', topic: 'elsewhere' }]);
});

test('the history is deleted with its message', async () => {
  await edited(owner, id, { content: 'second' });
  await owner.client.expect('DELETE', `messages/${id}`);
  expect(await stored()).toMatchObject({ count: 0 });
});
