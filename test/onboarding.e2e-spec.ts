import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MessageFlagsService } from '#modules/messages/flags/message-flags.service.js';
import { welcomeMessage } from '#modules/users/onboarding/onboarding.jobs.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventConsumers } from '#platform/jobs/event-consumers.js';
import { EventCursors } from '#platform/jobs/event-cursors.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
import { changeRealmSettings, createRealm, createUser, type TestUser } from './factories.js';
import { runJobs } from './run-jobs.js';

const test = await sharedTestApp();
const realm = await createRealm(test);
await runJobs(test.app);
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a new member', () => {
  it('receives a starred direct message of the Welcome Bot', async () => {
    const user = await createUser(test, realm);
    const listener = await listen(test, realm, user, {
      event_types: ['message', 'update_message_flags'],
    });
    await runJobs(test.app);
    const [message, ...more] = await directMessages(user);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      sender_full_name: 'Welcome Bot',
      type: 'private',
      flags: ['starred'],
    });
    expect(message!['content']).toContain('Sample Organization');
    expect(await listener.take()).toMatchObject([
      { type: 'message', message: { id: message!['id'] } },
      { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [message!['id']] },
    ]);
  });

  it('receives the custom text of the organization too', async () => {
    const other = await createRealm(test);
    await changeRealmSettings(test, other, { welcome_message_custom_text: 'Lunch is at *noon*.' });
    await runJobs(test.app);
    expect(await directMessages(other.owner)).toMatchObject([
      { flags: ['starred'] },
      { sender_full_name: 'Welcome Bot', content: '<p>Lunch is at <em>noon</em>.</p>', flags: [] },
    ]);
  });

  it('that is a bot receives nothing', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    await runJobs(test.app);
    expect(await directMessages(bot)).toEqual([]);
  });

  it('that was deactivated before receives nothing', async () => {
    const user = await createUser(test, realm);
    await setActive(user, false);
    await runJobs(test.app);
    await setActive(user, true);
    expect(await directMessages(user)).toEqual([]);
  });
});

describe('the welcome', () => {
  it('is not lost when the process dies after the commit', async () => {
    const dying = await test.startAnother();
    const user = await createUser({ ...test, app: dying.app }, realm);
    await dying.close();
    await runJobs(test.app);
    expect(await directMessages(user)).toHaveLength(1);
  });

  it('is not lost when its job cannot be added', async () => {
    const user = await createUser(test, realm);
    jest.spyOn(test.app.get(JobQueue), 'add').mockRejectedValueOnce(new Error('Gone'));
    await expect(test.app.get(EventConsumers).advance(realm.realmId)).rejects.toThrow('Gone');
    await runJobs(test.app);
    expect(await directMessages(user)).toHaveLength(1);
  });

  it('is not repeated when the process dies after the job was added', async () => {
    const user = await createUser(test, realm);
    const cursors = test.app.get(EventCursors, { strict: false });
    jest.spyOn(cursors, 'advance').mockRejectedValueOnce(new Error('Gone'));
    await expect(
      test.app.get(EventConsumers, { strict: false }).advance(realm.realmId),
    ).rejects.toThrow('Gone');
    await runJobs(test.app);
    expect(await directMessages(user)).toHaveLength(1);
  });

  it('is sent completely when a failed attempt is retried', async () => {
    const user = await createUser(test, realm);
    const flags = test.app.get(MessageFlagsService);
    jest.spyOn(flags, 'update').mockRejectedValueOnce(new Error('Not now'));
    await runJobs(test.app);
    expect(await directMessages(user)).toMatchObject([{ flags: ['starred'] }]);
  });

  it('is not sent again when events are replayed, nor when its job runs twice', async () => {
    const user = await createUser(test, realm);
    await runJobs(test.app);
    await test.app.get(Database).query('UPDATE event_consumer_cursors SET cursor = 0');
    await runJobs(test.app);
    expect(await directMessages(user)).toHaveLength(1);

    const events = await test.app.get(EventLog).read(realm.realmId, 0, 1000);
    const added = events.findLast(({ type }) => type === 'realm_user')!;
    const request = welcomeMessage.with({ realmId: realm.realmId, userId: user.userId });
    await test.app.get(JobQueue).add([{ id: `onboarding:${added.id}:0`, request }]);
    await runJobs(test.app);
    expect(await directMessages(user)).toHaveLength(1);
  });
});

async function directMessages(user: TestUser): Promise<Record<string, unknown>[]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  });
  return messages as Record<string, unknown>[];
}

async function setActive({ userId }: TestUser, isActive: boolean): Promise<void> {
  await test.app
    .get(Database)
    .query('UPDATE users SET is_active = $2 WHERE id = $1', [userId, isActive]);
  test.clock.advance(6);
}
