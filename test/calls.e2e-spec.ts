// Calls: each row of the lifecycle, allowed and refused actions, and permissions to start calls.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { LIFECYCLE } from '#modules/calls/calls/call-lifecycle.js';
import { CallTimeouts } from '#modules/calls/calls/call-timeouts.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp, startTestApp } from './app.js';
import {
  act,
  CallListener,
  inTopic,
  recover,
  start,
  statesOf,
  tryAct,
  tryStart,
  type WireCall,
  withUsers,
} from './call-scene.js';
import type { Answer } from './client.js';
import {
  changeRealmSettings,
  createChannel,
  createPeople,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';

const RING_SECONDS = 45;

const test = await ownTestApp({ CALL_MAX_PARTICIPANTS: '20' });

let realm: TestRealm;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let cleo: TestUser;

beforeEach(async () => {
  test.clock.reset();
  ({ realm, owner, ann, ben, cleo } = await createScene(test, { ann: {}, ben: {}, cleo: {} }));
});

function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return test.app.get(Database).query<Row>(text, values);
}

function codeOf({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${status} ${String(body['code'])}`;
}

async function endRinging(): Promise<void> {
  test.clock.advance(RING_SECONDS);
  await test.app.get(CallTimeouts).endRinging(realm.realmId);
}

/** Expects that the action is refused and the call is not changed. */
async function expectRefused(user: TestUser, callId: string, action: string): Promise<void> {
  const { status, body } = await tryAct(user, callId, action);
  expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'INVALID_CALL_STATE' });
  const [stored] = await query<{ state: string }>('SELECT state FROM calls WHERE id = $1', [
    callId,
  ]);
  expect((body['call'] as WireCall).state).toBe(stored!.state);
}

it('has the same table in docs/calls.md', () => {
  const text = readFileSync(new URL('../docs/calls.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map((match) =>
    match.slice(1).map((cell) => cell.trim()),
  );
  const first = rows.findIndex(([trigger]) => trigger === 'trigger');
  const expected = LIFECYCLE.map(({ trigger, when, result }) => [
    /^\w+$/.test(trigger) ? `\`${trigger}\`` : trigger,
    when,
    result,
  ]);
  expect(rows.slice(first + 1, first + 1 + LIFECYCLE.length)).toEqual(expected);
});

describe('start', () => {
  it('rings the others', async () => {
    const metadata = { ringtone: { name: 'sample' } };
    const { body } = await tryStart(ann, withUsers(ben, cleo), {
      media_type: 'video',
      title: 'Sample',
      app_call_id: 'app-1',
      metadata,
    });
    const call = body['call'] as WireCall;
    const ids = [ann, ben, cleo].map(({ userId }) => userId);
    expect(body['applied']).toBe(true);
    expect(call).toMatchObject({
      kind: 'dm',
      state: 'ringing',
      mediaType: 'video',
      appCallId: 'app-1',
      initiatorUserId: ann.userId,
      answeredAt: null,
      endedAt: null,
      endReason: null,
      metadata,
      conversation: { kind: 'dm', dmUserIds: ids, streamId: null, topic: null, title: 'Sample' },
    });
    expect(statesOf(call, ann, ben, cleo)).toEqual(['joined', 'ringing', 'ringing']);
    expect(call.participants.map(({ userId }) => userId)).toEqual(ids);
    expect(call.participants[0]!.joinedAt).toBe(call['startedAt']);
  });

  it('returns the live call to a user who has joined it, unchanged', async () => {
    const call = await start(ann, withUsers(ben));
    const { body } = await tryStart(ann, withUsers(ben), { media_type: 'video' });
    expect(body).toMatchObject({ call, applied: false });
  });

  it('joins the live call of another user', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const { body } = await tryStart(ben, withUsers(ann));
    expect(body).toMatchObject({ call: { callId, state: 'active' }, applied: true });
  });

  it('makes one call of two that start at the same time', async () => {
    const answers = await Promise.all([
      tryStart(ann, withUsers(ben)),
      tryStart(ben, withUsers(ann)),
    ]);
    const calls = answers.map(({ body }) => body['call'] as WireCall);
    expect(calls[0]!.callId).toBe(calls[1]!.callId);
    const [live] = await recover(ann);
    expect(live).toMatchObject({ state: 'active', callId: calls[0]!.callId });
  });

  it('adds a reader of the channel, who then answers', async () => {
    const channel = await createChannel(owner, [ann]);
    const { callId } = await start(ann, inTopic(channel.id));
    const { body } = await tryStart(cleo, inTopic(channel.id, 'CALLS'));
    expect(body).toMatchObject({ call: { callId, state: 'ringing' }, applied: true });
    expect(statesOf(body['call'] as WireCall, ann, cleo)).toEqual(['joined', 'ringing']);
    expect(await act(cleo, callId, 'answer')).toMatchObject({ state: 'active' });
  });

  it('rings a user who is added after the ring time for a ring time', async () => {
    const channel = await createChannel(owner, [ann]);
    const { callId } = await start(ann, inTopic(channel.id));
    await act(owner, callId, 'answer');
    await endRinging();
    await start(cleo, inTopic(channel.id));
    await test.app.get(CallTimeouts).endRinging(realm.realmId);
    expect(statesOf((await recover(ann))[0]!, cleo)).toEqual(['ringing']);
    await endRinging();
    expect(statesOf((await recover(ann))[0]!, cleo)).toEqual(['missed']);
  });
});

