// Large responses are sent as fast as their clients read. When many clients read slowly, the process does not
// hold whole responses for them, but reads the messages again that a client has not received yet.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sharedTestApp } from './app.js';
import { basic } from './client.js';
import { sendToStream, subscribe, type TestUser } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

const COUNT = 900;
/** More than those for which a process holds whole responses. */
const CLIENTS = 12;

let owner: TestUser;
let ids: number[];

beforeAll(async () => {
  ({ owner } = await createScene(test));
  await subscribe(owner, 'large');
  const id = await sendToStream(owner, 'large', 'topic', 'word '.repeat(1600));
  const rows = await test.dataSource.query<{ id: number }[]>(
    `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
       date_sent, client_name, search_vector)
     SELECT realm_id, sender_id, recipient_id, topic, content, rendered_content, date_sent,
       client_name, search_vector
     FROM messages, generate_series(1, $2::integer) WHERE id = $1
     RETURNING id`,
    [id, COUNT],
  );
  ids = rows.map((row) => row.id);
});

/** The response to a fetch of all messages, of which nothing is read yet. */
function open(): Promise<IncomingMessage> {
  const narrow = encodeURIComponent(JSON.stringify([['channel', 'large']]));
  return new Promise((resolve, reject) => {
    const path = `/api/v1/messages?anchor=newest&num_before=${COUNT}&num_after=0&narrow=${narrow}`;
    const headers = { Host: owner.client.host, Authorization: basic(owner) };
    get({ port: test.port, host: '127.0.0.1', agent: false, path, headers }, resolve).on(
      'error',
      reject,
    );
  });
}

async function idsIn(response: IncomingMessage): Promise<number[]> {
  const { messages } = JSON.parse(await text(response)) as { messages: { id: number }[] };
  return messages.map(({ id }) => id);
}

describe('slow clients', () => {
  it('receive the whole response', async () => {
    const responses: IncomingMessage[] = [];
    for (let count = 0; count < CLIENTS; count++) responses.push(await open());
    for (const response of responses) expect(await idsIn(response)).toEqual(ids);
  });

  it('do not receive messages that are deleted before they read them, if they are many', async () => {
    const responses: IncomingMessage[] = [];
    for (let count = 0; count < CLIENTS; count++) responses.push(await open());
    await owner.client.expect('DELETE', `messages/${ids.at(-1)}`);
    expect(await idsIn(responses[0]!)).toEqual(ids.slice(0, -1));
    for (const response of responses) response.destroy();
  });
});
