// An organization with users of every role, and shared helpers of the tests of channels.
import { expect } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { SystemGroupIds } from '#modules/groups/groups/system-groups.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp, type TestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { type EventListener, listen } from './event-listener.js';
import { changeRealmSettings, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

// Contains the channels that existed when the test file created the scene.
export let test: TestApp;
export let realm: TestRealm;
export let owner: TestUser;
export let admin: TestUser;
export let moderator: TestUser;
/** Creates most of the channels. */
export let member: TestUser;
/** Another member. */
export let bystander: TestUser;
export let guest: TestUser;
export let groups: SystemGroupIds;

export async function openScene(): Promise<void> {
  test = await sharedTestApp();
  ({ realm, owner, admin, moderator, member, bystander, guest } = await createScene(test, {
    admin: { role: Role.Administrator, fullName: 'Sample Admin' },
    moderator: { role: Role.Moderator },
    member: { fullName: 'Sample Maker' },
    bystander: {},
    guest: { role: Role.Guest },
  }));
  groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
  await changeRealmSettings(test, realm, { enable_spectator_access: true });
}

export function outcome({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${status} ${String(body['code'])}`;
}

export function create(user: TestUser, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post('channels/create', {
    name: unique('channel'),
    subscribers: [user.userId],
    ...parameters,
  });
}

export async function made(user: TestUser, parameters: Parameters = {}): Promise<number> {
  const answer = await create(user, parameters);
  expect(outcome(answer)).toBe('accepted');
  return answer.body['id'] as number;
}

export function update(user: TestUser, id: number, parameters: Parameters): Promise<Answer> {
  return user.client.patch(`streams/${id}`, parameters);
}

export async function changed(user: TestUser, id: number, parameters: Parameters): Promise<void> {
  await user.client.expect('PATCH', `streams/${id}`, parameters);
}

export async function show(id: number, user = owner): Promise<Record<string, unknown>> {
  const { stream } = await user.client.expect('GET', `streams/${id}`);
  return stream as Record<string, unknown>;
}

/** The messages of a channel, fetched by its owner. */
export async function messages(
  id: number,
  user = owner,
): Promise<{ subject: string; content: string }[]> {
  const { messages: found } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: [{ operator: 'channel', operand: id }],
  });
  return found as { subject: string; content: string }[];
}

export async function latestNotice(id: number, user = owner): Promise<string> {
  const latest = (await messages(id, user)).at(-1);
  expect(latest?.subject).toBe('channel events');
  return latest?.content ?? '';
}

const EVENT_TYPES = ['stream', 'subscription', 'default_streams'];
export const MODERN = { archived_channels: true, notification_settings_null: true };

export function watch(user: TestUser, capabilities: Parameters = MODERN): Promise<EventListener> {
  return listen(test, realm, user, {
    event_types: EVENT_TYPES,
    client_capabilities: capabilities,
  });
}

/** `stream/create`, `stream/update name`, … in their order. */
export async function kinds(listener: EventListener): Promise<string[]> {
  const events = (await listener.take()) as { type: string; op?: string; property?: string }[];
  return events.map(({ type, op, property }) =>
    [type, op && `/${op}`, property && ` ${property}`].filter(Boolean).join(''),
  );
}