describe('answer', () => {
  it('joins, and activates a call that rings', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    const first = await act(ben, callId, 'answer');
    expect(first).toMatchObject({ state: 'active' });
    expect(first.answeredAt).not.toBeNull();
    expect(statesOf(first, ann, ben, cleo)).toEqual(['joined', 'joined', 'ringing']);
    test.clock.advance(5);
    const second = await act(cleo, callId, 'answer');
    expect(second.answeredAt).toBe(first.answeredAt);
    expect(statesOf(second, ann, ben, cleo)).toEqual(['joined', 'joined', 'joined']);
  });

  it('joins after declining, missing or leaving', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo, owner));
    await act(ben, callId, 'decline');
    await act(cleo, callId, 'answer');
    await endRinging();
    await act(cleo, callId, 'hangup');
    const before = (await recover(ann))[0]!;
    expect(statesOf(before, ben, cleo, owner)).toEqual(['declined', 'left', 'missed']);
    for (const user of [ben, cleo, owner]) await act(user, callId, 'answer');
    const call = (await recover(ann))[0]!;
    expect(statesOf(call, ben, cleo, owner)).toEqual(['joined', 'joined', 'joined']);
    expect(call.participants.map(({ leftAt }) => leftAt)).toEqual([null, null, null, null]);
  });

  it('is refused twice, for the initiator, and after the end', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await expectRefused(ann, callId, 'answer');
    await act(ben, callId, 'answer');
    await expectRefused(ben, callId, 'answer');
    await act(ben, callId, 'hangup');
    await expectRefused(ben, callId, 'answer');
  });
});

describe('decline', () => {
  it('ends a call of two as declined', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const call = await act(ben, callId, 'decline');
    expect(call).toMatchObject({ state: 'ended', endReason: 'declined' });
    expect(statesOf(call, ann, ben)).toEqual(['left', 'declined']);
  });

  it('ends a call when all have declined, and not before', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    expect(await act(ben, callId, 'decline')).toMatchObject({ state: 'ringing' });
    const ended = await act(cleo, callId, 'decline');
    expect(ended).toMatchObject({ state: 'ended', endReason: 'declined' });
  });

  it('leaves an active call running', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'answer');
    expect(await act(cleo, callId, 'decline')).toMatchObject({ state: 'active' });
  });

  it('is refused unless the call rings for the user', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await expectRefused(ann, callId, 'decline');
    await act(ben, callId, 'answer');
    await expectRefused(ben, callId, 'decline');
    await act(cleo, callId, 'decline');
    await expectRefused(cleo, callId, 'decline');
  });
});

