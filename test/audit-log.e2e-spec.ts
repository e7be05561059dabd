// The record of administrative acts. Every operation of the contract that changes something is either
// recorded or listed here with the reason why it is not.
import { describe, expect, it } from '@jest/globals';
import { AuditLog } from '#modules/realms/audit-log';
import { RealmChanges } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedMailApp } from './app.js';
import { documentedOperations } from './contract.js';
import { createUser, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, type Kind, Organization } from './security-scene.js';

const { test } = await sharedMailApp();
const database = test.app.get(Database);

interface Row {
  id: number;
  realm_id: number;
  actor_id: number | null;
  kind: string;
  target_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  client_name: string | null;
  address: string | null;
}

function rowsOf(realmId: number): Promise<Row[]> {
  return database.query<Row>('SELECT * FROM audit_log WHERE realm_id = $1 ORDER BY id', [realmId]);
}

const OWN = 'users change their own account, session, view or settings';
const CONTENT = 'a message, a topic or a call, whose changes have a history of their own';
const NOTHING = 'changes nothing of the organization';

/** Ends the organization of the test. */
const LAST = 'deactivate-realm';

const EXEMPT: Record<string, string> = {
  ...exempt(OWN, [
    'add-alert-words',
    'remove-alert-words',
    'revoke-authorized-client',
    'terminate-other-sessions',
    'request-password-reset',
    'unsubscribe-from-emails',
    'choose-new-password',
    'register-client-device',
    'remove-client-device',
    'mute-user',
    'unmute-user',
    'add-navigation-view',
    'edit-navigation-view',
    'remove-navigation-view',
    'create-message-reminder',
    'delete-reminder',
    'create-scheduled-message',
    'update-scheduled-message',
    'delete-scheduled-message',
    'create-drafts',
    'edit-draft',
    'delete-draft',
    'create-saved-snippet',
    'edit-saved-snippet',
    'delete-saved-snippet',
    'mark-onboarding-step',
    'run-setting-command',
    'upload-file',
    'upload-avatar',
    'delete-avatar',
    'create-resumable-upload',
    'continue-resumable-upload',
    'override-resumable-upload-method',
    'terminate-resumable-upload',
    'remove-attachment',
    'update-presence',
    'clear-call-history',
    'regenerate-api-key',
    'refresh-sip-bearer',
    'disconnect-video-calls',
    'update-status',
    'update-profile-data',
    'remove-profile-data',
    'update-subscription-settings',
    'update-subscription-property',
    'update-user-topic',
    'mute-topic',
    'update-message-flags',
    'update-message-flags-for-narrow',
    'mark-all-as-read',
    'mark-stream-as-read',
    'mark-topic-as-read',
    'sign-up',
    'update-bot-storage',
    'remove-bot-storage',
  ]),
  ...exempt(CONTENT, [
    'receive-webhook',
    'send-message',
    'update-message',
    'delete-message',
    'delete-topic',
    'report-message',
    'add-reaction',
    'remove-reaction',
    'add-submessage',
    'set-topic-icon',
    'remove-topic-icon',
    'test-welcome-bot-custom-message',
    'start-call',
    'act-on-call',
  ]),
  ...exempt(NOTHING, [
    'fetch-api-key',
    'fetch-own-api-key',
    'jwt-fetch-api-key',
    'dev-fetch-api-key',
    'open-session',
    'end-session',
    'log-in',
    'log-out',
    'register-queue',
    'delete-queue',
    'get-call-history',
    'recover-calls',
    'render-message',
    'report-csp-violation',
    'service-outgoing-webhook',
    'zulip-outgoing-webhook',
    'set-typing-status',
    'create-zoom-video-call',
    'create-webex-video-call',
    'create-constructor-groups-video-call',
    'create-nextcloud-talk-video-call',
    'set-typing-status-for-message-edit',
  ]),
  ...exempt('recorded, but needs an uploaded picture: see the tests of emoji and realm pictures', [
    'upload-custom-emoji',
    'upload-realm-icon',
    'upload-realm-logo',
    'delete-realm-icon',
    'delete-realm-logo',
  ]),
  ...exempt('the creation of channels is recorded, the members of channels are not', [
    'unsubscribe',
    'update-subscriptions',
  ]),
};

