// No act is committed that is forbidden at its commit, while rights change concurrently. The event log is
// in commit order, so each act is compared with the rights at its position in the log.
import { describe, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createChannel, createUser, sendToStream } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();

interface LoggedEvent {
  type: string;
  payload: {
    op?: string;
    property?: string;
    value?: unknown;
    stream_id?: number;
    message?: { senderId: number; streamId: number | null };
    user_id?: number;
    group_id?: number;
    user_ids?: number[];
    name?: string;
    person?: { user_id: number; role?: number; is_active?: boolean };
  };
}

async function log(realmId: number): Promise<LoggedEvent[]> {
  return app.dataSource.query(
    'SELECT type, payload FROM event_log WHERE realm_id = $1 ORDER BY id',
    [realmId],
  );
}

interface Rights {
  isPrivate: boolean;
  isArchived: boolean;
  mayEveryonePost: boolean;
  role: number;
  isActive: boolean;
}

describe.each([1, 2, 3])('acts during changes of rights (seed %i)', (seed) => {
  test('are allowed at their commit', async () => {
    const { realm, owner, member } = await createScene(app, { member: {} });
    const { id } = await createChannel(owner, []);
    const first = await sendToStream(owner, id, 'topic', 'hello');
    const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
    const groupId = (name: string): number =>
      (groups as { id: number; name: string }[]).find((group) => group.name === name)!.id;

    const everyone = groupId('role:everyone');
    const changes: (() => Promise<Answer>)[] = [
      () => owner.client.patch(`streams/${id}`, { is_private: true }),
      () => owner.client.patch(`streams/${id}`, { is_private: false }),
      () => owner.client.call('DELETE', `streams/${id}`, {}),
      () => owner.client.patch(`streams/${id}`, { is_archived: false }),
      () =>
        owner.client.patch(`streams/${id}`, {
          can_send_message_group: { new: groupId('role:administrators') },
        }),
      () => owner.client.patch(`streams/${id}`, { can_send_message_group: { new: everyone } }),
      () => owner.client.patch(`users/${member.userId}`, { role: Role.Guest }),
      () => owner.client.patch(`users/${member.userId}`, { role: Role.Member }),
      () => owner.client.call('DELETE', `users/${member.userId}`, {}),
      () => owner.client.post(`users/${member.userId}/reactivate`),
    ];
    const changing = { isOver: false };
    const change = async (): Promise<void> => {
      let state = seed;
      for (let round = 0; round < 40; round++) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        const pair = 2 * (Math.floor(state / 65_536) % (changes.length / 2));
        await changes[pair]!();
        await changes[pair + 1]!();
      }
      changing.isOver = true;
    };
    let round = 0;
    const acting = Array.from({ length: 4 }, async (_, index) => {
      while (!changing.isOver) {
        round++;
        await (index === 0
          ? member.client.call(round % 2 ? 'POST' : 'DELETE', `messages/${first}/reactions`, {
              emoji_name: 'car',
            })
          : member.client.post('messages', {
              type: 'channel',
              to: id,
              topic: 'topic',
              content: `${round}`,
            }));
      }
    });
    await Promise.all([change(), ...acting]);

    const rights: Rights = {
      isPrivate: false,
      isArchived: false,
      mayEveryonePost: true,
      role: Role.Member,
      isActive: true,
    };
    const acts: string[] = [];
    const forbidden: unknown[] = [];
    for (const { type, payload } of await log(realm.realmId)) {
      follow(rights, type, payload, { streamId: id, userId: member.userId, everyone });
      const kind =
        type === 'message' && payload.message?.senderId === member.userId
          ? 'message'
          : type === 'reaction' && payload.user_id === member.userId
            ? 'reaction'
            : undefined;
      if (!kind) continue;
      acts.push(kind);
      const maySee = rights.isActive && !rights.isPrivate && rights.role !== Role.Guest;
      const mayPost = maySee && !rights.isArchived && rights.mayEveryonePost;
      const isAllowed = kind === 'reaction' ? maySee : mayPost;
      if (!isAllowed) forbidden.push({ kind, ...rights });
    }
    expect(forbidden).toEqual([]);
    expect(acts).toContain('message');
  }, 120_000);
});

function follow(
  rights: Rights,
  type: string,
  { op, property, value, stream_id: streamId, person }: LoggedEvent['payload'],
  of: { streamId: number; userId: number; everyone: number },
): void {
  if (type === 'stream' && op === 'update' && streamId === of.streamId) {
    if (property === 'invite_only') rights.isPrivate = value as boolean;
    if (property === 'is_archived') rights.isArchived = value as boolean;
    if (property === 'can_send_message_group') rights.mayEveryonePost = value === of.everyone;
  }
  if (type === 'realm_user' && op === 'update' && person?.user_id === of.userId) {
    rights.role = person.role ?? rights.role;
    rights.isActive = person.is_active ?? rights.isActive;
  }
}

test('changes of rights that begin together are all made', async () => {
  const { realm, owner } = await createScene(app);
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(app, realm)));
  const { id, name } = await createChannel(owner, people);
  const answers = await Promise.all([
    ...people
      .slice(0, 6)
      .map(({ client }) =>
        client.call('DELETE', 'users/me/subscriptions', { subscriptions: [name] }),
      ),
    ...people
      .slice(6)
      .map(({ userId }) => owner.client.patch(`users/${userId}`, { role: Role.Moderator })),
    ...people
      .slice(6)
      .map(({ client }) =>
        client.post('messages', { type: 'channel', to: id, topic: 'topic', content: 'meanwhile' }),
      ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('an act that became forbidden is refused as if it had come later', async () => {
  const { owner, member } = await createScene(app, { member: {} });
  const { id } = await createChannel(owner, []);
  const send = (): Promise<Answer> =>
    member.client.post('messages', { type: 'channel', to: id, topic: 'topic', content: 'hello' });
  const later = async (): Promise<Answer> => {
    await owner.client.expect('PATCH', `streams/${id}`, { is_private: true });
    const answer = await send();
    await owner.client.expect('PATCH', `streams/${id}`, { is_private: false });
    return answer;
  };
  const refusal = await later();
  expect(refusal.status).toBe(400);
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const [answer] = await Promise.all([send(), later()]);
    seen.add(JSON.stringify([answer.status, answer.body['code']]));
  }
  for (const outcome of seen) {
    expect(
      [
        [200, undefined],
        [400, refusal.body['code']],
      ].map((one) => JSON.stringify(one)),
    ).toContain(outcome);
  }
});
