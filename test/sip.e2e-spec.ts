// SIP credentials: access tokens as a registrar verifies them, refresh tokens, and TURN servers.
import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthorizedClients, LoginAccountsRepository } from '#modules/auth/authentication';
import { lockRow } from '#platform/database/lock-row.js';
import { Database } from '#platform/database/database.js';
import { GENERIC_BOT } from '#platform/http/actor.js';
import { ParleyClient } from 'parley-client';
import { probeTurn } from '../src/admin/turn-probe.js';
import { json, environmentOf, runHere } from './admin-command.js';
import { ownTestApp, startTestApp, type TestApp } from './app.js';
import { Browser } from './browser.js';
import type { Answer } from './client.js';
import { assertResponseMatches } from './contract.js';
import { Coturn, hasCoturn } from './coturn.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';
import { statementWaits } from './lock-waits.js';
import { createScene } from './scene.js';

const test = await ownTestApp();
const dataDir = mkdtempSync(join(tmpdir(), 'parley-sip-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const DAY = 24 * 3600;
const SECRET = 'the secret of the sample TURN server';
const ALL = 'sip.register sip.call turn';

interface Credentials {
  accessToken: string;
  expiresAt: number;
  refreshToken: string;
  refreshHandle: string;
  sipIdentity: string;
  scope: string;
  registrar: string;
  iceServers: { urls: string[]; username: string; credential: string }[];
}

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

beforeEach(async () => {
  test.clock.reset();
  ({ realm, owner, member } = await createScene(test, { member: {} }));
});

function send(parameters: object = {}, user = member): Promise<Answer> {
  return user.client.post('calls/sip-bearer/refresh', { ...parameters });
}

async function refresh(parameters: object = {}, user = member): Promise<Credentials> {
  const body = await user.client.expect('POST', 'calls/sip-bearer/refresh', { ...parameters });
  return body as unknown as Credentials;
}

const byToken = ({ refreshToken }: Credentials): object => ({ refresh_token: refreshToken });
const byHandle = ({ refreshHandle }: Credentials): object => ({ refresh_handle: refreshHandle });
const byBoth = (pair: Credentials): object => ({ ...byToken(pair), ...byHandle(pair) });

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const INVALID = [401, 'INVALID_REFRESH_TOKEN'];
const BAD = [400, 'BAD_REQUEST'];

/** Verifies a token with only the URL of the keys. */
function verify(token: string, server: TestApp = test): Promise<{ payload: JWTPayload }> {
  const address = `http://127.0.0.1:${server.port}/.well-known/jwks.json`;
  return jwtVerify(token, createRemoteJWKSet(new URL(address)), {
    typ: 'at+jwt',
    algorithms: ['ES256'],
    issuer: server.config.externalUrl.origin,
    audience: server.config.sip.registrar,
    currentDate: server.clock.now(),
    requiredClaims: ['sub', 'client_id', 'iat', 'exp', 'jti', 'scope', 'sip_identity'],
  });
}

describe('an access token', () => {
  it('is valid for the registrar for ten minutes, and names the user', async () => {
    test.clock.pause();
    const now = test.clock.seconds();
    const { accessToken, ...credentials } = await refresh();
    const { payload } = await verify(accessToken);
    const identity = `sip:${member.userId}@parley.test`;
    expect(payload).toEqual({
      iss: 'http://parley.test',
      aud: 'sip:parley.test',
      sub: String(member.userId),
      client_id: 'parley',
      scope: ALL,
      sip_identity: identity,
      iat: now,
      exp: now + 600,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(credentials).toMatchObject({
      tokenType: 'Bearer',
      expiresAt: now + 600,
      sipIdentity: identity,
      scope: ALL,
      registrar: 'sip:parley.test',
      iceServers: [],
    });
    test.clock.advance(599);
    await verify(accessToken);
    test.clock.advance(1);
    await expect(verify(accessToken)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  it('differs from every other', async () => {
    const first = await refresh();
    const second = await refresh();
    const ids = [first, second].map(
      async ({ accessToken }) => (await verify(accessToken)).payload.jti,
    );
    expect(new Set(await Promise.all(ids)).size).toBe(2);
  });

  it('is signed with a key that every process shares', async () => {
    const other = await test.startAnother();
    try {
      const { accessToken } = await refresh();
      const { payload } = await verify(accessToken, { ...test, port: other.port });
      expect(payload.sub).toBe(String(member.userId));
    } finally {
      await other.close();
    }
  });

  it('has the configured domain and registrar', async () => {
    const server = await startTestApp({
      SIP_DOMAIN: 'SIP.Example.com',
      SIP_REGISTRAR: 'sips:registrar.example.com:5061',
    });
    try {
      const { owner: user } = await createRealm(server);
      const credentials = await refresh({ sip_identity: `${user.userId}@sip.EXAMPLE.com` }, user);
      expect(credentials).toMatchObject({
        sipIdentity: `sip:${user.userId}@sip.example.com`,
        registrar: 'sips:registrar.example.com:5061',
      });
      const { payload } = await verify(credentials.accessToken, server);
      expect(payload.aud).toBe('sips:registrar.example.com:5061');
    } finally {
      await server.close();
    }
  });
});

describe('the published keys', () => {
  const keys = async (): Promise<Record<string, string>[]> => {
    const { status, body } = await test.anonymous().raw('GET', '/.well-known/jwks.json');
    expect(status).toBe(200);
    assertResponseMatches('GET', '/.well-known/jwks.json', status, body);
    return body['keys'] as Record<string, string>[];
  };

  it('exist before the first token, without their private parts, and once', async () => {
    const server = await startTestApp();
    try {
      const read = (): Promise<Answer> => server.anonymous().raw('GET', '/.well-known/jwks.json');
      const answers = await Promise.all([read(), read(), read(), read()]);
      const [first] = answers.map(({ body }) => body['keys']);
      expect(first).toEqual([
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          alg: 'ES256',
          use: 'sig',
        },
      ]);
      expect(answers.map(({ body }) => body['keys'])).toEqual([first, first, first, first]);
    } finally {
      await server.close();
    }
  });

  it('are stored sealed', async () => {
    await refresh();
    const rows = await test.dataSource.query<{ sealed_key: Buffer }[]>(
      'SELECT sealed_key FROM sip_signing_keys',
    );
    for (const { sealed_key: sealed } of rows)
      expect(sealed.toString('latin1')).not.toContain('"d"');
  });

  it('contain the former key after a rotation, until its tokens have expired', async () => {
    const before = await refresh();
    const [former] = await keys();
    const variables = environmentOf(test, dataDir);
    const { kid } = await json(['calls', 'rotate-keys'], variables);
    expect((await keys()).map((key) => key['kid'])).toEqual([kid, former!['kid']]);
    const after = await refresh(byToken(before));
    expect(decodeProtectedHeader(before.accessToken).kid).toBe(former!['kid']);
    expect(decodeProtectedHeader(after.accessToken)).toEqual({ alg: 'ES256', kid, typ: 'at+jwt' });
    await verify(before.accessToken);
    await verify(after.accessToken);
    test.clock.advance(2 * 3600);
    expect((await keys()).map((key) => key['kid'])).toEqual([kid]);
  });

  it('must be rotated after a change of SECRET_KEY', async () => {
    await refresh();
    const variables = {
      ...environmentOf(test, dataDir),
      SECRET_KEY: 'another key of the sample server, long',
    };
    await json(['calls', 'rotate-keys'], variables);
    expect((await send()).status).toBe(503);
    await json(['calls', 'rotate-keys'], environmentOf(test, dataDir));
    await verify((await refresh()).accessToken);
  });
});

describe('the SIP identity', () => {
  it('is accepted in every form', async () => {
    const id = member.userId;
    for (const sent of [`sip:${id}@parley.test`, `sips:${id}@PARLEY.test`, `${id}@parley.test`]) {
      expect((await refresh({ sip_identity: sent })).sipIdentity).toBe(`sip:${id}@parley.test`);
    }
  });

  it('of another account is refused, and spends nothing', async () => {
    const pair = await refresh();
    const foreign = { ...byBoth(pair), sip_identity: `sip:${owner.userId}@parley.test` };
    expect(failure(await send(foreign))).toEqual([403, 'SIP_IDENTITY_MISMATCH']);
    await refresh(byBoth(pair));
  });
});

describe('the scope', () => {
  it('can be narrowed, and stays so', async () => {
    const first = await refresh({ scope: 'turn  sip.register' });
    expect(first.scope).toBe('sip.register turn');
    const second = await refresh({ ...byToken(first), scope: 'turn' });
    expect((await verify(second.accessToken)).payload['scope']).toBe('turn');
    const third = await refresh(byHandle(second));
    expect(third.scope).toBe('turn');
    expect(failure(await send({ ...byToken(third), scope: 'sip.register turn' }))).toEqual(BAD);
    expect((await refresh(byToken(third))).scope).toBe('turn');
  });

  it.each(['', 'sip', 'sip.register,turn', 'TURN'])('is not %p', async (scope) => {
    const pair = await refresh();
    expect(failure(await send({ ...byToken(pair), scope }))).toEqual(BAD);
    await refresh(byToken(pair));
  });
});

describe('a refresh token', () => {
  it('or its handle, or both, can be used once', async () => {
    for (const form of [byToken, byHandle, byBoth]) {
      const first = await refresh();
      const second = await refresh(form(first));
      expect(new Set([first, second].flatMap(Object.values)).size).toBeGreaterThan(8);
      await refresh(form(second));
    }
  });

  it.each([
    ['token', 'handle', byToken, byHandle],
    ['handle', 'token', byHandle, byToken],
    ['token', 'token', byToken, byToken],
    ['pair', 'pair', byBoth, byBoth],
  ])(
    'revokes its family when the %s was used and the %s is used again',
    async (_a, _b, first, again) => {
      const old = await refresh();
      const current = await refresh(first(old));
      const other = await refresh();
      expect(failure(await send(again(old)))).toEqual(INVALID);
      expect(failure(await send(byToken(current)))).toEqual(INVALID);
      expect(failure(await send(byHandle(current)))).toEqual(INVALID);
      await refresh(byToken(other));
    },
  );

  it('of any earlier generation revokes its family', async () => {
    const first = await refresh();
    let current = first;
    for (let times = 0; times < 5; times++) current = await refresh(byToken(current));
    expect(failure(await send(byHandle(first)))).toEqual(INVALID);
    expect(failure(await send(byToken(current)))).toEqual(INVALID);
  });

  it('that is used twice at once revokes its family', async () => {
    const pair = await refresh();
    const answers = await Promise.all([send(byToken(pair)), send(byHandle(pair))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(failure(await send(byToken(body as unknown as Credentials)))).toEqual(INVALID);
  });

  it('with the handle of another pair is refused, and spends neither', async () => {
    const [first, second] = [await refresh(), await refresh()];
    expect(failure(await send({ ...byToken(first), ...byHandle(second) }))).toEqual(INVALID);
    const next = await refresh(byToken(first));
    expect(failure(await send({ ...byToken(next), ...byHandle(first) }))).toEqual(INVALID);
    await refresh(byBoth(next));
    await refresh(byBoth(second));
  });

  it('of another user is refused, and spends nothing', async () => {
    const pair = await refresh();
    expect(failure(await send(byBoth(pair), owner))).toEqual(INVALID);
    await refresh(byBoth(pair));
  });

  it('that is unknown, altered or in the wrong parameter is refused', async () => {
    const pair = await refresh();
    for (const parameters of [
      { refresh_token: '' },
      { refresh_token: 'none' },
      { refresh_token: 'x'.repeat(100_000) },
      { refresh_token: pair.refreshHandle },
      { refresh_handle: pair.refreshToken },
      { refresh_token: `A${pair.refreshToken.slice(1)}B` },
      { ...byToken(pair), refresh_handle: 'none' },
    ]) {
      expect(failure(await send(parameters))).toEqual(INVALID);
    }
    await refresh(byToken(pair));
  });

  it('may be null', async () => {
    const nothing = { refresh_token: null, refresh_handle: null, sip_identity: null, scope: null };
    expect((await refresh(nothing)).scope).toBe(ALL);
  });

  it('expires after thirty days without use', async () => {
    test.clock.pause();
    const pair = await refresh();
    test.clock.advance(30 * DAY - 1);
    const next = await refresh(byToken(pair));
    test.clock.advance(30 * DAY);
    expect(failure(await send(byToken(next)))).toEqual(INVALID);
  });

  it('is stored as a hash', async () => {
    const { refreshToken, refreshHandle } = await refresh();
    const rows = await test.dataSource.query<object[]>('SELECT f::text FROM sip_token_families f');
    const text = JSON.stringify(rows);
    for (const secret of [refreshToken, refreshHandle]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it('of the login that was refreshed longest ago is dropped when there are more than 100', async () => {
    const first = await refresh();
    test.clock.advance(1);
    let second = await refresh();
    for (let count = 0; count < 98; count++) await refresh();
    second = await refresh(byToken(second));
    await refresh();
    expect(failure(await send(byToken(first)))).toEqual(INVALID);
    await refresh(byToken(second));
    await refresh({}, owner);
  });
});

describe('all credentials of a user', () => {
  /** Gets credentials for two devices, and returns how many are left after the act. */
  const leftAfter = async (act: () => Promise<unknown>): Promise<number> => {
    await refresh();
    await refresh();
    const others = await refresh({}, owner);
    await act();
    await refresh(byToken(others), owner);
    const rows = await test.dataSource.query<object[]>(
      'SELECT FROM sip_token_families WHERE user_id = $1',
      [member.userId],
    );
    return rows.length;
  };

  it('remain valid otherwise', async () => {
    const act = (): Promise<unknown> =>
      member.client.expect('PATCH', 'settings', { full_name: 'New Name' });
    expect(await leftAfter(act)).toBe(2);
  });

  it('are revoked by deactivation', async () => {
    const act = (): Promise<unknown> => owner.client.expect('DELETE', `users/${member.userId}`);
    expect(await leftAfter(act)).toBe(0);
  });

  it('are revoked by deactivating the own account', async () => {
    expect(await leftAfter(() => member.client.expect('DELETE', 'users/me'))).toBe(0);
  });

  it('are revoked by a new API key', async () => {
    const act = (): Promise<unknown> => member.client.expect('POST', 'users/me/api_key/regenerate');
    expect(await leftAfter(act)).toBe(0);
  });

  it('are revoked by a new password', async () => {
    const [old_password, new_password] = ['the former sample password', 'the new sample password'];
    await setPassword(old_password);
    const act = (): Promise<unknown> =>
      member.client.expect('PATCH', 'settings', { old_password, new_password });
    expect(await leftAfter(act)).toBe(0);
  });

  it('are revoked by a password that is chosen by a link', async () => {
    const act = async (): Promise<void> => {
      const path = `users/${member.userId}/reset_password_link`;
      const { url } = await owner.client.expect('POST', path);
      const browser = new Browser(test.port, realm.host);
      const { pathname } = new URL(url as string);
      await browser.submit(pathname, { password: 'the new sample password' });
    };
    expect(await leftAfter(act)).toBe(0);
  });

  it('are not issued to a request that was sent with the former key', async () => {
    const database = test.app.get(Database);
    const signals = new EventEmitter();
    const [locked, released] = [once(signals, 'locked'), once(signals, 'released')];
    const replacing = database.transaction(async () => {
      await lockRow(database, 'users', member.userId);
      signals.emit('locked');
      await released;
      await test.app.get(AuthorizedClients).replaceApiKey({ ...realm, ...member });
    });
    await locked;
    const issuing = send();
    await statementWaits(test);
    signals.emit('released');
    await replacing;
    expect(failure(await issuing)).toEqual([401, 'UNAUTHORIZED']);
  });
});

it('the client library refreshes credentials', async () => {
  const { userId, email, apiKey } = (await createRealm(test, '')).owner;
  const client = new ParleyClient({ url: `http://127.0.0.1:${test.port}`, email, apiKey });
  const sipIdentity = `sip:${userId}@parley.test`;
  const previous = await client.sipCredentials({ scope: 'sip.register turn', sipIdentity });
  const next = await client.sipCredentials({ previous });
  expect((await verify(next.accessToken)).payload).toMatchObject({
    sip_identity: sipIdentity,
    scope: 'sip.register turn',
  });
  const failing = client.sipCredentials({ previous });
  await expect(failing).rejects.toMatchObject({ status: 401, code: 'INVALID_REFRESH_TOKEN' });
});

it('bots have no SIP credentials', async () => {
  const bot = await createUser(test, realm, { bot: { type: GENERIC_BOT, ownerId: owner.userId } });
  expect(failure(await send({}, bot))).toEqual(BAD);
});

async function setPassword(password: string): Promise<void> {
  const hash = await argon2.hash(password);
  await test.app.get(LoginAccountsRepository).setPassword(member.userId, hash);
}

describe('TURN credentials', () => {
  const describeTurn = hasCoturn() ? describe : describe.skip;

  it('are for the configured servers, for an hour, and only with their scope', async () => {
    const urls = ['turn:turn.example.com:3478?transport=udp', 'turns:turn.example.com'];
    const server = await startTestApp({ TURN_URLS: urls.join(', '), TURN_SECRET: SECRET });
    try {
      server.clock.pause();
      const { owner: user } = await createRealm(server);
      const { iceServers } = await refresh({}, user);
      const username = `${server.clock.seconds() + 3600}:${user.userId}`;
      expect(iceServers).toEqual([{ urls, username, credential: expect.any(String) }]);
      expect(await refresh({ scope: 'sip.register' }, user)).toMatchObject({ iceServers: [] });
    } finally {
      await server.close();
    }
  });

  describeTurn('with a real server', () => {
    let coturn: Coturn;
    let server: TestApp;
    let user: TestUser;

    beforeAll(async () => {
      coturn = await Coturn.start(SECRET);
      const TURN_URLS = `turn:127.0.0.1:${coturn.port},turn:127.0.0.1:${coturn.port}?transport=tcp`;
      server = await startTestApp({ TURN_URLS, TURN_SECRET: SECRET });
      ({ owner: user } = await createRealm(server));
    });
    afterAll(async () => {
      await server?.close();
      await coturn?.stop();
    });

    const account = async (): Promise<{ urls: string[]; username: string; credential: string }> => {
      const { iceServers } = await refresh({}, user);
      return iceServers[0]!;
    };

    it('relay packets', async () => {
      const { username, credential } = await account();
      const printed = await coturn.relay(username, credential);
      expect(printed).toContain('tot_send_msgs=4, tot_recv_msgs=4');
      expect(printed).toContain('Total lost packets 0');
    });

    it('are refused when they were altered or have expired', async () => {
      const { urls, username, credential } = await account();
      for (const url of urls) await probeTurn(url, { username, credential }, 10_000);
      const [expiry, id] = username.split(':');
      const later = `${Number(expiry) + 60}:${id}`;
      await expect(probeTurn(urls[0]!, { username: later, credential }, 10_000)).rejects.toThrow(
        'TURN_SECRET',
      );
      server.clock.advance(-2 * 3600);
      await expect(probeTurn(urls[0]!, await account(), 10_000)).rejects.toThrow('TURN_SECRET');
    });

    it('are checked by the command doctor', async () => {
      const doctor = async (secret: string): Promise<string[]> => {
        const variables = { ...environmentOf(server, dataDir), TURN_SECRET: secret };
        const TURN_URLS = `turn:127.0.0.1:${coturn.port},turn:127.0.0.1:${coturn.port}?transport=tcp`;
        const { stdout } = await runHere(['doctor'], { ...variables, TURN_URLS });
        return stdout.split('\n').filter((line) => line.slice(6).startsWith('turn'));
      };
      const right = await doctor(SECRET);
      expect(right.map((line) => line.slice(0, 4))).toEqual(['ok  ', 'ok  ']);
      const wrong = await doctor('another secret of a sample');
      expect(wrong).toEqual([
        expect.stringMatching(/^FAIL .*It refuses TURN_SECRET$/),
        expect.stringMatching(/^FAIL .*It refuses TURN_SECRET$/),
      ]);
    });
  });
});
