// Logging in with a real LDAP directory (slapd): who can log in, as which user, and what stays secret.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Attribute,
  Change,
  Client,
  ConstraintViolationError,
  InappropriateAuthError,
  NoSuchObjectError,
  UnwillingToPerformError,
} from 'ldapts';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { startTestApp, type TestApp } from './app.js';
import type { Answer } from './client.js';
import { changeRealmSettings, createRealm, type TestRealm, unique } from './factories.js';
import { observersOf, verifyEvents } from './verify-events.js';
import { BASE, DIRECTORY_PASSWORD, hasSlapd, READER, Slapd } from './slapd.js';

// Without slapd, as without Redis, the other tests run.
const describeDirectory = hasSlapd() ? describe : describe.skip;

describeDirectory('a directory', () => {
  let slapd: Slapd;
  let test: TestApp;
  let closed: TestApp;
  beforeAll(async () => {
    slapd = await Slapd.start();
    const environment = {
      LDAP_URL: slapd.url,
      LDAP_BIND_DN: READER.dn,
      LDAP_BIND_PASSWORD: READER.password,
      LDAP_SEARCH_BASE: BASE,
    };
    test = await startTestApp({
      ...environment,
      LDAP_CREATE_ACCOUNTS: 'on',
      LDAP_NAME_ATTRIBUTE: 'displayName',
      LDAP_ROLES: 'chiefs=administrator,helpers=moderator',
      LDAP_GROUPS: 'chiefs=Leaders,helpers=Helping hands,unused=Leaders',
      LDAP_PROFILE_FIELDS: 'telephoneNumber=Phone,title=Job,st=Elsewhere',
    });
    closed = await startTestApp({ ...environment, LDAP_REQUIRED_GROUP: 'Insiders' });
    const [chief, insider] = [
      await slapd.addPerson('chief', {
        mail: 'chief@example.com',
        cn: 'Chief',
        displayName: 'The Chief',
      }),
      await slapd.addPerson('insider', { mail: 'insider@example.com', cn: 'Insider' }),
    ];
    await slapd.addPerson('outsider', { mail: 'outsider@example.com', cn: 'Outsider' });
    await slapd.addPerson('nameless', { cn: 'Nameless' });
    await slapd.addGroup('Chiefs', [chief]);
    await slapd.addGroup('insiders', [insider]);
  });
  afterAll(async () => {
    await closed.close();
    await test.close();
    await slapd.stop();
  });

  function logIn(
    realm: TestRealm,
    username: string,
    password = DIRECTORY_PASSWORD,
  ): Promise<Answer> {
    return realm.anonymous.post('fetch_api_key', { username, password });
  }

  /** An organization that people can join without an invitation. */
  async function createOpenRealm(): Promise<TestRealm> {
    const realm = await createRealm(test);
    await changeRealmSettings(test, realm, { invite_required: false });
    return realm;
  }

  describe('a directory', () => {
    it('logs users in by name or email, and creates their accounts at the first login', async () => {
      const realm = await createOpenRealm();
      const first = await logIn(realm, 'chief');
      expect(first.body).toMatchObject({ result: 'success', email: 'chief@example.com' });
      const again = await logIn(realm, 'CHIEF@example.com');
      expect(again.body).toEqual(first.body);
      const { email, api_key: apiKey } = first.body as { email: string; api_key: string };
      const me = await realm.anonymous.as({ email, apiKey }).expect('GET', 'users/me');
      expect(me).toMatchObject({ full_name: 'The Chief', role: 200 });
    });

    it('provides groups and profile values', async () => {
      const realm = await createOpenRealm();
      const { client } = realm.owner;
      const name = unique('telephone');
      const dn = await slapd.addPerson(name, {
        mail: `${name}@example.com`,
        cn: 'Caller',
        displayName: 'Caller',
        telephoneNumber: '+1 555 0100',
        title: 'x'.repeat(60),
      });
      await slapd.addGroup(unique('others'), [dn]);
      for (const group of ['Leaders', 'Helping hands']) {
        await client.expect('POST', 'user_groups/create', {
          name: group,
          description: '',
          members: [],
          subgroups: [],
        });
      }
      const field = async (title: string): Promise<number> =>
        (await client.expect('POST', 'realm/profile_fields', { name: title, field_type: 1 }))[
          'id'
        ] as number;
      const [phone, job] = [await field('phone'), await field('Job')];
      const { user_id: userId } = (await logIn(realm, name)).body as { user_id: number };
      const groups = async (): Promise<string[]> => {
        const { user_groups: all } = await client.expect('GET', 'user_groups');
        return (all as { name: string; members: number[]; is_system_group: boolean }[]).flatMap(
          (group) => (group.members.includes(userId) && !group.is_system_group ? [group.name] : []),
        );
      };
      const profile = async (): Promise<unknown> => {
        const { user } = await client.expect('GET', `users/${userId}`, {
          include_custom_profile_fields: true,
        });
        return (user as { profile_data: unknown }).profile_data;
      };
      // Values that do not fit into the field are skipped; the login succeeds.
      expect(await profile()).toEqual({
        [phone]: { value: '+1 555 0100', rendered_value: expect.any(String) },
      });
      expect(await groups()).toEqual([]);
      await slapd.asRoot(async (root) => {
        await root.modify('cn=Chiefs,ou=groups,dc=example,dc=com', [
          new Change({
            operation: 'add',
            modification: new Attribute({ type: 'member', values: [dn] }),
          }),
        ]);
        await root.modify(dn, [
          new Change({
            operation: 'replace',
            modification: new Attribute({ type: 'title', values: ['Boss'] }),
          }),
          new Change({
            operation: 'delete',
            modification: new Attribute({ type: 'telephoneNumber' }),
          }),
        ]);
      });
      await verifyEvents(test, observersOf(realm, { owner: realm.owner }), () =>
        logIn(realm, name),
      );
      expect(await groups()).toEqual(['Leaders']);
      expect(await profile()).toEqual({
        [job]: { value: 'Boss', rendered_value: expect.any(String) },
      });
      await slapd.asRoot((root) =>
        root.modify('cn=Chiefs,ou=groups,dc=example,dc=com', [
          new Change({
            operation: 'delete',
            modification: new Attribute({ type: 'member', values: [dn] }),
          }),
        ]),
      );
      await logIn(realm, name);
      expect(await groups()).toEqual([]);
    });

    it('creates no account that the organization does not accept', async () => {
      const closedRealm = await createRealm(test);
      const open = await createOpenRealm();
      await changeRealmSettings(test, open, { emails_restricted_to_domains: true });
      const person = unique('disposable');
      await slapd.addPerson(person, {
        mail: `${person}@mailinator.com`,
        cn: 'X',
        displayName: 'X',
      });
      const refused = { status: 401, body: { code: 'AUTHENTICATION_FAILED' } };
      expect(await logIn(closedRealm, 'chief')).toMatchObject(refused);
      expect(await logIn(open, 'chief')).toMatchObject(refused);
      expect(await logIn(await createOpenRealm(), person)).toMatchObject(refused);
      const domain = { domain: 'example.com', allow_subdomains: false };
      await open.owner.client.expect('POST', 'realm/domains', domain);
      expect((await logIn(open, 'chief')).status).toBe(200);
    });

    it('also provides names and roles', async () => {
      const realm = await createOpenRealm();
      const name = unique('person');
      const dn = await slapd.addPerson(name, {
        mail: `${name}@example.com`,
        cn: 'X',
        displayName: 'Old',
      });
      const { body } = await logIn(realm, name);
      await slapd.addGroup(unique('helpers'), [dn]);
      await slapd.addGroup('Helpers', [dn]);
      await slapd.asRoot((client) =>
        client.modify(dn, [
          new Change({
            operation: 'replace',
            modification: new Attribute({ type: 'displayName', values: ['New Name'] }),
          }),
        ]),
      );
      await logIn(realm, name);
      const { user } = await realm.owner.client.expect('GET', `users/${String(body['user_id'])}`);
      expect(user).toMatchObject({ full_name: 'New Name', role: 300 });
    });

    it('is listed in GET /server_settings and the settings of the organization', async () => {
      const realm = await createRealm(test);
      expect((await realm.anonymous.get('server_settings')).body).toMatchObject({
        authentication_methods: { ldap: true, password: true, email: true },
        require_email_format_usernames: false,
      });
      const off = { authentication_methods: { LDAP: false } };
      await realm.owner.client.expect('PATCH', 'realm', off);
      expect((await realm.anonymous.get('server_settings')).body).toMatchObject({
        authentication_methods: { ldap: false, password: true },
      });
      expect((await logIn(realm, 'chief')).body['code']).toBe('AUTHENTICATION_FAILED');
    });

    it('and local passwords work together', async () => {
      const realm = await createRealm(test);
      const users = test.app.get(UsersService);
      const password = 'a password kept here';
      const email = 'chief@example.com';
      await users.create(
        { realmId: realm.realmId },
        { email, fullName: 'Sample', passwordHash: await test.app.get(Passwords).hash(password) },
      );
      expect((await logIn(realm, email, password)).status).toBe(200);
      expect((await logIn(realm, email)).status).toBe(200);
    });

    it('returns the same error for all failures, and escapes usernames in filters', async () => {
      const realm = await createRealm(test);
      const answers = [
        await logIn(realm, 'chief', 'wrong password'),
        await logIn(realm, 'chief', ''),
        await logIn(realm, 'nobody'),
        await logIn(realm, '*'),
        await logIn(realm, 'chief)(uid=*'),
        await logIn(realm, ''),
        await logIn(realm, 'nameless'),
      ];
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([401, answers[0]!.body]);
        expect(body['code']).toBe('AUTHENTICATION_FAILED');
      }
    });

    it.each([
      ConstraintViolationError,
      InappropriateAuthError,
      NoSuchObjectError,
      UnwillingToPerformError,
    ])('refuses a login whose password it rejects with %p', async (Refusal) => {
      const realm = await createOpenRealm();
      const bind = Reflect.get(Client.prototype, 'bind');
      const binding = jest.spyOn(Client.prototype, 'bind').mockImplementation(function (
        this: Client,
        dn,
        password,
        ...controls
      ) {
        if (dn !== READER.dn) return Promise.reject(new Refusal());
        return bind.call(this, dn, password, ...controls);
      });
      try {
        const answer = await logIn(realm, 'chief');
        expect([answer.status, answer.body['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
      } finally {
        binding.mockRestore();
      }
    });

    it('refuses a login to a deactivated account', async () => {
      const realm = await createOpenRealm();
      const { body } = await logIn(realm, 'chief');
      await realm.owner.client.expect('DELETE', `users/${String(body['user_id'])}`);
      expect((await logIn(realm, 'chief')).body['code']).toBe('USER_DEACTIVATED');
      expect((await logIn(realm, 'chief', 'wrong')).body['code']).toBe('AUTHENTICATION_FAILED');
    });
  });

  describe('without creation of accounts', () => {
    it('only existing users in the group can log in', async () => {
      const realm = await createRealm(closed);
      expect((await logIn(realm, 'insider')).body['code']).toBe('AUTHENTICATION_FAILED');
      for (const name of ['insider', 'outsider']) {
        await closed.app
          .get(UsersService)
          .create({ realmId: realm.realmId }, { email: `${name}@example.com`, fullName: 'Sample' });
      }
      expect((await logIn(realm, 'insider')).status).toBe(200);
      expect((await logIn(realm, 'outsider')).body['code']).toBe('AUTHENTICATION_FAILED');
    });
  });

  it('an unavailable directory does not count as a wrong password', async () => {
    const away = await startTestApp({
      LDAP_URL: 'ldap://127.0.0.1:1',
      LDAP_SEARCH_BASE: BASE,
      LOG_LEVEL: 'silent',
    });
    try {
      const realm = await createRealm(away);
      expect((await logIn(realm, 'chief')).status).toBe(503);
    } finally {
      await away.close();
    }
  });
});
