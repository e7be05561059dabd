// Responses with messages are bounded in bytes: fetching, searching and matching return what fits, clients
// find the rest by paging, and other requests are answered meanwhile.
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { MessageViews } from '#modules/messages/fetch/message-views.service.js';
import { sharedTestApp } from './app.js';
import { type Found, find } from './finding.js';
import { sendToStream, subscribe, unique } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { owner } = await createScene(app, {});

const COUNT = 30;
const MAX_LENGTH = 8 * 1024 * 1024;
/** The maximum size of one message in a response. */
const SLACK = 1024 * 1024;

const channel = unique('large');
const narrow = [
  ['channel', channel],
  ['topic', 'large'],
];
const ids: number[] = [];

beforeAll(async () => {
  await subscribe(owner, channel);
  for (let index = 0; index < COUNT; index++) {
    ids.push(await sendToStream(owner, channel, 'large', `needle ${index}`));
  }
  const html = `<p>needle ${'<b>x</b>&amp;'.repeat(40_000)}</p>`;
  await app.dataSource.query(
    'UPDATE messages SET rendered_content = $2 WHERE id = ANY($1::bigint[])',
    [ids, html],
  );
});

function fetched(parameters: object): Promise<Found> {
  return find(owner, { narrow, apply_markdown: true, ...parameters });
}

function idsOf({ messages }: Found): number[] {
  return messages.map(({ id }) => id);
}

function length(body: unknown): number {
  return JSON.stringify(body).length;
}

describe('a range of large messages', () => {
  test('has the messages nearest to the anchor, as many as fit', async () => {
    const newest = await fetched({ num_before: COUNT });
    const found = idsOf(newest);
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(COUNT);
    expect(found).toEqual(ids.slice(-found.length));
    expect(newest).toMatchObject({ found_newest: true, found_oldest: false });
    expect(length(newest)).toBeLessThan(MAX_LENGTH + SLACK);
  });

  test('contains its anchor, and messages on both sides', async () => {
    const anchor = ids[15]!;
    const around = await fetched({ anchor: String(anchor), num_before: 15, num_after: COUNT });
    const found = idsOf(around);
    expect(around).toMatchObject({
      found_anchor: true,
      found_newest: false,
      found_oldest: false,
    });
    expect(found).toEqual(ids.slice(ids.indexOf(found[0]!), ids.indexOf(found.at(-1)!) + 1));
    expect(found[0]).toBeLessThan(anchor);
    expect(found.at(-1)).toBeGreaterThan(anchor);
  });

  test.each([
    ['backwards', 'newest', 'num_before', 'found_oldest'],
    ['forwards', 'oldest', 'num_after', 'found_newest'],
  ])('can be read to its end %s', async (_, start, count, end) => {
    const seen = new Set<number>();
    let anchor = start;
    for (let pages = 0; pages < COUNT; pages++) {
      const page = await fetched({ anchor, num_before: 0, num_after: 0, [count]: COUNT });
      const found = idsOf(page);
      for (const id of found) seen.add(id);
      if (page[end] === true) break;
      anchor = String(count === 'num_before' ? found[0] : found.at(-1));
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual(ids);
  });

  test('without HTML, all fit', async () => {
    expect(idsOf(await fetched({ num_before: COUNT, apply_markdown: false }))).toEqual(ids);
  });
});

test('of large messages that are requested by id, the newest are returned', async () => {
  const all = await find(owner, {
    anchor: undefined,
    num_before: undefined,
    num_after: undefined,
    apply_markdown: true,
    message_ids: ids,
  });
  const found = idsOf(all);
  expect(found).toEqual(ids.slice(-found.length));
  expect(length(all)).toBeLessThan(MAX_LENGTH + SLACK);
});

test('all messages that match a narrow are named, with the texts that fit', async () => {
  const { messages } = await owner.client.expect('GET', 'messages/matches_narrow', {
    msg_ids: ids,
    narrow: [...narrow, ['search', 'needle']],
  });
  const matches = messages as Record<string, { match_content?: string }>;
  expect(Object.keys(matches).map(Number)).toEqual(ids);
  expect(matches[ids.at(-1)!]!.match_content).toMatch(
    /^<p><span class="highlight">needle<\/span> /,
  );
  expect(matches[ids[0]!]).toEqual({});
});

test('other requests are answered during a search', async () => {
  const views = app.app.get(MessageViews);
  const prepare = views.prepare.bind(views);
  const order: string[] = [];
  let probe: Promise<unknown> = Promise.resolve();
  const spy = jest.spyOn(views, 'prepare').mockImplementation((...input) => {
    probe = app
      .anonymous()
      .raw('GET', '/health/live')
      .then(() => order.push('probe'));
    return prepare(...input);
  });
  const search = [...narrow, ['search', 'needle']];
  await fetched({ narrow: search, num_before: COUNT }).then(() => order.push('search'));
  await probe;
  spy.mockRestore();
  expect(order).toEqual(['probe', 'search']);
});
