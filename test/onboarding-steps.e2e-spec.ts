// One-time notices: each is shown to a user until one of their clients has marked it as seen.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedTestApp } from './app.js';
import {
  changeRealmSettings,
  createChannel,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;

beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
});

const FIRST = 'intro_inbox_view_modal';

async function remaining(user: TestUser): Promise<string[]> {
  const fetch_event_types = ['onboarding_steps'];
  const state = await user.client.expect('POST', 'register', { fetch_event_types });
  expect(state['navigation_tour_video_url']).toBeNull();
  const steps = state['onboarding_steps'] as { type: string; name: string }[];
  for (const { type } of steps) expect(type).toBe('one_time_notice');
  return steps.map(({ name }) => name);
}

function mark(onboarding_step: string): Promise<unknown> {
  return member.client.expect('POST', 'users/me/onboarding_steps', { onboarding_step });
}

describe('an onboarding step', () => {
  it('is listed until its user marks it', async () => {
    const all = await remaining(member);
    expect(all).toEqual([
      FIRST,
      'intro_recent_view_modal',
      'first_stream_created_banner',
      'jump_to_conversation_banner',
      'non_interleaved_view_messages_fading',
      'interleaved_view_messages_fading',
      'intro_resolve_topic',
    ]);
    expect(await mark(FIRST)).toEqual({ result: 'success', msg: '' });
    expect(await remaining(member)).toEqual(all.slice(1));
    expect(await remaining(realm.owner)).toEqual(all);
  });

  it.each([
    'visibility_policy_banner',
    'navigation_tour_video',
    'narrow_to_dm_with_welcome_bot_new_user',
  ])('named %s can be marked, and is never listed', async (name) => {
    expect(await remaining(member)).not.toContain(name);
    await mark(name);
  });

  it.each([
    ['unknown', { onboarding_step: 'no such step' }, 'BAD_REQUEST'],
    ['empty', { onboarding_step: '' }, 'BAD_REQUEST'],
    ['missing', {}, 'REQUEST_VARIABLE_MISSING'],
  ])('is refused if it is %s', async (_what, parameters, code) => {
    const { status, body } = await member.client.post('users/me/onboarding_steps', parameters);
    expect([status, body['code']]).toEqual([400, code]);
  });

  it('cannot be marked by bots', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const { status } = await bot.client.post('users/me/onboarding_steps', {
      onboarding_step: FIRST,
    });
    expect(status).toBe(400);
    expect(await remaining(member)).toContain(FIRST);
  });
});

it('events update the steps of the clients of the user only', async () => {
  const all = await remaining(member);
  const observers = observersOf(realm, { member, owner: realm.owner });
  const seen = await verifyEvents(test, observers, async () => {
    await Promise.all([mark(FIRST), mark(FIRST), mark('intro_resolve_topic')]);
    await mark(FIRST);
  });
  const events = seen.get('member')!;
  expect(events.map(({ type }) => type)).toEqual(['onboarding_steps', 'onboarding_steps']);
  expect(events.at(-1)!['onboarding_steps']).toEqual(
    all
      .filter((name) => name !== FIRST && name !== 'intro_resolve_topic')
      .map((name) => ({ type: 'one_time_notice', name })),
  );
  expect(seen.get('owner')).toEqual([]);
});

it('a visitor without an account has no steps', async () => {
  await changeRealmSettings(test, realm, { enable_spectator_access: true });
  await createChannel(realm.owner, [], { is_web_public: true });
  const state = await realm.anonymous.expect('POST', 'register', {
    fetch_event_types: ['onboarding_steps'],
  });
  expect(state).toMatchObject({ onboarding_steps: [], navigation_tour_video_url: null });
});
