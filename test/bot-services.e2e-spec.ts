// The services of bots: payload URL and format, integrations and settings; and the configuration files of programs.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { BotRecords } from '#modules/bots/records';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createBot, createUser, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';
import { fetchFile, type FetchedFile } from './uploads.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
const HOOK = { bot_type: 3, payload_url: 'https://bots.example.com/hook' };

let realm: TestRealm;
let member: TestUser;
let colleague: TestUser;
beforeEach(async () => {
  ({ realm, member, colleague } = await createScene(test, { member: {}, colleague: {} }));
});

/** The integration, which clients do not see. */
async function integration({ userId }: TestUser): Promise<string | null> {
  const record = await test.app.get(BotRecords, { strict: false }).find(realm.realmId, userId);
  return record!.serviceName;
}

async function services(): Promise<unknown[]> {
  const { bots } = await member.client.expect('GET', 'bots');
  return (bots as { services: unknown[] }[]).flatMap((bot) => bot.services);
}

describe('an incoming webhook bot', () => {
  it('can have an integration, which can be changed', async () => {
    const bot = await createBot(realm, member, { bot_type: 2, service_name: 'github' });
    expect(await integration(bot)).toBe('github');
    const path = `bots/${bot.userId}`;
    await member.client.expect('PATCH', path, { full_name: 'Renamed' });
    expect(await integration(bot)).toBe('github');
    await member.client.expect('PATCH', path, { service_name: 'json' });
    expect(await integration(bot)).toBe('json');
    for (const wrong of [{ service_name: 'unknown' }, { config_data: { team: 'one' } }]) {
      expect(await member.client.patch(path, wrong)).toMatchObject(refused);
    }
    expect(await integration(bot)).toBe('json');
    expect(await services()).toEqual([]);
  });

  it('needs no integration', async () => {
    const bot = await createBot(realm, member, { bot_type: 2 });
    expect(await integration(bot)).toBeNull();
  });

  it.each([
    ['an unknown integration', { service_name: 'unknown' }],
    ['the name of an embedded bot', { service_name: 'converter' }],
    ['settings', { service_name: 'github', config_data: { team: 'one' } }],
  ])('does not take %s', async (_what, wrong) => {
    const input = { full_name: 'Sample Bot', short_name: unique('sample'), bot_type: 2, ...wrong };
    expect(await member.client.post('bots', input)).toMatchObject(refused);
  });
});

describe('an embedded bot', () => {
  it('becomes another one with the settings of that one', async () => {
    const bot = await createBot(realm, member, { bot_type: 4, service_name: 'helloworld' });
    const path = `bots/${bot.userId}`;
    const change = { service_name: 'followup', config_data: { channel: 'to do' } };
    await member.client.expect('PATCH', path, change);
    expect(await services()).toEqual([
      { service_name: 'followup', config_data: { channel: 'to do' } },
    ]);
    expect(await member.client.patch(path, { service_name: 'unknown' })).toMatchObject(refused);
    await member.client.expect('PATCH', path, { service_name: 'converter' });
    expect(await services()).toEqual([{ service_name: 'converter', config_data: {} }]);
  });
});

describe('an outgoing webhook bot', () => {
  it('gets another URL and format under the names of both requests', async () => {
    const bot = await createBot(realm, member, HOOK);
    const path = `bots/${bot.userId}`;
    const urls = ['https://bots.example.com/a', 'https://bots.example.com/b'];
    await member.client.expect('PATCH', path, { payload_url: urls[0], interface_type: 2 });
    expect(await services()).toMatchObject([{ base_url: urls[0], interface: 2 }]);
    await member.client.expect('PATCH', path, {
      service_payload_url: urls[1],
      service_interface: 1,
    });
    expect(await services()).toMatchObject([{ base_url: urls[1], interface: 1 }]);
    expect(
      await member.client.patch(path, { payload_url: urls[0], service_payload_url: urls[0] }),
    ).toMatchObject({ status: 400, body: { code: 'REQUEST_CONFUSING_VAR' } });
    expect(await member.client.patch(path, { service_name: 'helloworld' })).toMatchObject(refused);
  });

  it('has the same token for all its life', async () => {
    const bot = await createBot(realm, member, HOOK);
    const [before] = (await services()) as { token: string }[];
    const change = { payload_url: 'https://bots.example.com/b', full_name: 'Renamed' };
    await member.client.expect('PATCH', `bots/${bot.userId}`, change);
    await member.client.expect('POST', `bots/${bot.userId}/api_key/regenerate`);
    expect(await services()).toMatchObject([{ token: before!.token }]);
  });
});

