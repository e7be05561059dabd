// The call history: the records of each user after a call, paging, and clearing.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CallTimeouts } from '#modules/calls/calls/call-timeouts.service.js';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import { act, inTopic, start, withUsers } from './call-scene.js';
import type { Answer, Parameters } from './client.js';
import { listen } from './event-listener.js';
import {
  createChannel,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';

interface CallRecord {
  recordId: number;
  callId: string;
  direction: string;
  outcome: string;
  mediaType: string;
  startedAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  durationSeconds: number;
  participantUserIds: number[];
}

interface Group {
  groupKey: string;
  title: string;
  callCount: number;
  missedCount: number;
  lastCallAt: number;
  records: CallRecord[];
  [name: string]: unknown;
}

interface Page {
  groups: Group[];
  nextCursor: string | null;
}

const test = await ownTestApp();
const database = test.app.get(Database);

let realm: TestRealm;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let cleo: TestUser;

beforeEach(async () => {
  test.clock.reset();
  ({ realm, owner, ann, ben, cleo } = await createScene(test, {
    ann: { fullName: 'Sample Ann' },
    ben: { fullName: 'Sample Ben' },
    cleo: { fullName: 'Sample Cleo' },
  }));
});

async function history(user: TestUser, parameters: Parameters = {}): Promise<Page> {
  return (await user.client.expect('POST', 'calls/history', parameters)) as unknown as Page;
}

async function onlyRecord(user: TestUser): Promise<CallRecord> {
  const { groups } = await history(user);
  expect(groups).toHaveLength(1);
  expect(groups[0]!.records).toHaveLength(1);
  return groups[0]!.records[0]!;
}

function codeOf({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${status} ${String(body['code'])}`;
}

async function endRinging(): Promise<void> {
  test.clock.advance(45);
  await test.app.get(CallTimeouts).endRinging(realm.realmId);
}

/** A call that the initiator cancels. */
async function missedCall(from: TestUser, to: TestUser, mediaType = 'audio'): Promise<string> {
  const { callId } = await start(from, withUsers(to), { media_type: mediaType });
  await act(from, callId, 'hangup');
  return callId;
}

describe('a record', () => {
  it('of an answered call has the times of the user', async () => {
    const { callId, startedAt } = await start(ann, withUsers(ben, cleo));
    test.clock.advance(10);
    const { answeredAt } = await act(ben, callId, 'answer');
    test.clock.advance(10);
    const later = (await act(cleo, callId, 'answer')).participants.find(
      ({ userId }) => userId === cleo.userId,
    )!.joinedAt!;
    test.clock.advance(30);
    await act(ann, callId, 'hangup');
    test.clock.advance(20);
    await act(ben, callId, 'hangup');
    await act(cleo, callId, 'hangup');
    const mine = await onlyRecord(ann);
    expect(mine).toEqual({
      recordId: expect.any(Number),
      callId,
      direction: 'outgoing',
      outcome: 'answered',
      mediaType: 'audio',
      startedAt,
      answeredAt,
      endedAt: mine.endedAt,
      durationSeconds: mine.endedAt! - answeredAt!,
      participantUserIds: [ann, ben, cleo].map(({ userId }) => userId),
    });
    expect(mine.durationSeconds).toBeGreaterThanOrEqual(40);
    expect(mine.durationSeconds).toBeLessThan(60);
    const others = await onlyRecord(cleo);
    expect(others).toMatchObject({ direction: 'incoming', outcome: 'answered', answeredAt: later });
    expect(others.durationSeconds).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['cancelled', 'missed', () => missedCall(ann, ben)],
    [
      'declined',
      'declined',
      async () => act(ben, (await start(ann, withUsers(ben))).callId, 'decline'),
    ],
    [
      'missed',
      'missed',
      async () => {
        await start(ann, withUsers(ben));
        await endRinging();
      },
    ],
  ])('of a call that was %s has no answer', async (outgoing, incoming, end) => {
    await end();
    const unanswered = { answeredAt: null, durationSeconds: 0 };
    const [mine, other] = [await onlyRecord(ann), await onlyRecord(ben)];
    expect(mine).toMatchObject({ direction: 'outgoing', outcome: outgoing, ...unanswered });
    expect(other).toMatchObject({ direction: 'incoming', outcome: incoming, ...unanswered });
    expect(other.endedAt).not.toBeNull();
    expect((await history(ann)).groups[0]!.missedCount).toBe(0);
    expect((await history(ben)).groups[0]!.missedCount).toBe(incoming === 'missed' ? 1 : 0);
  });

  it('of a user who declined and then joined is answered', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo));
    await act(ben, callId, 'decline');
    await act(cleo, callId, 'answer');
    await act(ben, callId, 'answer');
    await act(ben, callId, 'hangup');
    await act(ann, callId, 'hangup');
    await act(cleo, callId, 'hangup');
    expect(await onlyRecord(ben)).toMatchObject({ outcome: 'answered' });
  });

  it('exists for a user who has muted the initiator', async () => {
    await ben.client.expect('POST', `users/me/muted_users/${ann.userId}`);
    await missedCall(ann, ben);
    expect(await onlyRecord(ben)).toMatchObject({ outcome: 'missed' });
  });
});

describe('a group', () => {
  it('has the names of the others, and all users', async () => {
    const { callId } = await start(ann, withUsers(ben, cleo), { title: 'Planning' });
    await act(ann, callId, 'hangup');
    const { groups } = await history(ben);
    expect(groups).toMatchObject([
      {
        kind: 'dm',
        dmUserIds: [ann, ben, cleo].map(({ userId }) => userId),
        streamId: null,
        topic: null,
        title: 'Sample Ann, Sample Cleo',
        callCount: 1,
      },
    ]);
  });

  it('has the calls of a topic, regardless of case, and its names after access is lost', async () => {
    const channel = await createChannel(owner, [ann, ben], { invite_only: true });
    for (const topic of ['Plans', 'plans']) {
      const { callId } = await start(ann, inTopic(channel.id, topic));
      await act(ann, callId, 'hangup');
    }
    const remove = { subscriptions: [channel.name], principals: [ben.userId] };
    await owner.client.expect('DELETE', 'users/me/subscriptions', remove);
    await owner.client.expect('PATCH', `streams/${channel.id}`, { new_name: 'renamed' });
    const { groups } = await history(ben);
    expect(groups).toMatchObject([
      { kind: 'channel', streamId: channel.id, dmUserIds: [], callCount: 2, missedCount: 2 },
    ]);
    expect(groups[0]!.title.toLowerCase()).toBe(`#${channel.name} > plans`);
    expect(groups[0]!.records.map(({ recordId }) => recordId)).toEqual(
      groups[0]!.records.map(({ recordId }) => recordId).toSorted((a, b) => b - a),
    );
  });

  it('has at most twenty records, and more by its key', async () => {
    const callIds: string[] = [];
    for (let count = 0; count < 23; count++) callIds.unshift(await missedCall(ann, ben));
    const { groups } = await history(ben);
    expect(groups[0]!.records.map(({ callId }) => callId)).toEqual(callIds.slice(0, 20));
    expect(groups[0]).toMatchObject({ callCount: 23, missedCount: 23 });
    const { groupKey } = groups[0]!;
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await history(ben, {
        group_key: groupKey,
        limit: 9,
        cursor: cursor ?? undefined,
      });
      seen.push(...page.groups[0]!.records.map(({ callId }) => callId));
      cursor = page.nextCursor;
      await missedCall(ann, ben);
    } while (cursor !== null);
    expect(seen).toEqual(callIds);
  });
});