describe('hangup', () => {
  it('of the initiator cancels a call that rings', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'decline');
    const call = await act(ann, callId, 'hangup');
    expect(call).toMatchObject({ state: 'ended', endReason: 'cancelled' });
    expect(statesOf(call, ann, ben, cleo)).toEqual(['left', 'declined', 'missed']);
  });

  it('ends a call of two', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await act(ben, callId, 'answer');
    const call = await act(ann, callId, 'hangup');
    expect(call).toMatchObject({ state: 'ended', endReason: 'hangup' });
    expect(statesOf(call, ann, ben)).toEqual(['left', 'left']);
    expect(call.participants.every(({ leftAt }) => leftAt !== null)).toBe(true);
  });

  it('leaves a larger call, which ends with the last participant', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'answer');
    expect(await act(ann, callId, 'hangup')).toMatchObject({ state: 'active' });
    const call = await act(ben, callId, 'hangup');
    expect(call).toMatchObject({ state: 'ended', endReason: 'hangup' });
    expect(statesOf(call, ann, ben, cleo)).toEqual(['left', 'left', 'missed']);
  });

  it('is refused to others while it rings, and to those who have not joined', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await expectRefused(ben, callId, 'hangup');
    await act(ben, callId, 'answer');
    await expectRefused(cleo, callId, 'hangup');
    await act(ben, callId, 'hangup');
    await expectRefused(ben, callId, 'hangup');
  });
});

describe('mute', () => {
  it('sets or reverses the state', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const isMuted = async (metadata?: object): Promise<boolean> =>
      (await act(ann, callId, 'mute', metadata ? { metadata } : {})).participants[0]!.isMuted;
    expect(await isMuted()).toBe(true);
    expect(await isMuted({ muted: true })).toBe(true);
    expect(await isMuted()).toBe(false);
    expect(await isMuted({ muted: false })).toBe(false);
  });

  it('is refused to users who have not joined', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await expectRefused(ben, callId, 'mute');
  });

  it('rejects a state that is not a boolean', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const answer = await tryAct(ann, callId, 'mute', { metadata: { muted: 'yes' } });
    expect(codeOf(answer)).toBe('400 BAD_REQUEST');
  });
});

describe('the end of the ring time', () => {
  it('ends a call without an answer', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'decline');
    const events = await CallListener.open(test, realm, ben);
    await endRinging();
    const [event] = await events.take();
    expect(event).toMatchObject({ op: 'ended', call: { callId, endReason: 'missed' } });
    expect(statesOf(event!.call, ann, ben, cleo)).toEqual(['left', 'declined', 'missed']);
  });

  it('leaves an active call running', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'answer');
    await endRinging();
    const [call] = await recover(ann);
    expect(call).toMatchObject({ callId, state: 'active' });
    expect(statesOf(call!, ann, ben, cleo)).toEqual(['joined', 'joined', 'missed']);
  });

  it('does not come early', async () => {
    await start(ann, withUsers(ben));
    test.clock.advance(RING_SECONDS - 2);
    await test.app.get(CallTimeouts).endRinging(realm.realmId);
    expect(await recover(ann)).toMatchObject([{ state: 'ringing' }]);
  });
});

