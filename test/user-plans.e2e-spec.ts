// The cost of reading the users of an organization does not grow with the users of other organizations.
import { describe, expect, test } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  sendDirect,
  subscribe,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { createScene } from './scene.js';

const FOREIGN_USERS = 30_000;
const FEW_ROWS = 100;

const app = await ownTestApp();
const other = await createRealm(app);
const foreignUsers = await createPeople(app, other, FOREIGN_USERS);
const { realm, member, guest } = await createScene(app, {
  member: {},
  guest: { role: Role.Guest },
});
const database = app.app.get(Database);
await subscribe(realm.owner, 'shared', { principals: [member.userId, guest.userId] });
await sendDirect(realm.owner, [guest], 'Hello');
await realm.owner.client.expect('POST', 'bots', { full_name: 'Bot', short_name: 'sample' });
await realm.owner.client.expect('POST', 'users/me/status', { status_text: 'Here' });
await database.query(
  `INSERT INTO user_statuses (user_id, realm_id, status_text, emoji_name, emoji_code, reaction_type)
     SELECT unnest($2::integer[]), $1, 'Busy', '', '', ''`,
  [other.realmId, foreignUsers],
);
await database.query(`UPDATE users SET bot_type = 1 WHERE id = ANY($1) AND id % 3 = 0`, [
  foreignUsers,
]);
await database.query('ANALYZE users, user_statuses, bots, subscriptions, recipients');
const groups = await realm.owner.client.expect('GET', 'user_groups');
const members = (groups['user_groups'] as { id: number; name: string }[]).find(
  ({ name }) => name === 'role:members',
)!;
await changeRealmSettings(app, realm, { can_access_all_users_group: members.id });

describe('by index', () => {
  test.each([
    ['all users', 'users', () => member.client.expect('GET', 'users')],
    ['one user', 'users', () => member.client.expect('GET', `users/${member.userId}`)],
    ['a user by address', 'users', () => member.client.expect('GET', `users/${member.email}`)],
    ['users for a guest', 'users', () => guest.client.expect('GET', 'users')],
    ['all bots', 'users', () => realm.owner.client.expect('GET', 'bots')],
    ['own bots', 'users', () => member.client.expect('GET', 'bots')],
    [
      'statuses',
      'user_statuses',
      () => member.client.expect('POST', 'register', { fetch_event_types: ['user_status'] }),
    ],
  ] as const)('are found %s', async (_what, table, ask) => {
    await ask();
    const plans = await explain(app, ask, `FROM ${table} `);
    expectCheap(plans, FEW_ROWS, [table]);
    expect(plans.length).toBeGreaterThan(0);
  });
});
