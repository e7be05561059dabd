// Editing, moving and reacting read only the rows that they change, however large the tables are.
import { expect, it } from '@jest/globals';
import { EditedMessagesRepository } from '#modules/messages/edit/edited-messages.repository.js';
import { MessagesRepository } from '#modules/messages/messages/messages.repository.js';
import { UserMessagesRepository } from '#modules/messages/edit/user-messages.repository.js';
import { TEXT_FLAGS } from '#modules/messages/render/message-mentions.service.js';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages/message-flags.constants.js';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import { createPeople, createRealm, sendToStream, subscribe } from './factories.js';
import { explain, expectCheap } from './query-plans.js';

const CHANNELS = 60;
const FEW_ROWS = 900;

const test = await ownTestApp();
const realm = await createRealm(test);
const people = await createPeople(test, realm, 400);
const streamId = await subscribe(realm.owner, 'sample channel');
const messageId = await sendToStream(realm.owner, streamId, 'topic', 'text');
const database = test.app.get(Database);
await database.query(
  `WITH made AS (
       INSERT INTO streams (realm_id, name, description, rendered_description, date_created,
         invite_only, is_web_public, history_public_to_subscribers, permissions)
       SELECT realm_id, 'sample ' || n, '', '', now(), false, false, true, permissions
       FROM streams, generate_series(1, $2::integer) AS n WHERE id = $1
       RETURNING id
     )
     INSERT INTO subscriptions (user_id, stream_id, color, is_active)
     SELECT person, id, '#000000', person % 2 = 0 FROM made, unnest($3::integer[]) AS person`,
  [streamId, CHANNELS, people],
);
const [row] = await database.query<{ id: number }>(
  `SELECT id FROM recipients WHERE stream_id = $1`,
  [streamId],
);
const recipientId = row!.id;
await database.query(
  `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, $3, 'topic ' || n % 100, 'text', '<p>text</p>', now(), 'test'
       FROM generate_series(1, 20000) AS n
       RETURNING id
     )
     INSERT INTO user_messages (user_id, message_id) SELECT $2, id FROM sent`,
  [realm.realmId, realm.owner.userId, recipientId],
);
await database.query('ANALYZE');

it('finds the messages of a topic, and how old they are, by index', async () => {
  const repository = test.app.get(EditedMessagesRepository, { strict: false });
  const part = { recipientId, topic: 'TOPIC 7', fromId: 0, onlyReceivedBy: null };
  const plans = await explain(test, async () => {
    expect(await repository.lockPart(part)).toHaveLength(200);
    expect(await repository.age(part, new Date(0))).toMatchObject({ total: 200, allowed: 200 });
    expect(await repository.hasAny(part)).toBe(true);
    expect(await repository.newest(recipientId, 'topic 7')).toBeDefined();
  });
  expectCheap(plans, FEW_ROWS);
});

it('finds the recipients of an edit by index', async () => {
  const userMessages = test.app.get(UserMessagesRepository, { strict: false });
  const plans = await explain(test, async () => {
    expect(await userMessages.subscribersAndReceivers([streamId], messageId)).toHaveLength(1);
    expect(await userMessages.receivers([messageId])).toHaveLength(1);
  });
  expectCheap(plans, FEW_ROWS, ['messages', 'user_messages', 'subscriptions']);
});

it('updates the flags of a message efficiently, however many recipients it has', async () => {
  await database.query(
    `INSERT INTO user_messages (user_id, message_id) SELECT person, $1 FROM unnest($2::integer[]) person`,
    [messageId, people],
  );
  const repository = test.app.get(UserMessagesRepository, { strict: false });
  const { stream_wildcard_mentioned: common, mentioned } = MESSAGE_FLAGS;
  const flags = { common, personal: new Map([[people[7]!, mentioned]]) };
  const plans = await explain(test, async () => {
    const copies = await repository.replaceFlags(messageId, TEXT_FLAGS, flags);
    expect(copies.size).toBe(people.length + 1);
    expect(copies.get(people[6]!)).toBe(common);
    expect(copies.get(people[7]!)).toBe(common | mentioned);
  });
  expectCheap(plans, people.length + 2);
  expect(await repository.lockFlags(messageId)).toEqual(
    await repository.replaceFlags(messageId, TEXT_FLAGS, flags),
  );
});

it('finds recipients and subscribers efficiently without statistics', async () => {
  const subscribers = [realm.owner.userId, ...people].toSorted((a, b) => a - b);
  const channel = await subscribe(realm.owner, 'new channel', {
    invite_only: true,
    history_public_to_subscribers: false,
    principals: subscribers,
  });
  const sent = await sendToStream(realm.owner, channel, 'topic', 'text');
  const repository = test.app.get(MessagesRepository, { strict: false });
  const plans = await explain(test, async () => {
    const receivers = await repository.subscribedReceivers(channel, sent);
    expect(receivers.toSorted((a, b) => a - b)).toEqual(subscribers);
  });
  expectCheap(plans, subscribers.length, ['user_messages', 'subscriptions']);
  const userMessages = test.app.get(UserMessagesRepository, { strict: false });
  const marking = await explain(test, async () => {
    const [marked] = await userMessages.markReadForUnsubscribed(channel, streamId, [sent]);
    expect(marked).toEqual({ messageIds: [sent], userIds: people.toSorted((a, b) => a - b) });
  });
  expectCheap(marking, 3 * subscribers.length, ['user_messages', 'subscriptions']);
});