function exempt(reason: string, operationIds: string[]): Record<string, string> {
  return Object.fromEntries(operationIds.map((id) => [id, reason]));
}

/** Operations whose first sample request changes only the account of the actor. */
const SAMPLES: Record<string, number> = {
  'update-settings': 4,
  'update-notification-settings': 1,
  'update-display-settings': 1,
  subscribe: 1,
};

/** Operations whose sample request names all objects of a kind in their current order. */
const ORDERS: Record<string, { kind: Kind; parameter: string }> = {
  'patch-channel-folders': { kind: 'folder', parameter: 'order' },
  'reorder-custom-profile-fields': { kind: 'profileField', parameter: 'order' },
  'reorder-linkifiers': { kind: 'linkifier', parameter: 'ordered_linkifier_ids' },
};

const changing = documentedOperations().filter(({ method }) => method !== 'GET');
const recorded = changing
  .filter(({ operationId }) => !(operationId in EXEMPT))
  .toSorted((a, b) => Number(a.operationId === LAST) - Number(b.operationId === LAST));
const home = await Organization.make(test);

describe('administrative operations', () => {
  it('has no exemption for an operation that does not exist', () => {
    const ids = changing.map(({ operationId }) => operationId);
    expect(Object.keys(EXEMPT).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(recorded.map((operation) => [operation.operationId, operation] as const))(
    '%s writes an entry without secrets',
    async (_, operation) => {
      const sample = REQUESTS[operation.operationId]![SAMPLES[operation.operationId] ?? 0]!;
      const order = ORDERS[operation.operationId];
      if (order) await home.make(order.kind);
      const request = await filled(operation, sample, home);
      if (order) (request.fields[order.parameter] as number[]).reverse();
      const credentials = sample.byNewUser ? await home.newUser() : home.owner;
      const existing = (await rowsOf(home.realm.realmId)).length;
      const { status } = await exchange(test, {
        method: operation.method,
        ...request,
        host: home.realm.host,
        credentials,
      });
      expect(status).toBe(200);
      const rows = (await rowsOf(home.realm.realmId)).slice(existing);
      expect(rows).not.toEqual([]);
      const isPublic = /^(join$|confirm)/.test(operation.operationId);
      for (const row of rows) {
        expect(row).toMatchObject({
          actor_id: isPublic ? null : credentials.userId,
          client_name: expect.any(String),
          address: expect.stringMatching(/127\.0\.0\.1$/),
        });
      }
      const values = JSON.stringify(rows.map(({ before, after }) => [before, after]));
      expect(values).not.toMatch(/api_?key"|password|token|sealed|hash/i);
      expect(values).not.toMatch(/"[A-Za-z0-9]{32,}"/);
    },
  );
});

describe('an entry', () => {
  it('has the former and the new value of what changed, and no more', async () => {
    const { realm, owner, member } = await createScene(test, { member: {} });
    await owner.client.expect('PATCH', `users/${member.userId}`, { role: Role.Moderator });
    await owner.client.expect('PATCH', 'realm', { description: 'Other', invite_required: false });
    const [role, settings] = (await rowsOf(realm.realmId)).slice(-2);
    expect(role).toMatchObject({
      kind: 'user.role_changed',
      actor_id: owner.userId,
      target_id: member.userId,
      before: { role: Role.Member },
      after: { role: Role.Moderator },
    });
    expect(settings).toMatchObject({
      kind: 'realm.changed',
      target_id: realm.realmId,
      before: { description: '', invite_required: true },
      after: { description: 'Other', invite_required: false },
    });
    expect(Object.keys(settings!.after!).toSorted()).toEqual(['description', 'invite_required']);
  });

  it('does not contain addresses and configuration of services of bots', async () => {
    const { realm, owner } = await createScene(test, {});
    const { user_id: id } = await owner.client.expect('POST', 'bots', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: 'https://example.com/old-secret',
    });
    const service_payload_url = 'https://example.com/new-secret';
    await owner.client.expect('PATCH', `bots/${id as number}`, { service_payload_url });
    const rows = await rowsOf(realm.realmId);
    expect(rows.at(-1)).toMatchObject({ kind: 'bot.changed', after: { services: 'changed' } });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('is not written for an act that is refused or changes nothing', async () => {
    const { realm, owner, member } = await createScene(test, { member: {} });
    const before = await rowsOf(realm.realmId);
    await owner.client.patch(`users/${member.userId}`, { full_name: 'Other', role: 0 });
    await owner.client.patch(`users/${member.userId}`, {
      full_name: 'Other',
      new_email: 'not an address',
    });
    await owner.client.patch('realm', { description: '' });
    await member.client.patch('realm', { description: 'Other' });
    await expect(
      database.transaction(async () => {
        await test.app.get(RealmChanges).deactivate(realm.realmId, null);
        throw new Error('Sample');
      }),
    ).rejects.toThrow('Sample');
    expect(await rowsOf(realm.realmId)).toEqual(before);
  });

  it('of the server has no actor and no address', async () => {
    const { realm } = await createScene(test, {});
    await database.transaction(() =>
      test.app.get(RealmChanges).apply(realm.realmId, { settings: {}, description: 'Other' }),
    );
    expect((await rowsOf(realm.realmId)).at(-1)).toMatchObject({
      kind: 'realm.changed',
      actor_id: null,
      client_name: null,
      address: null,
    });
  });
});

describe('GET /realm/audit_log', () => {
  async function list(
    user: TestUser,
    parameters: Record<string, unknown> = {},
  ): Promise<{ entries: { id: number; kind: string; actor_id: number | null }[] }> {
    return (await user.client.expect('GET', 'realm/audit_log', parameters)) as never;
  }

  it('is for administrators', async () => {
    const { member } = await createScene(test, { member: {} });
    expect((await member.client.get('realm/audit_log')).status).toBe(400);
  });

  it('lists entries of the organization by page and filter, newest first', async () => {
    const { realm, owner } = await createScene(test, {});
    const other = await createUser(test, realm, { role: Role.Administrator });
    for (const name of ['One', 'Two', 'Three']) {
      await owner.client.expect('PATCH', 'realm', { name });
    }
    await other.client.expect('PATCH', 'realm', { description: 'Other' });
    const { entries } = await list(owner);
    expect(entries.map(({ id }) => id)).toEqual(
      entries.map(({ id }) => id).toSorted((a, b) => b - a),
    );
    const pages = [];
    let before: number | undefined;
    for (;;) {
      const page = await list(owner, { limit: 2, ...(before === undefined ? {} : { before }) });
      pages.push(...page.entries);
      before = page.entries.at(-1)?.id;
      if ((page as { found_oldest?: boolean }).found_oldest) break;
    }
    expect(pages).toEqual(entries);
    expect((await list(owner, { actor_id: other.userId })).entries).toEqual([entries[0]]);
    const changes = (await list(other, { kind: 'realm.changed' })).entries;
    expect(changes).toEqual(entries.slice(0, 4));
    const now = Math.floor(test.clock.now().getTime() / 1000);
    expect((await list(owner, { since: now + 5 })).entries).toEqual([]);
    expect((await list(owner, { until: now + 5 })).entries).toEqual(entries);
    const { entries: found } = await test.app.get(AuditLog).find(realm.realmId, {}, 1);
    expect(found[0]!.id).toBe(entries[0]!.id);
    expect((await owner.client.get('realm/audit_log', { limit: 201 })).status).toBe(400);
  });
});
