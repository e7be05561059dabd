// A star that is set while the message is edited or moved is neither lost nor missing from the events.
import { beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages/message-flags.constants.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { TestQueue } from './event-queue.js';
import { sendToStream, subscribe, type TestRealm, type TestUser, unique } from './factories.js';
import { statementWaits } from './lock-waits.js';
import { edited, show } from './message-editing-scene.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let realm: TestRealm;
let reader: TestUser;
let starring: pg.Client;

beforeEach(async () => {
  ({ realm, reader } = await createScene(test, {
    reader: { role: Role.Member, fullName: 'Sample Reader' },
  }));
  starring = new pg.Client(test.database.connection);
  await starring.connect();
});

const changes: { kind: string; change: Parameters; flags: string[] }[] = [
  {
    kind: 'an edit that mentions',
    change: { content: 'look, @**Sample Reader**' },
    flags: ['mentioned', 'starred'],
  },
  { kind: 'an edit that does not', change: { content: 'never mind' }, flags: ['starred'] },
  { kind: 'a move', change: { topic: 'there' }, flags: ['starred'] },
];

for (const { kind, change, flags } of changes) {
  for (const isProtected of [false, true]) {
    it(`${kind}, in a channel with ${isProtected ? 'protected' : 'public'} history`, async () => {
      const channel = unique('channel');
      await subscribe(realm.owner, channel, {
        principals: [realm.owner.userId, reader.userId],
        invite_only: isProtected,
        history_public_to_subscribers: !isProtected,
      });
      const id = await sendToStream(realm.owner, channel, 'here', 'something');
      const queue = await TestQueue.register(reader.client, { event_types: ['update_message'] });
      await starring.query('BEGIN');
      await starring.query(
        `UPDATE user_messages SET flags = flags | $3 WHERE user_id = $1 AND message_id = $2`,
        [reader.userId, id, MESSAGE_FLAGS.starred],
      );
      const changing = edited(realm.owner, id, change);
      await statementWaits(test);
      await starring.query('COMMIT');
      await starring.end();
      await changing;
      expect((await show(reader, id))?.flags.toSorted()).toEqual(flags);
      const [event] = await queue.all();
      expect((event!['flags'] as string[]).toSorted()).toEqual(flags);
    });
  }
}
