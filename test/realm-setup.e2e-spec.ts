import { describe, expect, it } from '@jest/globals';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { CreateBotService } from '#modules/bots/bots/create-bot.service.js';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { CreateUserService } from '#modules/users/creation/create-user.service.js';
import { type CreatedUser, UsersService } from '#modules/users/users/users.service.js';
import type { UserSummary } from '#modules/users/users/users.repository.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
import { createRealm, type TestRealm, unique } from './factories.js';

const test = await sharedTestApp();

describe('a new realm', () => {
  it('has two public default channels with the owner as subscriber', async () => {
    const { owner } = await createRealm(test);
    const state = await owner.client.expect('POST', 'register');
    const subscriptions = state['subscriptions'] as { name: string; stream_id: number }[];
    expect(subscriptions).toMatchObject([
      { name: 'general', invite_only: false, subscriber_count: 1, creator_id: null },
      { name: 'sandbox', invite_only: false, subscriber_count: 1, creator_id: null },
    ]);
    expect(state['realm_default_streams']).toEqual(subscriptions.map((own) => own.stream_id));
  });

  it('announces new channels in general, and does not announce new members', async () => {
    const { owner } = await createRealm(test);
    const state = await owner.client.expect('POST', 'register');
    const [general] = state['subscriptions'] as { stream_id: number }[];
    expect(state).toMatchObject({
      realm_new_stream_announcements_stream_id: general?.stream_id,
      realm_zulip_update_announcements_stream_id: general?.stream_id,
      realm_signup_announcements_stream_id: -1,
    });
  });

  it('starts with an unread message of the Welcome Bot in general', async () => {
    const { owner } = await createRealm(test);
    const { messages } = await owner.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
    });
    expect(messages).toMatchObject([
      {
        sender_full_name: 'Welcome Bot',
        display_recipient: 'general',
        subject: 'welcome',
        flags: [],
      },
    ]);
  });

  it('is created completely or not at all', async () => {
    const stringId = unique('realm');
    const setup = test.app.get(RealmSetupService);
    const owner = { email: 'no address', fullName: 'Sample Owner' };
    const made = setup.createRealm({ stringId, name: 'Sample Organization', owner });
    await expect(made).rejects.toThrow('email');
    expect(await test.app.get(RealmsService).findByStringId(stringId)).toBeUndefined();
  });
});

describe('a new user', () => {
  it('is subscribed to the default channels, and both are published', async () => {
    const realm = await createRealm(test);
    const listener = await listen(test, realm, realm.owner, {
      event_types: ['realm_user', 'subscription'],
    });
    const user = await createUser(realm, { role: Role.Member });
    const events = await listener.take();
    expect(events).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: user.id } },
      { type: 'subscription', op: 'peer_add', user_ids: [user.id] },
    ]);
    expect(events[1]!['stream_ids']).toHaveLength(2);
    expect(await channelsOf(realm, user)).toEqual(['general', 'sandbox']);
  });

  it('who is a guest has no subscriptions', async () => {
    const realm = await createRealm(test);
    expect(await channelsOf(realm, await createUser(realm, { role: Role.Guest }))).toEqual([]);
  });

  it('is not created when the email is taken, without other effects', async () => {
    const realm = await createRealm(test);
    const input = { email: realm.owner.email, fullName: 'Sample Member' };
    const setup = test.app.get(CreateUserService);
    const made = setup.create({ realmId: realm.realmId }, input);
    await expect(made).rejects.toThrow('already an account');
    const state = await realm.owner.client.expect('POST', 'register');
    expect(state['subscriptions']).toMatchObject([
      { subscriber_count: 1 },
      { subscriber_count: 1 },
    ]);
  });
});

describe('a new bot', () => {
  it('has an email at the host of its owner, and no channels', async () => {
    const realm = await createRealm(test);
    const { user: bot } = await test.app.get(CreateBotService).createFor(await summaryOf(realm), {
      fullName: 'Sample Helper',
      shortName: 'helper',
      type: 3,
    });
    expect(bot).toMatchObject({
      email: `helper-bot@${realm.host}`,
      botType: 3,
      botOwnerId: realm.owner.userId,
    });
    expect(await channelsOf(realm, bot)).toEqual([]);
  });

  it.each(['', 'a b', '-x', 'x@y', 'x'.repeat(51)])('cannot be called %p', async (shortName) => {
    const realm = await createRealm(test);
    const createBotService = test.app.get(CreateBotService);
    const bot = { fullName: 'Sample Helper', shortName, type: 1 };
    await expect(createBotService.createFor(await summaryOf(realm), bot)).rejects.toThrow(
      'short name',
    );
  });

  it('cannot belong to another bot', async () => {
    const realm = await createRealm(test);
    const createBotService = test.app.get(CreateBotService);
    const bot = { fullName: 'Sample Helper', shortName: 'helper', type: 1 };
    const { user: first } = await createBotService.createFor(await summaryOf(realm), bot);
    const second = createBotService.createFor(first, { ...bot, shortName: 'other' });
    await expect(second).rejects.toThrow('not a bot');
  });
});

function createUser({ realmId }: TestRealm, { role }: { role: Role }): Promise<CreatedUser> {
  return test.app
    .get(CreateUserService)
    .create(
      { realmId },
      { email: `${unique('member')}@example.com`, fullName: 'Sample Member', role },
    );
}

async function summaryOf({ realmId, owner }: TestRealm): Promise<UserSummary> {
  const [summary] = await test.app.get(UsersService).findByIds(realmId, [owner.userId]);
  return summary!;
}

async function channelsOf(realm: TestRealm, user: CreatedUser): Promise<string[]> {
  const client = realm.anonymous.as({ email: user.deliveryEmail, apiKey: user.apiKey });
  const { subscriptions } = await client.expect('GET', 'users/me/subscriptions');
  return (subscriptions as { name: string }[]).map(({ name }) => name).toSorted();
}
