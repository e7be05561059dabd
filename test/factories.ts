// Creates objects for tests, with their dependencies. Names are unique, so that tests need no clean-up.
import { randomBytes } from 'node:crypto';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import type { TestApp } from './app.js';
import type { Client, Credentials } from './client.js';

export interface TestUser extends Credentials {
  userId: number;
  client: Client;
}

export interface TestRealm {
  realmId: number;
  host: string;
  owner: TestUser;
  anonymous: Client;
}

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`;
}

/** `stringId` is empty for the only root realm. */
export async function createRealm(test: TestApp, stringId = unique('realm')): Promise<TestRealm> {
  const { host: rootHost } = test.config.externalUrl;
  const host = stringId === '' ? rootHost : `${stringId}.${rootHost}`;
  const anonymous = test.anonymous(host);
  const { realmId, owner } = await test.app.get(RealmSetupService).createRealm({
    stringId,
    name: 'Sample Organization',
    owner: { email: `owner@${host}`, fullName: 'Sample Owner' },
  });
  const credentials = { email: owner.deliveryEmail, apiKey: owner.apiKey };
  return {
    realmId,
    host,
    anonymous,
    owner: { userId: owner.id, ...credentials, client: anonymous.as(credentials) },
  };
}

export async function createUser(
  test: TestApp,
  realm: TestRealm,
  options: { role?: Role; fullName?: string; bot?: { type: number; ownerId: number } } = {},
): Promise<TestUser> {
  const email = `${unique('member')}@${realm.host}`;
  const { bot } = options;
  const user = await test.app.get(UsersService).create(
    { realmId: realm.realmId },
    {
      email,
      fullName: options.fullName ?? 'Sample Member',
      role: options.role ?? Role.Member,
      ...(bot ? { bot } : {}),
    },
  );
  const credentials = { email, apiKey: user.apiKey };
  return { userId: user.id, ...credentials, client: realm.anonymous.as(credentials) };
}

/** Inserts many members, who cannot log in. */
/** A bot of this user, by default a generic one. */
export async function createBot(
  { anonymous }: TestRealm,
  owner: TestUser,
  parameters: Record<string, unknown> = {},
): Promise<TestUser> {
  const body = await owner.client.expect('POST', 'bots', {
    full_name: 'Sample Bot',
    short_name: unique('sample'),
    ...parameters,
  });
  const credentials = { email: body['email'] as string, apiKey: body['api_key'] as string };
  const userId = body['user_id'] as number;
  return { userId, ...credentials, client: anonymous.as(credentials) };
}

export async function createPeople(
  test: TestApp,
  realm: TestRealm,
  count: number,
): Promise<number[]> {
  const rows = await test.app.get(Database).query<{ id: number }>(
    `INSERT INTO users (realm_id, email, delivery_email, full_name, role, date_joined,
       api_key_hash, api_key_sealed)
     SELECT $1, name || '@example.com', name || '@example.com', 'Sample Member', $3, now(),
       sha256(name::bytea), ''
     FROM generate_series(1, $2::integer) AS n, concat($4::text, '-', n) AS name
     RETURNING id`,
    [realm.realmId, count, Role.Member, unique('crowd')],
  );
  return rows.map(({ id }) => id);
}

/** Changes settings of the organization in the database, and lets caches expire. */
export async function changeRealmSettings(
  test: TestApp,
  realm: TestRealm,
  settings: Record<string, unknown>,
): Promise<void> {
  await test.app
    .get(Database)
    .query(`UPDATE realms SET settings = settings || $2::jsonb WHERE id = $1`, [
      realm.realmId,
      settings,
    ]);
  test.clock.advance(6);
}

/** Subscribes the user to a channel, which is created if it is new. Returns its id. */
export async function subscribe(
  user: TestUser,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<number> {
  await user.client.expect('POST', 'users/me/subscriptions', {
    subscriptions: [{ name }],
    ...parameters,
  });
  const { stream_id: id } = await user.client.expect('GET', 'get_stream_id', { stream: name });
  return id as number;
}

/** Creates a channel with the owner and these users as subscribers, without notifications. */
export async function createChannel(
  owner: TestUser,
  subscribers: TestUser[],
  settings: Record<string, unknown> = {},
): Promise<{ id: number; name: string }> {
  const name = unique('channel');
  const id = await subscribe(owner, name, {
    principals: [owner, ...subscribers].map(({ userId }) => userId),
    send_new_subscription_messages: false,
    ...settings,
  });
  return { id, name };
}

/** Sends to a channel and returns the id of the message. */
export async function sendToStream(
  user: TestUser,
  stream: string | number,
  topic: string,
  content: string,
): Promise<number> {
  const { id } = await user.client.expect('POST', 'messages', {
    type: 'channel',
    to: stream,
    topic,
    content,
  });
  return id as number;
}

export async function sendDirect(user: TestUser, to: TestUser[], content: string): Promise<number> {
  const { id } = await user.client.expect('POST', 'messages', {
    type: 'direct',
    to: to.map(({ userId }) => userId),
    content,
  });
  return id as number;
}

/** Inserts a custom emoji into the database. Returns its id. */
export async function createCustomEmoji(
  test: TestApp,
  realm: TestRealm,
  name: string,
  authorId: number | null = null,
): Promise<number> {
  const [row] = await test.app.get(Database).query<{ id: number }>(
    `INSERT INTO realm_emoji (realm_id, author_id, name, file_name)
     VALUES ($1, $2, $3, $3 || '.png') RETURNING id`,
    [realm.realmId, authorId, name],
  );
  test.clock.advance(6);
  return row!.id;
}
