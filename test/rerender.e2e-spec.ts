// Messages that an earlier version rendered are rendered again by a job, which a migration starts.
import { beforeEach, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MarkdownService } from '#modules/markdown/markdown';
import { RerenderMessagesRepository } from '#modules/messages/rerender/rerender-messages.repository.js';
import { rerenderMessages } from '#platform/database/migrations/rerender-messages.js';
import { CorrectedMarkdown1764000013000 } from '#platform/database/migrations/1764000013000-corrected-markdown.js';
import { Database } from '#platform/database/database.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import type { QueryRunner } from 'typeorm';
import { ownTestApp } from './app.js';
import { TestQueue } from './event-queue.js';
import { sendToStream, subscribe, type TestUser, unique } from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';

const test = await ownTestApp();
const database = test.app.get(Database);
const runner = { query: (sql: string, values: unknown[]) => database.query(sql, values) };

let owner: TestUser;
let member: TestUser;
let channel: string;

beforeEach(async () => {
  ({ owner, member } = await createScene(test, { member: {} }));
  channel = unique('channel');
  await subscribe(owner, channel);
  await subscribe(member, channel);
});

interface Row {
  html: string;
  versions: (string | null)[];
}

async function stored(id: number): Promise<Row> {
  const [row] = await database.query<Row>(
    `SELECT rendered_content AS html, ARRAY(
       SELECT prev_rendered_content FROM message_edits WHERE message_id = m.id ORDER BY id) AS versions
     FROM messages m WHERE id = $1`,
    [id],
  );
  return row!;
}

/** As if an earlier version had rendered the message. */
async function spoil(id: number, html: string): Promise<void> {
  await database.query(
    `UPDATE messages SET rendered_content = $2, search_vector = '', has_link = false WHERE id = $1`,
    [id, html],
  );
  await database.query(
    `UPDATE message_edits SET prev_rendered_content = '<p>lost</p>'
     WHERE message_id = $1 AND prev_content IS NOT NULL`,
    [id],
  );
}

function send(content: string): Promise<number> {
  return sendToStream(owner, channel, 'topic', content);
}

async function nameOf(user: TestUser): Promise<string> {
  const { full_name: name } = await user.client.expect('GET', 'users/me');
  return name as string;
}

/** Runs the migration and then the job, which the sweep finds. */
async function migrate(): Promise<void> {
  await new CorrectedMarkdown1764000013000().up(runner as unknown as QueryRunner);
  await test.app.get(ResumableJobs).sweep();
  await runJobs(test.app);
}

async function found(word: string): Promise<number[]> {
  const { messages } = await member.client.expect('GET', 'messages', {
    narrow: [
      { operator: 'channel', operand: channel },
      { operator: 'search', operand: word },
    ],
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
  });
  return (messages as { id: number }[]).map(({ id }) => id);
}

it('corrects the HTML, the words, the flags for searches and the history, without events', async () => {
  const content = '9. nine\n10. tenth https://example.com/\n100. hundred';
  const id = await send(content);
  const edited = await send('20. twentieth');
  await owner.client.expect('PATCH', `messages/${edited}`, { content: 'all is plain' });
  const right = [await stored(id), await stored(edited)];
  expect(right[0]!.html).toContain('tenth');
  expect(right[1]!.versions[0]).toContain('twentieth');
  await spoil(id, '<p>lost</p>');
  await spoil(edited, '<p>all is plain</p>');
  expect(await found('tenth')).toEqual([]);
  await runJobs(test.app);
  const queue = await TestQueue.register(member.client, {
    event_types: ['message', 'update_message'],
  });
  await migrate();
  expect([await stored(id), await stored(edited)]).toEqual(right);
  expect(await found('tenth')).toEqual([id]);
  expect(await queue.all()).toEqual([]);
  const [{ has_link }] = (await database.query<{ has_link: boolean }>(
    `SELECT has_link FROM messages WHERE id = $1`,
    [id],
  )) as [{ has_link: boolean }];
  expect(has_link).toBe(true);
});

it('renders every construct again whose text was lost', async () => {
  const contents = [
    '2024. was a good year',
    '- 10. in a list',
    `${'> '.repeat(6)}deep`,
    `- a\n${' '.repeat(12)}- deep`,
    '````quote\n```quote\nin\n```\n````',
    '|a|b|\n|-|-|',
    'https://youtu.be/abcdefghijk',
    '<time:never>',
    '$$a\n\nb$$',
    '```math\na\n\nb\n```',
    '```spoiler # head\nbody\n```',
    '日本語http://example.com/',
  ];
  const ids: number[] = [];
  for (const content of contents) ids.push(await send(content));
  for (const id of ids) await spoil(id, '<p>lost</p>');
  await migrate();
  const html = await Promise.all(ids.map(async (id) => (await stored(id)).html));
  expect(contents.filter((_, i) => html[i] === '<p>lost</p>')).toEqual([]);
});

it('leaves messages that the corrections do not concern as they are', async () => {
  const id = await send('plain text');
  await spoil(id, '<p>other</p>');
  await migrate();
  expect((await stored(id)).html).toBe('<p>other</p>');
});

it('keeps mentions of users and links to channels that were renamed since', async () => {
  const old = unique('old');
  await subscribe(owner, old);
  const id = await send(`10. @**${await nameOf(member)}** #**${old}**`);
  const { html } = await stored(id);
  expect(html).toContain('data-stream-id');
  const { stream_id: streamId } = await owner.client.expect('GET', 'get_stream_id', {
    stream: old,
  });
  await owner.client.expect('PATCH', `streams/${streamId as number}`, { new_name: unique('new') });
  await member.client.expect('PATCH', 'settings', { full_name: unique('Renamed') });
  await spoil(id, html.replace('10', '11'));
  await migrate();
  expect((await stored(id)).html).toBe(html);
});

it('continues where it was interrupted, and renders each message once', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) ids.push(await send(`1${i}. item ${randomUUID()}`));
  for (const id of ids) await spoil(id, '<p>lost</p>');
  const render = jest.spyOn(test.app.get(MarkdownService), 'renderMessage');
  const update = jest.spyOn(test.app.get(RerenderMessagesRepository), 'update');
  update.mockRejectedValueOnce(new Error('The process ends'));
  await migrate();
  for (const id of ids) expect((await stored(id)).html).toContain('item');
  expect(update.mock.calls.length).toBeGreaterThan(1);
  render.mockClear();
  await test.app.get(ResumableJobs).sweep();
  await runJobs(test.app);
  expect(render).not.toHaveBeenCalled();
});

it('does nothing in an empty database', async () => {
  const query = jest.fn<(sql: string, values: unknown[]) => Promise<unknown[]>>();
  query.mockImplementation((sql, values) =>
    database.query(sql.replace('FROM messages', 'FROM messages WHERE false'), values),
  );
  await rerenderMessages({ query } as unknown as QueryRunner, 'empty', ['x']);
  expect(await database.query(`SELECT 1 FROM resumable_jobs WHERE key = 'empty'`)).toEqual([]);
});