describe('lost access', () => {
  async function deactivate(user: TestUser): Promise<void> {
    await owner.client.expect('DELETE', `users/${user.userId}`);
    await runJobs(test.app);
  }

  it('of the initiator ends a call that rings', async () => {
    await start(ann, withUsers(ben, cleo));
    const events = await CallListener.open(test, realm, ben);
    await deactivate(ann);
    expect(await events.take()).toMatchObject([
      { op: 'ended', call: { state: 'ended', endReason: 'failed' } },
    ]);
    expect(await recover(ben)).toEqual([]);
  });

  it('of a participant leaves the call running for at least two', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'answer');
    await deactivate(cleo);
    const [call] = await recover(ann);
    expect(call).toMatchObject({ callId, state: 'active' });
    expect(statesOf(call!, ann, ben, cleo)).toEqual(['joined', 'joined', 'missed']);
    await deactivate(ben);
    expect(await recover(ann)).toEqual([]);
  });

  it('to a channel is published to the user once more, and hides the call', async () => {
    const channel = await createChannel(owner, [ann, ben, cleo], { invite_only: true });
    const { callId } = await start(ann, inTopic(channel.id));
    await act(ben, callId, 'answer');
    await act(cleo, callId, 'answer');
    const events = await CallListener.open(test, realm, cleo);
    const remove = { subscriptions: [channel.name], principals: [cleo.userId] };
    await owner.client.expect('DELETE', 'users/me/subscriptions', remove);
    expect(codeOf(await tryAct(cleo, callId, 'mute'))).toBe('404 NOT_FOUND');
    expect(await recover(cleo)).toEqual([]);
    await runJobs(test.app);
    const [event, ...more] = await events.take();
    expect(event).toMatchObject({ op: 'updated' });
    expect(statesOf(event!.call, ann, ben, cleo)).toEqual(['joined', 'joined', 'left']);
    expect(more).toEqual([]);
    await act(ben, callId, 'mute');
    expect(await events.take()).toEqual([]);
    expect(codeOf(await tryStart(cleo, inTopic(channel.id)))).toBe('400 BAD_REQUEST');
  });

  it('ends calls of an archived channel', async () => {
    const channel = await createChannel(owner, [ann]);
    const { callId } = await start(ann, inTopic(channel.id));
    await owner.client.expect('DELETE', `streams/${channel.id}`);
    await runJobs(test.app);
    const [call] = await query('SELECT state, end_reason FROM calls WHERE id = $1', [callId]);
    expect(call).toEqual({ state: 'ended', end_reason: 'failed' });
  });

  it('ends calls of a deactivated organization', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await owner.client.expect('POST', 'realm/deactivate');
    await runJobs(test.app);
    const [call] = await query('SELECT state, end_reason FROM calls WHERE id = $1', [callId]);
    expect(call).toEqual({ state: 'ended', end_reason: 'failed' });
  });

  it('does not follow from a moved topic', async () => {
    const channel = await createChannel(owner, [ann, ben]);
    const { id } = await owner.client.expect('POST', 'messages', {
      type: 'channel',
      to: channel.id,
      topic: 'calls',
      content: 'Sample',
    });
    const { callId } = await start(ann, inTopic(channel.id));
    const move = { topic: 'elsewhere', propagate_mode: 'change_all' };
    await owner.client.expect('PATCH', `messages/${String(id)}`, move);
    await runJobs(test.app);
    const call = await act(ben, callId, 'answer');
    expect(call).toMatchObject({ state: 'active', conversation: { topic: 'calls' } });
  });
});

describe('the sweep', () => {
  it('ends rings whose job was lost, and calls that last too long', async () => {
    await start(ann, withUsers(ben));
    test.clock.advance(RING_SECONDS);
    await test.app.get(CallTimeouts).sweep();
    expect(await recover(ann)).toEqual([]);
    const { callId } = await start(ann, withUsers(ben));
    await act(ben, callId, 'answer');
    test.clock.advance(12 * 3600 - 60);
    await test.app.get(CallTimeouts).sweep();
    expect(await recover(ann)).toMatchObject([{ callId }]);
    const events = await CallListener.open(test, realm, ben);
    test.clock.advance(61);
    await test.app.get(CallTimeouts).sweep();
    expect(await events.take()).toMatchObject([{ op: 'ended', call: { endReason: 'failed' } }]);
  });

  it('deletes calls a week after their end', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await act(ann, callId, 'hangup');
    test.clock.advance(7 * 24 * 3600 - 60);
    await test.app.get(CallTimeouts).deleteOld();
    expect(codeOf(await tryAct(ann, callId, 'hangup'))).toBe('409 INVALID_CALL_STATE');
    test.clock.advance(61);
    await test.app.get(CallTimeouts).deleteOld();
    expect(codeOf(await tryAct(ann, callId, 'hangup'))).toBe('404 NOT_FOUND');
  });
});

