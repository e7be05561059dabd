import { afterEach, describe, expect, it } from '@jest/globals';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { credentialsEvent } from '#modules/users/users/users.events.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { startTestApp, sharedTestApp } from './app.js';
import { until } from './event-queue.js';
import { createRealm, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();
afterEach(() => test.clock.resume());

const PASSWORD = 'correct horse battery';

async function createPerson(realm: TestRealm): Promise<TestUser> {
  const email = `${unique('Person')}@example.com`;
  const users = test.app.get(UsersService);
  const passwordHash = await test.app.get(Passwords).hash(PASSWORD);
  const user = await users.create(
    { realmId: realm.realmId },
    { email, fullName: 'Sample Person', passwordHash },
  );
  const credentials = { email, apiKey: user.apiKey };
  return { userId: user.id, ...credentials, client: realm.anonymous.as(credentials) };
}

function update(sql: string, values: unknown[]): Promise<unknown> {
  return test.app.get(Database).query(sql, values);
}

describe('Basic credentials', () => {
  it('are accepted regardless of the case of the email', async () => {
    const realm = await createRealm(test);
    const { apiKey, email, userId } = await createPerson(realm);
    const client = realm.anonymous.as({ email: email.toUpperCase(), apiKey });
    expect((await client.get('users/me')).body).toMatchObject({ user_id: userId });
  });

  it.each([
    ['no credentials', undefined],
    ['an unknown key', { email: 'owner', apiKey: 'a'.repeat(32) }],
    ['a malformed key', { email: 'owner', apiKey: 'short' }],
  ])('are refused: %s', async (_what, given) => {
    const realm = await createRealm(test);
    const credentials = given && { ...given, email: realm.owner.email };
    const answer = await realm.anonymous.as(credentials).get('users/me');
    expect(answer.status).toBe(401);
    expect(answer.body['code']).toBe('UNAUTHORIZED');
    expect(answer.headers['www-authenticate']).toBe('Basic realm="zulip"');
  });

  it('are refused with the address or in the realm of another user, even after a use of the key', async () => {
    const [realm, other] = [await createRealm(test), await createRealm(test)];
    const { apiKey } = realm.owner;
    await realm.owner.client.expect('GET', 'users/me');
    const foreign = realm.anonymous.as({ email: other.owner.email, apiKey });
    expect((await foreign.get('users/me')).status).toBe(401);
    const elsewhere = other.anonymous.as(realm.owner);
    expect((await elsewhere.get('users/me')).status).toBe(401);
  });

  it('are refused for deactivated users, for deactivated realms and for the bots of the server', async () => {
    const { realm, user } = await createScene(test, { user: {} });
    await update('UPDATE users SET is_active = false WHERE id = $1', [user.userId]);
    expect((await user.client.get('users/me')).body).toMatchObject({ code: 'UNAUTHORIZED' });

    const bot = await test.app.get(UsersService).systemBot(realm.realmId, 'notification-bot');
    const apiKey = 'b'.repeat(31) + (realm.realmId % 10);
    await update('UPDATE users SET api_key_hash = $2 WHERE id = $1', [bot.id, sha256(apiKey)]);
    const asBot = realm.anonymous.as({ email: bot.email, apiKey });
    expect((await asBot.get('users/me')).status).toBe(401);

    const closed = await createRealm(test);
    await update('UPDATE realms SET deactivated = true WHERE id = $1', [closed.realmId]);
    expect((await closed.owner.client.get('users/me')).body).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('stop working as soon as the event log has the change', async () => {
    const { realm, user } = await createScene(test, { user: {} });
    // The account in the cache does not expire.
    test.clock.pause();
    await user.client.expect('GET', 'users/me');
    await test.app.get(Database).transaction(async () => {
      await update('UPDATE users SET api_key_hash = $2 WHERE id = $1', [
        user.userId,
        sha256(unique('key')),
      ]);
      const changed = credentialsEvent(realm.realmId, { userId: user.userId }, Audience.internal());
      test.app.get(EventLog).append(changed);
    });
    await until(async () => (await user.client.get('users/me')).status !== 200);
    expect((await user.client.get('users/me')).status).toBe(401);
  });

  it('stop working within five seconds even without an event in the log', async () => {
    const { user } = await createScene(test, { user: {} });
    await user.client.expect('GET', 'users/me');
    await update('UPDATE users SET is_active = false WHERE id = $1', [user.userId]);
    test.clock.advance(5);
    expect((await user.client.get('users/me')).status).toBe(401);
  });
});

describe('POST /fetch_api_key', () => {
  it('returns the key for the password, regardless of the case of the email', async () => {
    const realm = await createRealm(test);
    const { userId, email, apiKey } = await createPerson(realm);
    const answer = await realm.anonymous.post('fetch_api_key', {
      username: email.toLowerCase(),
      password: PASSWORD,
    });
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      user_id: userId,
      email,
      api_key: apiKey,
    });
  });

  it('returns no key that SECRET_KEY cannot decrypt; the key stays valid', async () => {
    const realm = await createRealm(test);
    const { userId, email, client } = await createPerson(realm);
    await update(`UPDATE users SET api_key_sealed = '\\x00' || api_key_sealed WHERE id = $1`, [
      userId,
    ]);
    const login = { username: email, password: PASSWORD };
    expect((await realm.anonymous.post('fetch_api_key', login)).status).toBe(503);
    await client.expect('GET', 'users/me');
  });

  it('answers a wrong password and an unknown user alike', async () => {
    const realm = await createRealm(test);
    const { email } = await createPerson(realm);
    const answers = [];
    for (const username of [email, 'nobody@example.com', realm.owner.email, '']) {
      answers.push(await realm.anonymous.post('fetch_api_key', { username, password: 'wrong' }));
    }
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual(answers[0]?.body);
      expect(body['code']).toBe('AUTHENTICATION_FAILED');
    }
  });

  it('reveals that an account is deactivated only with the right password', async () => {
    const realm = await createRealm(test);
    const { userId, email } = await createPerson(realm);
    await update('UPDATE users SET is_active = false WHERE id = $1', [userId]);
    const login = async (password: string): Promise<unknown> =>
      (await realm.anonymous.post('fetch_api_key', { username: email, password })).body['code'];
    expect(await login('wrong')).toBe('AUTHENTICATION_FAILED');
    expect(await login(PASSWORD)).toBe('USER_DEACTIVATED');
  });

  it('refuses where passwords are disabled, in deactivated realms, and for unknown hosts', async () => {
    const realm = await createRealm(test);
    const { email } = await createPerson(realm);
    const login = { username: email, password: PASSWORD };
    await update(`UPDATE realms SET settings = '{"authentication_methods": {}}' WHERE id = $1`, [
      realm.realmId,
    ]);
    test.clock.advance(5);
    const refused = await realm.anonymous.post('fetch_api_key', login);
    expect(refused.status).toBe(401);
    expect(refused.body['code']).toBe('PASSWORD_AUTH_DISABLED');

    await update('UPDATE realms SET deactivated = true WHERE id = $1', [realm.realmId]);
    test.clock.advance(5);
    const closed = await realm.anonymous.post('fetch_api_key', login);
    expect(closed.body['code']).toBe('REALM_DEACTIVATED');

    const nowhere = await test.anonymous('nowhere.parley.test').post('fetch_api_key', login);
    expect(nowhere.status).toBe(404);
    expect(nowhere.body['code']).toBe('NONEXISTENT_SUBDOMAIN');
  });

  it('counts wrong passwords for each account, regardless of the spelling of its email', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    try {
      const { anonymous, realmId } = await createRealm(limited);
      await limited.app
        .get(UsersService)
        .create({ realmId }, { email: 'victim@example.com', fullName: 'Sample Person' });
      const login = (username: string): Promise<{ status: number }> =>
        anonymous.post('fetch_api_key', { username, password: 'wrong' });
      for (const address of ['victim', 'Victim', ' victim', 'v\u0130ctim', 'VICTIM']) {
        expect((await login(`${address}@example.com`)).status).toBe(401);
      }
      expect((await login('vict\u0130m@example.com')).status).toBe(429);
      expect((await login('someone-else@example.com')).status).toBe(401);
    } finally {
      await limited.close();
    }
  });
});

describe('GET /server_settings', () => {
  it('returns the realm of the host, without credentials', async () => {
    const realm = await createRealm(test);
    expect((await realm.anonymous.get('server_settings')).body).toMatchObject({
      zulip_feature_level: 500,
      service_feature_level: 500,
      realm_name: 'Sample Organization',
      realm_url: `http://${realm.host}`,
      email_auth_enabled: true,
    });
  });

  it('refuses a host without a realm', async () => {
    const answer = await test.anonymous('nowhere.parley.test').get('server_settings');
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('BAD_REQUEST');
  });
});
