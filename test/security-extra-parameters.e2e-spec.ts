// Unsupported parameters, such as those of other servers or names of columns, are returned as ignored
// and change no row.
import { describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { documentedOperations } from './contract.js';
import { fingerprints } from './security-fingerprint.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, Organization } from './security-scene.js';
import { sharedMailApp } from './app.js';

/** Values that occur in no row by themselves. */
const TRACE = 'traceofanextraparameter';
const NUMBER = 987654321;

const { test } = await sharedMailApp();
const other = await Organization.make(test);
const takeFingerprint = await fingerprints(test, other.realm.realmId);
const untouched = await takeFingerprint();

function extras(): Record<string, unknown> {
  const { realmId, owner } = other.realm;
  return {
    realm_id: realmId,
    realm: realmId,
    user_id: owner.userId,
    sender_id: owner.userId,
    owner_id: owner.userId,
    creator_id: owner.userId,
    role: Role.Owner,
    is_admin: true,
    is_owner: true,
    is_billing_admin: true,
    is_active: false,
    is_bot: true,
    is_system_bot: true,
    bot_type: 1,
    id: NUMBER,
    recipient_id: NUMBER,
    date_sent: NUMBER,
    date_joined: '2001-01-01',
    last_edit_timestamp: NUMBER,
    api_key: TRACE,
    api_key_hash: TRACE,
    password_hash: TRACE,
    delivery_email: `${TRACE}@example.com`,
    rendered_content: TRACE,
    string_id: TRACE,
    token_hash: TRACE,
    settings: { invite_required: true, name: TRACE },
    constructor: TRACE,
    __proto__: TRACE,
    'user[role]': Role.Owner,
  };
}

/** The names of all tables in which a row has the trace of an extra parameter. */
async function traces(): Promise<string[]> {
  const database = test.app.get(Database);
  const tables = await database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition`,
  );
  const found = await database.query<{ name: string }>(
    tables
      .map(
        ({ name }) => `SELECT '${name}' AS name WHERE EXISTS
         (SELECT FROM ${name} t WHERE t::text LIKE '%${TRACE}%' OR t::text LIKE '%${NUMBER}%')`,
      )
      .join(' UNION ALL '),
  );
  return found.map(({ name }) => name);
}

/** Users with more rights than they were granted. */
async function rights(realmId: number): Promise<unknown[]> {
  return test.app.get(Database).query(
    `SELECT count(*) FILTER (WHERE role < 400)::integer AS powerful,
       count(*) FILTER (WHERE is_system_bot)::integer AS system_bots,
       count(*) FILTER (WHERE bot_type IS NOT NULL)::integer AS bots
     FROM users WHERE realm_id = $1`,
    [realmId],
  );
}

const writes = documentedOperations()
  .filter(({ method }) => method !== 'GET')
  .map((operation) => ({ name: operation.operationId, operation }));

/** Those that make or change bots or roles are looked at by what the other organization keeps. */
const CHANGE_RIGHTS = new Set(['create-bot', 'update-bot', 'update-user', 'create-user', 'join']);

describe.each(writes)('$name', ({ name, operation }) => {
  it('ignores unsupported parameters', async () => {
    const home = await Organization.make(test);
    const [request] = REQUESTS[name] ?? [];
    const { fields, path } = await filled(operation, request!, home);
    const taken = new Set(
      operation.parameters.flatMap((parameter) => [parameter.name, ...parameter.aliases]),
    );
    const unknown = Object.fromEntries(
      Object.entries(extras()).filter(([parameter]) => !taken.has(parameter)),
    );
    const actor = request!.byNewUser ? await home.newUser() : home.owner;
    const before = await rights(home.realm.realmId);
    const answer = await exchange(test, {
      method: operation.method,
      path,
      host: home.realm.host,
      fields: { ...unknown, ...fields },
      credentials: actor,
    });
    expect(answer.status).toBe(request!.status ?? 200);
    if (answer.text.startsWith('{"result":"success"')) {
      const { ignored_parameters_unsupported: ignored } = JSON.parse(answer.text) as {
        ignored_parameters_unsupported: string[];
      };
      expect(ignored).toEqual(Object.keys(unknown).toSorted());
    }
    expect(await traces()).toEqual([]);
    if (!CHANGE_RIGHTS.has(name)) expect(await rights(home.realm.realmId)).toEqual(before);
    expect(await takeFingerprint()).toEqual(untouched);
  });
});