describe('events', () => {
  it('reach each participant once, also on other devices, and only queues that name the type', async () => {
    const all = await Promise.all(
      [ann, ann, ben, owner].map((user) => CallListener.open(test, realm, user)),
    );
    const unnamed = await ben.client.expect('POST', 'register', { fetch_event_types: [] });
    const { callId } = await start(ann, withUsers(ben));
    await act(ben, callId, 'answer');
    await act(ben, callId, 'mute');
    await act(ann, callId, 'hangup');
    const ops = await Promise.all(all.map((listener) => listener.ops()));
    const expected = ['ringing', 'updated', 'updated', 'ended'];
    expect(ops).toEqual([expected, expected, expected, []]);
    const { events } = await ben.client.expect('GET', 'events', {
      queue_id: unnamed['queue_id'],
      last_event_id: unnamed['last_event_id'],
      dont_block: true,
    });
    expect((events as { type: string }[]).filter(({ type }) => type === 'call')).toEqual([]);
  });

  it('do not reach users who have muted the initiator, until they join', async () => {
    await ben.client.expect('POST', `users/me/muted_users/${ann.userId}`);
    const events = await CallListener.open(test, realm, ben);
    const call = await start(ann, withUsers(ben, cleo));
    expect(statesOf(call, ben, cleo)).toEqual(['ringing', 'ringing']);
    await act(cleo, call.callId, 'answer');
    expect(await events.take()).toEqual([]);
    expect(await recover(ben)).toEqual([]);
    await start(ben, withUsers(ann, cleo));
    expect(await events.ops()).toEqual(['updated']);
    expect(await recover(ben)).toMatchObject([{ callId: call.callId }]);
  });
});

describe('the right to call', () => {
  it('needs another person', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const channel = await createChannel(owner, [ann]);
    const lonely = await createChannel(ann, []);
    for (const conversation of [
      withUsers(),
      withUsers(ann),
      withUsers(bot),
      inTopic(lonely.id),
      { kind: 'channel', streamId: channel.id },
      { kind: 'channel', topic: 'calls' },
    ]) {
      expect(codeOf(await tryStart(ann, conversation))).toBe('400 BAD_REQUEST');
    }
    expect(codeOf(await tryStart(bot, withUsers(ann)))).toBe('400 BAD_REQUEST');
  });

  it('leaves out bots and deactivated users, who stay in the conversation', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    await owner.client.expect('DELETE', `users/${cleo.userId}`);
    const call = await start(ann, withUsers(ben, cleo, bot));
    expect(call.participants.map(({ userId }) => userId)).toEqual([ann.userId, ben.userId]);
    const ids = [ann, ben, cleo, bot].map(({ userId }) => userId);
    expect(call.conversation['dmUserIds']).toEqual(ids);
  });

  it('rings subscribers who have muted neither channel nor topic', async () => {
    const dora = await createUser(test, realm);
    const eve = await createUser(test, realm);
    const channel = await createChannel(owner, [ann, ben, cleo, dora, eve]);
    const mute = async (user: TestUser): Promise<void> => {
      const subscription = { stream_id: channel.id, property: 'is_muted', value: true };
      await user.client.expect('POST', 'users/me/subscriptions/properties', {
        subscription_data: [subscription],
      });
    };
    const setPolicy = async (user: TestUser, policy: number): Promise<void> => {
      const topic = { stream_id: channel.id, topic: 'Calls', visibility_policy: policy };
      await user.client.expect('POST', 'user_topics', topic);
    };
    await mute(ben);
    await setPolicy(cleo, 1);
    await mute(dora);
    await setPolicy(dora, 2);
    await mute(eve);
    await setPolicy(eve, 3);
    const call = await start(ann, inTopic(channel.id));
    const ids = [owner, ann, dora, eve].map(({ userId }) => userId).toSorted((a, b) => a - b);
    expect(call.participants.map(({ userId }) => userId)).toEqual(ids);
  });

  it('is that of writing in the conversation', async () => {
    const admins = await owner.client.expect('GET', 'user_groups');
    const group = (admins['user_groups'] as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )!;
    const channel = await createChannel(owner, [ann, ben], { can_send_message_group: group.id });
    expect(codeOf(await tryStart(ann, inTopic(channel.id)))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, { direct_message_permission_group: group.id });
    expect(codeOf(await tryStart(ann, withUsers(ben)))).toBe('400 BAD_REQUEST');
    expect(codeOf(await tryStart(ann, withUsers(owner)))).toBe('accepted');
    const { callId } = await start(owner, inTopic(channel.id));
    expect(await start(ann, inTopic(channel.id))).toMatchObject({ callId, state: 'active' });
  });

  it('needs the right to mention many users for more than fifteen', async () => {
    const channel = await createChannel(owner, [ann]);
    const people = await createPeople(test, realm, 14);
    const add = async (ids: number[]): Promise<void> => {
      await query(
        `INSERT INTO subscriptions (user_id, stream_id, color) SELECT unnest($1::integer[]), $2, '#fff'`,
        [ids, channel.id],
      );
    };
    await add(people);
    const { callId } = await start(ann, inTopic(channel.id));
    await act(ann, callId, 'hangup');
    await add(await createPeople(test, realm, 1));
    const groups = await owner.client.expect('GET', 'user_groups');
    const admins = (groups['user_groups'] as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )!;
    await changeRealmSettings(test, realm, { can_mention_many_users_group: admins.id });
    expect(codeOf(await tryStart(ann, inTopic(channel.id)))).toBe('400 BAD_REQUEST');
    const call = await start(owner, inTopic(channel.id));
    expect(call.participants.length).toBe(17);
    await act(owner, call.callId, 'hangup');
    await add(await createPeople(test, realm, 4));
    const { body } = await tryStart(owner, inTopic(channel.id));
    expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: expect.stringContaining('20') });
  });

  it('is limited to ten starts in a minute', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    const scene = await createScene(limited, { caller: {}, called: {} });
    const codes: string[] = [];
    for (let count = 0; count < 11; count++) {
      const answer = await tryStart(scene.caller, withUsers(scene.called));
      codes.push(codeOf(answer));
    }
    await limited.close();
    expect(codes).toEqual([...Array<string>(10).fill('accepted'), '429 RATE_LIMIT_HIT']);
  });
});