describe('a list', () => {
  it('is sorted by the newest call', async () => {
    await missedCall(ann, ben);
    await missedCall(cleo, ann);
    const titles = async (): Promise<string[]> =>
      (await history(ann)).groups.map(({ title }) => title);
    expect(await titles()).toEqual(['Sample Cleo', 'Sample Ben']);
    test.clock.advance(10);
    const { callId } = await start(ben, withUsers(ann));
    await act(ben, callId, 'hangup');
    expect(await titles()).toEqual(['Sample Ben', 'Sample Cleo']);
    const [first, second] = (await history(ann)).groups;
    expect(first!.lastCallAt).toBe(first!.records[0]!.startedAt);
    expect(first!.lastCallAt).toBeGreaterThan(second!.lastCallAt);
  });

  it('follows its filters, as do the counts', async () => {
    await missedCall(ben, ann, 'video');
    await missedCall(cleo, ann);
    await missedCall(ann, cleo);
    await missedCall(ann, ben);
    const counts = async (parameters: Parameters): Promise<unknown[]> =>
      (await history(ann, parameters)).groups.map(({ title, callCount, missedCount, records }) => [
        title,
        callCount,
        missedCount,
        records.length,
      ]);
    expect(await counts({})).toEqual([
      ['Sample Ben', 2, 1, 2],
      ['Sample Cleo', 2, 1, 2],
    ]);
    expect(await counts({ missed_only: true })).toEqual([
      ['Sample Cleo', 1, 1, 1],
      ['Sample Ben', 1, 1, 1],
    ]);
    expect(await counts({ media_type: 'video' })).toEqual([['Sample Ben', 1, 1, 1]]);
    expect(await counts({ media_type: 'audio' })).toEqual([
      ['Sample Ben', 1, 0, 1],
      ['Sample Cleo', 2, 1, 2],
    ]);
    expect(await counts({ media_type: 'audio', missed_only: true })).toEqual([
      ['Sample Cleo', 1, 1, 1],
    ]);
    const [{ groupKey } = { groupKey: '' }] = (await history(ann)).groups;
    expect(await counts({ group_key: groupKey, missed_only: true })).toEqual([
      ['Sample Ben', 1, 1, 1],
    ]);
    expect(await counts({ group_key: groupKey, missed_only: true, media_type: 'audio' })).toEqual(
      [],
    );
  });

  it.each([{}, { missed_only: true }, { media_type: 'audio' }])(
    'skips and repeats no group while calls end (%j)',
    async (filters) => {
      const people: TestUser[] = [];
      for (let count = 0; count < 9; count++) {
        const person = await createUser(test, realm, { fullName: `Person ${count}` });
        people.push(person);
        await missedCall(person, ann);
      }
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await history(ann, { ...filters, limit: 2, cursor: cursor ?? undefined });
        seen.push(...page.groups.map(({ title }) => title));
        cursor = page.nextCursor;
        // Calls in conversations that were listed, and in others that were not.
        for (const index of [0, 3, 8]) await missedCall(people[index]!, ann);
      } while (cursor !== null);
      expect(seen).toEqual(people.map((_, index) => `Person ${8 - index}`));
    },
  );

  it('rejects wrong limits and cursors', async () => {
    for (const person of [ben, cleo]) await missedCall(person, ann);
    const { nextCursor } = await history(ann, { limit: 1 });
    const wrong: Parameters[] = [
      { limit: 0 },
      { limit: 201 },
      { cursor: 'none' },
      { cursor: '' },
      { cursor: nextCursor, missed_only: true },
      { cursor: nextCursor, media_type: 'video' },
      { media_type: 'smell' },
    ];
    for (const parameters of wrong) {
      expect([parameters, codeOf(await ann.client.post('calls/history', parameters))]).toEqual([
        parameters,
        '400 BAD_REQUEST',
      ]);
    }
    const foreign = await ben.client.post('calls/history', { cursor: nextCursor, limit: 1 });
    expect(codeOf(foreign)).toBe('400 BAD_REQUEST');
    test.clock.advance(24 * 3600 + 5);
    const old = await ann.client.post('calls/history', { cursor: nextCursor, limit: 1 });
    expect(codeOf(old)).toBe('400 BAD_REQUEST');
  });
});