describe('changes of services', () => {
  it('are published to the managers of the bot', async () => {
    const embedded = await createBot(realm, member, { bot_type: 4, service_name: 'helloworld' });
    const outgoing = await createBot(realm, member, HOOK);
    const incoming = await createBot(realm, member, { bot_type: 2 });
    const observers = observersOf(realm, { owner: realm.owner, member, colleague });
    for (const [{ userId }, change] of [
      [embedded, { service_name: 'followup', config_data: { channel: 'to do' } }],
      [outgoing, { payload_url: 'https://bots.example.com/b', interface_type: 2 }],
      [incoming, { service_name: 'github' }],
    ] as const) {
      await verifyEvents(test, observers, () =>
        member.client.expect('PATCH', `bots/${userId}`, change),
      );
    }
  });
});

describe('zuliprc', () => {
  function read(user: TestUser | undefined, { userId }: TestUser): Promise<FetchedFile> {
    const path = `/api/v1/bots/${userId}/zuliprc`;
    return fetchFile(test, realm, path, user && { user });
  }

  it('has the credentials of the bot', async () => {
    const bot = await createBot(realm, member);
    const { status, headers, content } = await read(member, bot);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers['cache-control']).toContain('no-store');
    const [section, email, key, site, ...rest] = content.toString().split('\n');
    expect([section, email, key, rest]).toEqual([
      '[api]',
      `email=${bot.email}`,
      `key=${bot.apiKey}`,
      [''],
    ]);
    expect(new URL(site!.replace('site=', '')).hostname).toBe(realm.host);
  });

  it('has the token of an outgoing webhook bot', async () => {
    const bot = await createBot(realm, member, HOOK);
    const [{ token }] = (await services()) as [{ token: string }];
    expect((await read(realm.owner, bot)).content.toString()).toContain(`\ntoken=${token}\n`);
  });

  it('is for the managers of the bot', async () => {
    const bot = await createBot(realm, member);
    const admin = await createUser(test, realm, { role: Role.Administrator });
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [member, colleague, admin, bot, undefined].map(
          async (user) => (await read(user, bot)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 400, 200, 400, 401]);
    await realm.owner.client.expect('PATCH', `bots/${bot.userId}`, { role: Role.Owner });
    expect(await statuses()).toEqual([400, 400, 400, 200, 401]);
    expect((await read(realm.owner, bot)).status).toBe(200);
  });
});

describe('botserverrc', () => {
  async function read(user: TestUser): Promise<string[]> {
    const { content } = await fetchFile(test, realm, '/api/v1/bots/botserverrc', { user });
    return content.toString().split('\n');
  }

  it('has a section for each active outgoing webhook bot of the caller', async () => {
    const [one, two] = [unique('one'), unique('two')];
    const first = await createBot(realm, member, { ...HOOK, short_name: one });
    const second = await createBot(realm, member, { ...HOOK, short_name: two });
    const inactive = await createBot(realm, member, HOOK);
    await member.client.expect('DELETE', `bots/${inactive.userId}`);
    await createBot(realm, member);
    await createBot(realm, colleague, HOOK);
    const lines = await read(member);
    expect(lines.filter((line) => /^(\[|key)/.test(line))).toEqual([
      `[${one}]`,
      `key=${first.apiKey}`,
      `[${two}]`,
      `key=${second.apiKey}`,
    ]);
    const tokens = ((await services()) as { token: string }[]).map(({ token }) => token);
    const written = lines.filter((line) => line.startsWith('token=')).map((line) => line.slice(6));
    expect(written).toEqual(tokens.slice(0, 2));

    await realm.owner.client.expect('PATCH', `bots/${second.userId}`, { role: Role.Owner });
    expect((await read(member)).join('\n')).not.toContain(second.apiKey);
    expect((await read(realm.owner)).filter((line) => line.startsWith('['))).toEqual([]);
  });
});
