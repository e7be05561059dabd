// The mail domains of an organization, and the playgrounds that it offers.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RealmDomainsService } from '#modules/realms/domains/realm-domains.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
});

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const REFUSED = [400, 'BAD_REQUEST'];

describe('mail domains', () => {
  const PATH = 'realm/domains';

  function add(domain: string, allow_subdomains = false): Promise<Answer['body']> {
    return owner.client.expect('POST', PATH, { domain, allow_subdomains });
  }

  async function list(user = member): Promise<unknown> {
    return (await user.client.expect('GET', PATH))['domains'];
  }

  it('are listed for all users, in lower case', async () => {
    expect(await add(' Example.COM ')).toMatchObject({
      new_domain: [expect.any(Number), 'example.com'],
    });
    await add('example.org', true);
    expect(await list()).toEqual([
      { domain: 'example.com', allow_subdomains: false },
      { domain: 'example.org', allow_subdomains: true },
    ]);
  });

  it('are changed and removed, whatever the case', async () => {
    await add('example.com');
    await owner.client.expect('PATCH', `${PATH}/Example.com`, { allow_subdomains: true });
    expect(await list()).toEqual([{ domain: 'example.com', allow_subdomains: true }]);
    await owner.client.expect('DELETE', `${PATH}/EXAMPLE.com`);
    expect(await list()).toEqual([]);
  });

  it.each(['', 'example', '-x.com', 'a b.com', 'https://example.com', 'x@example.com', '.com'])(
    'are domains, not %j',
    async (domain) => {
      const answer = await owner.client.post(PATH, { domain, allow_subdomains: true });
      expect(failure(answer)).toEqual(REFUSED);
    },
  );

  it('are listed once', async () => {
    await add('example.com');
    const answer = await owner.client.post(PATH, { domain: 'EXAMPLE.com', allow_subdomains: true });
    expect(failure(answer)).toEqual(REFUSED);
    expect(await list()).toEqual([{ domain: 'example.com', allow_subdomains: false }]);
  });

  it('belong to one organization, and are changed by its owners', async () => {
    await add('example.com');
    const other = await createRealm(test);
    const admin = await createUser(test, realm, { role: Role.Administrator });
    for (const { client } of [other.owner, admin, member]) {
      const answers = [
        await client.patch(`${PATH}/example.com`, { allow_subdomains: true }),
        await client.delete(`${PATH}/example.com`),
      ];
      expect(answers.map(failure)).toEqual([REFUSED, REFUSED]);
    }
    for (const { client } of [admin, member]) {
      const answer = await client.post(PATH, { domain: 'example.org', allow_subdomains: true });
      expect(failure(answer)).toEqual(REFUSED);
    }
    expect(await list(other.owner)).toEqual([]);
    expect(await list()).toEqual([{ domain: 'example.com', allow_subdomains: false }]);
  });

  it('decide who may join', async () => {
    await add('example.com');
    await add('example.org', true);
    const domains = test.app.get(RealmDomainsService);
    const allowed = async (email: string): Promise<boolean> =>
      (await domains.load(realm.realmId))(email);
    expect(await allowed('a@example.com')).toBe(true);
    expect(await allowed('a@EXAMPLE.com')).toBe(true);
    expect(await allowed('a@sub.example.com')).toBe(false);
    expect(await allowed('a@sub.example.org')).toBe(true);
    expect(await allowed('a@badexample.org')).toBe(false);
  });

  it('have events that lead from each state to the next', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      await add('example.com');
      await owner.client.expect('PATCH', `${PATH}/example.com`, { allow_subdomains: true });
      await owner.client.expect('PATCH', `${PATH}/example.com`, { allow_subdomains: true });
      await add('example.org');
      await owner.client.expect('DELETE', `${PATH}/example.com`);
    });
    expect(seen.get('member')!.map(({ op }) => op)).toEqual(['add', 'change', 'add', 'remove']);
  });
});

describe('playgrounds', () => {
  const PATH = 'realm/playgrounds';
  const RUST = {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example.com/?edition=2021{&code}',
  };

  async function add(playground: object = RUST): Promise<number> {
    return (await owner.client.expect('POST', PATH, { ...playground }))['id'] as number;
  }

  async function list(user = member): Promise<unknown> {
    const state = await user.client.expect('POST', 'register', {
      fetch_event_types: ['realm_playgrounds'],
    });
    return state['realm_playgrounds'];
  }

  it('are offered to all users until they are removed', async () => {
    const id = await add();
    const other = { ...RUST, pygments_language: 'C++' };
    const second = await add(other);
    expect(await list()).toEqual([
      { id, ...RUST },
      { id: second, ...other },
    ]);
    await owner.client.expect('DELETE', `${PATH}/${id}`);
    expect(await list()).toEqual([{ id: second, ...other }]);
    expect(failure(await owner.client.delete(`${PATH}/${id}`))).toEqual(REFUSED);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['no language', { pygments_language: '' }],
    ['a language that is none', { pygments_language: '<b>' }],
    ['no address', { url_template: '' }],
    ['an address without the code', { url_template: 'https://example.com' }],
    ['another variable', { url_template: 'https://example.com/{code}{more}' }],
    ['a broken template', { url_template: 'https://example.com/{code' }],
    ['a script', { url_template: 'javascript:{code}' }],
    ['a path', { url_template: '/run/{code}' }],
  ])('are refused with %s', async (_what, change) => {
    const answer = await owner.client.post(PATH, { ...RUST, ...change });
    expect(failure(answer)).toEqual(REFUSED);
    const [field] = Object.keys(change);
    expect(answer.body['errors']).toEqual({ [field!]: [answer.body['msg']] });
    expect(await list()).toEqual([]);
  });

  it('have unique names in each language', async () => {
    await add();
    const answer = await owner.client.post(PATH, RUST);
    expect(failure(answer)).toEqual(REFUSED);
    expect(answer.body['errors']).toEqual({ __all__: [answer.body['msg']] });
  });

  it('belong to one organization, and are changed by its administrators', async () => {
    const id = await add();
    const other = await createRealm(test);
    expect(failure(await other.owner.client.delete(`${PATH}/${id}`))).toEqual(REFUSED);
    expect(failure(await member.client.delete(`${PATH}/${id}`))).toEqual(REFUSED);
    expect(failure(await member.client.post(PATH, { ...RUST, name: 'Mine' }))).toEqual(REFUSED);
    const admin = await createUser(test, realm, { role: Role.Administrator });
    await admin.client.expect('DELETE', `${PATH}/${id}`);
    expect(await list()).toEqual([]);
  });

  it('have events that lead from each state to the next', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      const id = await add();
      await add({ ...RUST, name: 'Another' });
      await owner.client.expect('DELETE', `${PATH}/${id}`);
    });
    expect(seen.get('member')).toHaveLength(3);
  });
});