describe('clearing', () => {
  it('deletes the own records, and notifies the clients of the user', async () => {
    await missedCall(ann, ben);
    await missedCall(ann, ben);
    const [{ groupKey } = { groupKey: '' }] = (await history(ben)).groups;
    const clients = await Promise.all(
      [ben, ben, ann].map((user) => listen(test, realm, user, { event_types: ['call_history'] })),
    );
    const clear = (): Promise<Answer['body']> =>
      ben.client.expect('POST', 'calls/history/clear', { group_key: groupKey });
    expect(await clear()).toMatchObject({ groupKey, deletedRecords: 2 });
    expect(await history(ben)).toMatchObject({ groups: [], nextCursor: null });
    expect((await history(ann)).groups[0]!.records).toHaveLength(2);
    expect(await clear()).toMatchObject({ groupKey, deletedRecords: 0 });
    const cleared = { type: 'call_history', op: 'clear', group_key: groupKey };
    const events = await Promise.all(clients.map((client) => client.take()));
    expect(events).toMatchObject([[cleared, cleared], [cleared, cleared], []]);
    await missedCall(ann, ben);
    expect((await history(ben)).groups).toMatchObject([{ groupKey, callCount: 1, missedCount: 1 }]);
  });

  it('treats groups of others as unknown ones', async () => {
    await missedCall(ann, ben);
    const [{ groupKey } = { groupKey: '' }] = (await history(ann)).groups;
    const elsewhere = (await createRealm(test)).owner;
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const path of ['calls/history', 'calls/history/clear']) {
      const answers = await Promise.all([
        ben.client.post(path, { group_key: groupKey }),
        elsewhere.client.post(path, { group_key: groupKey }),
        ben.client.post(path, { group_key: unknown }),
        ben.client.post(path, { group_key: 'none' }),
      ]);
      const seen = answers.map(({ status, body }) => ({ status, body }));
      expect(seen[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      for (const one of seen) expect(one).toEqual(seen[0]);
    }
    expect((await history(ann)).groups).toHaveLength(1);
  });

  it('at the same time as the end of a call loses no record', async () => {
    for (let round = 0; round < 5; round++) {
      const { callId } = await start(ann, withUsers(ben));
      const groups = (await history(ben)).groups;
      const groupKey = groups[0]?.groupKey;
      await Promise.all([
        act(ann, callId, 'hangup'),
        groupKey && ben.client.expect('POST', 'calls/history/clear', { group_key: groupKey }),
      ]);
      const [row] = await database.query<{ counted: number; stored: number }>(
        `SELECT coalesce(sum(audio_count), 0)::integer AS counted,
           (SELECT count(*)::integer FROM call_records WHERE user_id = $1) AS stored
         FROM call_groups WHERE user_id = $1`,
        [ben.userId],
      );
      expect(row!.counted).toBe(row!.stored);
      expect((await history(ann)).groups[0]!.callCount).toBe(round + 1);
    }
  });
});
