import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from './app.js';
import { createRealm, createUser, sendToStream, subscribe } from './factories.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('POST /messages', () => {
  it('sends to a channel, and everyone subscribed finds the message', async () => {
    const realm = await createRealm(test);
    const reader = await createUser(test, realm);
    await subscribe(realm.owner, 'lobby');
    await subscribe(reader, 'lobby');
    const id = await sendToStream(realm.owner, 'lobby', 'greetings', '**hello**');
    const found = await reader.client.get('messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    expect(found.body['messages']).toMatchObject([
      { id, subject: 'greetings', content: '<p><strong>hello</strong></p>', flags: [] },
    ]);
  });
});