describe('hidden calls', () => {
  it('are the same as unknown ones', async () => {
    const other = await createRealm(test);
    const colleague = await createUser(test, other);
    const foreign = await start(colleague, withUsers(other.owner));
    const { callId } = await start(ann, withUsers(ben));
    const unknown = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all(
      [callId, foreign.callId, unknown, 'none'].map((id) => tryAct(cleo, id, 'answer')),
    );
    const bodies = answers.map(({ status, body }) => ({ status, body }));
    expect(bodies[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const one of bodies) expect(one).toEqual(bodies[0]);
    expect(await recover(cleo)).toEqual([]);
    expect(codeOf(await tryStart(ann, withUsers(colleague)))).toBe('400 BAD_REQUEST');
  });

  it('hide channels that the caller cannot read', async () => {
    const channel = await createChannel(owner, [ann], { invite_only: true });
    await start(ann, inTopic(channel.id));
    const guest = await createUser(test, realm, { role: Role.Guest });
    const hidden = await tryStart(guest, inTopic(channel.id));
    const unknown = await tryStart(guest, inTopic(2_000_000_000));
    expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
  });
});

describe('idempotency keys', () => {
  it('repeat a start, also after the end', async () => {
    const key = unique('key');
    const options = { idempotency_key: key, title: 'Sample' };
    const { callId } = await start(ann, withUsers(ben), options);
    await act(ann, callId, 'hangup');
    const { body } = await tryStart(ann, withUsers(ben, ann), { ...options, metadata: { a: 1 } });
    expect(body).toMatchObject({ applied: false, call: { callId, state: 'ended' } });
    for (const [conversation, change] of [
      [withUsers(cleo), {}],
      [withUsers(ben), { media_type: 'video' }],
      [withUsers(ben), { title: 'Other' }],
    ] as const) {
      const answer = await tryStart(ann, conversation, { ...options, ...change });
      expect(codeOf(answer)).toBe('409 IDEMPOTENCY_KEY_REUSED');
    }
    expect(await start(ben, withUsers(ann), options)).toMatchObject({ state: 'ringing' });
  });

  it('make one call of concurrent repetitions', async () => {
    const options = { idempotency_key: unique('key') };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tryStart(ann, withUsers(ben), options)),
    );
    const ids = new Set(answers.map(({ body }) => (body['call'] as WireCall).callId));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ body }) => body['applied'])).toHaveLength(1);
  });

  it('apply an action once', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const key = { idempotency_key: unique('key'), client_action_id: 'one' };
    const same = { ...key, metadata: { a: 1, b: { c: 2 } } };
    expect((await tryAct(ann, callId, 'mute', same)).body).toMatchObject({ applied: true });
    const reordered = { ...key, metadata: { b: { c: 2 }, a: 1 } };
    const { body } = await tryAct(ann, callId, 'mute', reordered);
    expect(body).toMatchObject({ applied: false });
    expect((body['call'] as WireCall).participants[0]!.isMuted).toBe(true);
    for (const change of [
      { metadata: { a: 2 } },
      { metadata: undefined },
      { client_action_id: 'two' },
      { device_instance_id: 'other-device' },
      { action: 'hangup' },
    ]) {
      const answer = await tryAct(ann, callId, 'mute', { ...same, ...change });
      expect(codeOf(answer)).toBe('409 IDEMPOTENCY_KEY_REUSED');
    }
    expect(codeOf(await tryAct(ben, callId, 'answer', same))).toBe('accepted');
  });

  it('are not remembered for refused actions', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const key = { idempotency_key: unique('key') };
    expect(codeOf(await tryAct(ben, callId, 'mute', key))).toBe('409 INVALID_CALL_STATE');
    expect(codeOf(await tryAct(ben, callId, 'answer', key))).toBe('accepted');
  });

  it('of starts and actions are separate', async () => {
    const key = { idempotency_key: unique('key') };
    const { callId } = await start(ann, withUsers(ben), key);
    expect((await tryAct(ann, callId, 'mute', key)).body).toMatchObject({ applied: true });
  });
});

describe('parameters', () => {
  const deep = { a: { a: { a: { a: {} } } } };

  it.each([
    ['title', 'x'.repeat(101)],
    ['app_call_id', ''],
    ['device_instance_id', 'x'.repeat(201)],
    ['idempotency_key', ' '],
    ['media_type', 'smell'],
    ['metadata', { text: 'x'.repeat(4096) }],
    ['metadata', { a: deep }],
    ['metadata', [1]],
    ['conversation', { kind: 'dm', dmUserIds: [1], extra: 1 }],
  ])('of a start reject a wrong %s', async (name, value) => {
    const answer = await tryStart(ann, withUsers(ben), { [name]: value });
    expect(codeOf(answer)).toBe('400 BAD_REQUEST');
    expect(await recover(ann)).toEqual([]);
  });

  it('accept metadata of five levels', async () => {
    expect(await start(ann, withUsers(ben), { metadata: deep })).toMatchObject({ metadata: deep });
  });

  it.each([
    ['source', ''],
    ['surface', 'x'.repeat(201)],
    ['occurred_at', 'yesterday'],
    ['occurred_at', '2026-02-30T10:00:00Z'],
    ['accessory_instance_id_hash', 'x'.repeat(201)],
    ['metadata', 'text'],
    ['action', 'sing'],
  ])('of an action reject a wrong %s', async (name, value) => {
    const { callId } = await start(ann, withUsers(ben));
    expect(codeOf(await tryAct(ben, callId, 'answer', { [name]: value }))).toBe('400 BAD_REQUEST');
    expect((await recover(ann))[0]!.state).toBe('ringing');
  });

  it('that are missing are named', async () => {
    const { callId } = await start(ann, withUsers(ben));
    const { body } = await tryAct(ben, callId, 'answer', { surface: undefined });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'surface' });
  });

  it('of the client are stored with the action', async () => {
    const { callId } = await start(ann, withUsers(ben));
    await act(ben, callId, 'answer', {
      occurred_at: '2020-01-02T03:04:05+01:00',
      accessory_instance_id_hash: 'abc',
      metadata: { a: 1 },
    });
    const [row] = await query(
      `SELECT source, surface, device_instance_id, accessory_instance_id_hash, metadata, client_name,
         extract(epoch FROM occurred_at)::integer AS occurred
       FROM call_actions WHERE call_id = $1 AND action = 'answer'`,
      [callId],
    );
    expect(row).toEqual({
      source: 'user',
      surface: 'call_screen',
      device_instance_id: 'sample-device',
      accessory_instance_id_hash: 'abc',
      metadata: { a: 1 },
      client_name: 'ParleyTest',
      occurred: Date.UTC(2020, 0, 2, 2, 4, 5) / 1000,
    });
  });
});
