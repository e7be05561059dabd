// Random messages and random narrows: GET /messages finds the same messages by SQL as the model, which
// checks each message. The data is the same on every run and depends on the seed.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
} from './factories.js';
import {
  evaluate,
  INFLECTIONS,
  type ModelChannel,
  type ModelMessage,
  type ModelTerm,
  type ModelUser,
  type World,
} from './narrow-model.js';

const SEEDS = [1, 2, 3, 4, 5];
const NARROWS = 100;
const MESSAGES = 60;
const app = await sharedTestApp();

/** Pseudorandom numbers with a fixed seed. */
class Random {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  some<T>(values: readonly T[], percent: number): T[] {
    return values.filter(() => this.chance(percent));
  }
}

const TOPICS = ['', 'Lunch', 'lunch', '✔ done', 'plans', 'general chat'];
const CHANNELS = {
  open: {},
  other: {},
  web: { is_web_public: true },
  shared: { invite_only: true, history_public_to_subscribers: true },
  closed: { invite_only: true, history_public_to_subscribers: false },
  archived: {},
};

/** An organization with a history: users join and leave channels while messages are sent. */
class Scene {
  readonly users: { user: TestUser; kind: ModelUser['kind']; ownerId?: number }[] = [];
  readonly streamIds = new Map<string, number>();
  world!: World;

  constructor(
    readonly random: Random,
    readonly realm: TestRealm,
  ) {}

  static async create(seed: number): Promise<Scene> {
    const scene = new Scene(new Random(seed), await createRealm(app));
    await scene.createPeople();
    await scene.createChannels();
    for (let sent = 0; sent < MESSAGES; sent++) await scene.step();
    await scene.settle();
    scene.world = await scene.read();
    return scene;
  }

  private async createPeople(): Promise<void> {
    const { realm } = this;
    await changeRealmSettings(app, realm, {
      enable_spectator_access: true,
      send_channel_events_messages: false,
    });
    const member = await createUser(app, realm);
    const guest = await createUser(app, realm, { role: Role.Guest });
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: member.userId } });
    this.users.push(
      { user: realm.owner, kind: 'administrator' },
      { user: member, kind: 'member' },
      { user: await createUser(app, realm), kind: 'member' },
      { user: guest, kind: 'guest' },
      { user: bot, kind: 'bot', ownerId: member.userId },
    );
    await app.dataSource.query(
      `DELETE FROM user_messages USING users WHERE users.id = user_id AND realm_id = $1`,
      [realm.realmId],
    );
    await app.dataSource.query('DELETE FROM messages WHERE realm_id = $1', [realm.realmId]);
  }

  private async createChannels(): Promise<void> {
    for (const [name, settings] of Object.entries(CHANNELS)) {
      const principals = this.random.some(this.users, 50).map(({ user }) => user.userId);
      const id = await subscribe(this.realm.owner, name, {
        principals: [this.realm.owner.userId, ...principals],
        send_new_subscription_messages: false,
        ...settings,
      });
      this.streamIds.set(name, id);
    }
  }

  private async step(): Promise<void> {
    const { random, realm } = this;
    const { user } = random.of(this.users);
    if (random.chance(15)) {
      const [name] = random.of([...this.streamIds]);
      const principals = [user.userId];
      const path = 'users/me/subscriptions';
      // Owners cannot add users to a private channel without being subscribed.
      await (random.chance(40)
        ? realm.owner.client.delete(path, { subscriptions: [name], principals })
        : realm.owner.client.post(path, {
            subscriptions: [{ name }],
            principals,
            send_new_subscription_messages: false,
          }));
    }
    if (random.chance(30)) {
      const people = random.some(this.users, 35).map((one) => one.user);
      await sendDirect(user, people.length > 0 ? people : [user], this.content());
      return;
    }
    const [, id] = random.of([...this.streamIds]);
    // The owner may be unsubscribed, and can still send to public channels.
    const answer = await user.client.post('messages', {
      type: 'channel',
      to: id,
      topic: random.of(TOPICS),
      content: this.content(),
    });
    if (answer.status !== 200) {
      await sendToStream(
        realm.owner,
        this.streamIds.get('open')!,
        random.of(TOPICS),
        this.content(),
      );
    }
  }

  private content(): string {
    const words = Array.from({ length: 1 + this.random.below(4) }, () =>
      this.random.of(this.random.of(INFLECTIONS)),
    );
    return words.join(' ');
  }

  /** Inserts flags, reactions, muted and followed topics, which requests would create slowly. */
  private async settle(): Promise<void> {
    const { random, realm } = this;
    const copies = await app.dataSource.query<{ user_id: number; message_id: string }[]>(
      `SELECT um.user_id, um.message_id FROM user_messages um JOIN users u ON u.id = um.user_id
       WHERE u.realm_id = $1 ORDER BY message_id, user_id`,
      [realm.realmId],
    );
    for (const { user_id: userId, message_id: id } of copies) {
      const flags = [1, 2, 8, 16, 64, 128].filter(() => random.chance(25));
      await app.dataSource.query(
        `UPDATE user_messages SET flags = flags & 512 | $3 WHERE user_id = $1 AND message_id = $2`,
        [userId, id, flags.reduce((all, flag) => all | flag, 0)],
      );
    }
    const messages = await app.dataSource.query<{ id: string }[]>(
      'SELECT id FROM messages WHERE realm_id = $1 ORDER BY id',
      [realm.realmId],
    );
    for (const { id } of random.some(messages, 40)) {
      await app.dataSource.query(
        `UPDATE messages SET has_link = $2, has_image = $3, has_attachment = $4 WHERE id = $1`,
        [id, random.chance(50), random.chance(50), random.chance(50)],
      );
    }
    for (const { id } of random.some(messages, 20)) {
      await app.dataSource.query(
        `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
         VALUES ($1, $2, 'smile', '1f642', 'unicode_emoji')`,
        [id, realm.owner.userId],
      );
    }
    for (const { user } of this.users) {
      for (const [name, id] of this.streamIds) {
        await app.dataSource.query(
          'UPDATE subscriptions SET is_muted = $3 WHERE user_id = $1 AND stream_id = $2',
          [user.userId, id, random.chance(30)],
        );
        for (const topic of random.some(['', 'LUNCH', '✔ done', `no topic of ${name}`], 30)) {
          await app.dataSource.query(
            `INSERT INTO user_topics (user_id, stream_id, topic, visibility_policy, last_updated)
             VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING`,
            [user.userId, id, topic, 1 + random.below(3)],
          );
        }
      }
    }
    await app.dataSource.query('UPDATE streams SET is_archived = true WHERE id = $1', [
      this.streamIds.get('archived'),
    ]);
  }

  private async read(): Promise<World> {
    const { realmId } = this.realm;
    const rows = async <Row>(sql: string): Promise<Row[]> =>
      app.dataSource.query<Row[]>(sql, [realmId]);
    const copies = await rows<{ user_id: number; message_id: number; flags: number }>(
      `SELECT um.user_id, um.message_id::integer, um.flags FROM user_messages um
       JOIN users u ON u.id = um.user_id WHERE u.realm_id = $1`,
    );
    const messages = await rows<Omit<ModelMessage, 'copies'>>(
      `SELECT m.id::integer, m.sender_id AS "senderId", r.stream_id AS "streamId",
         coalesce(r.user_ids, '{}') AS "userIds", m.topic, m.content, m.has_link AS "hasLink",
         m.has_image AS "hasImage", m.has_attachment AS "hasAttachment",
         EXISTS (SELECT FROM reactions e WHERE e.message_id = m.id) AS "hasReaction"
       FROM messages m JOIN recipients r ON r.id = m.recipient_id
       WHERE m.realm_id = $1 ORDER BY m.id`,
    );
    const channels = await rows<Omit<ModelChannel, 'subscribers'>>(
      `SELECT id, name, invite_only AS "isPrivate", is_web_public AS "isWebPublic",
         is_archived AS "isArchived", history_public_to_subscribers AS "sharesHistory"
       FROM streams WHERE realm_id = $1`,
    );
    const subscriptions = await rows<{
      userId: number;
      streamId: number;
      isMuted: boolean;
      isActive: boolean;
    }>(
      `SELECT s.user_id AS "userId", s.stream_id AS "streamId", s.is_muted AS "isMuted",
         s.is_active AS "isActive"
       FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE u.realm_id = $1`,
    );
    const topics = await rows<{ userId: number; name: string; policy: number }>(
      `SELECT ut.user_id AS "userId", ut.stream_id || ', ' || upper(ut.topic) AS name,
         ut.visibility_policy AS policy
       FROM user_topics ut JOIN users u ON u.id = ut.user_id WHERE u.realm_id = $1`,
    );
    return {
      messages: messages.map((message) => ({
        ...message,
        copies: new Map(
          copies
            .filter((copy) => copy.message_id === message.id)
            .map((copy) => [copy.user_id, copy.flags]),
        ),
      })),
      channels: channels.map((channel) => ({
        ...channel,
        subscribers: new Set(
          subscriptions
            .filter(({ streamId, isActive }) => streamId === channel.id && isActive)
            .map(({ userId }) => userId),
        ),
      })),
      users: this.users.map(({ user, kind, ownerId }) => ({
        id: user.userId,
        email: user.email,
        kind,
        ...(ownerId === undefined ? {} : { ownerId }),
        mutedChannels: new Set(
          subscriptions
            .filter(({ userId, isMuted }) => userId === user.userId && isMuted)
            .map(({ streamId }) => streamId),
        ),
        topics: new Map(
          topics
            .filter(({ userId }) => userId === user.userId)
            .map(({ name, policy }) => [name, policy]),
        ),
      })),
    };
  }

  /** Up to four terms, some of them negated. */
  narrow(): ModelTerm[] {
    const { random } = this;
    return Array.from({ length: random.below(5) }, () => ({
      ...this.term(),
      negated: random.chance(25),
    })).map((term) =>
      term.operator === 'with' && random.chance(90) ? { ...term, negated: false } : term,
    );
  }

  private term(): Pick<ModelTerm, 'operator' | 'operand'> {
    const { random } = this;
    const person = (): string | number => {
      const { user } = random.of(this.users);
      return random.chance(50) ? user.userId : user.email;
    };
    const messageId = (): string | number => {
      const { id } = random.of(this.world.messages);
      return random.chance(50) ? id : String(id);
    };
    const kinds: (() => Pick<ModelTerm, 'operator' | 'operand'>)[] = [
      () => {
        const [name, id] = random.of([...this.streamIds]);
        const operand = random.of<string | number>([name, name.toUpperCase(), id]);
        return { operator: random.of(['channel', 'stream']), operand };
      },
      () => ({
        operator: random.of(['channels', 'streams']),
        operand: random.of(['public', 'web-public', 'archived']),
      }),
      () => ({ operator: 'topic', operand: random.of([...TOPICS, 'LUNCH', 'none']) }),
      () => {
        const people = random.some(this.users, 35).map(({ user }) => user);
        const some = people.length > 0 ? people : [random.of(this.users).user];
        return {
          operator: random.of(['dm', 'pm-with', 'pm_with']),
          operand: random.chance(50)
            ? some.map(({ userId }) => userId)
            : some.map(({ email }) => email).join(),
        };
      },
      () => ({ operator: random.of(['dm-including', 'group-pm-with']), operand: person() }),
      () => ({ operator: random.of(['sender', 'from']), operand: person() }),
      () => ({ operator: 'mentions', operand: person() }),
      () => ({ operator: random.of(['id', 'near']), operand: messageId() }),
      () => ({ operator: 'with', operand: messageId() }),
      () => ({ operator: 'in', operand: random.of(['home', 'all']) }),
      () => ({ operator: 'has', operand: random.of(['link', 'image', 'attachment', 'reaction']) }),
      () => ({
        operator: 'is',
        operand: random.of(
          'dm private starred unread mentioned alerted resolved followed muted'.split(' '),
        ),
      }),
      () => ({ operator: 'search', operand: this.search() }),
    ];
    return random.of(kinds)();
  }

  private search(): string {
    const { random } = this;
    const words = this.content().split(' ').slice(0, 2);
    if (random.chance(60)) return words.join(' ');
    const quoted = words.join(' ');
    return `"${random.chance(50) ? quoted : quoted.slice(0, Math.max(2, quoted.length - 2)).trim()}"`;
  }
}

function form(random: Random, { operator, operand, negated }: ModelTerm): unknown {
  if (!negated && typeof operand === 'string' && random.chance(50)) return [operator, operand];
  return negated || random.chance(50) ? { operator, operand, negated } : { operator, operand };
}

describe.each(SEEDS)('with seed %i', (seed) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.create(seed);
  }, 60_000);

  test(`${NARROWS} narrows match the model`, async () => {
    const { random, world, realm, users } = scene;
    const outcomes = new Set<string>();
    for (let tried = 0; tried < NARROWS; tried++) {
      const index = random.below(users.length + 1);
      const reader = world.users[index];
      const client = users[index]?.user.client ?? realm.anonymous;
      const narrow = scene.narrow();
      const terms = reader
        ? narrow
        : [{ operator: 'channels', operand: 'web-public', negated: random.chance(5) }, ...narrow];
      const given = terms.map((term) => form(random, term));
      const { status, body } = await client.get('messages', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 1000,
        narrow: given,
      });
      const messages = body['messages'] as { id: number }[];
      const found = status === 200 ? messages.map(({ id }) => id) : body['code'];
      const expected = evaluate(world, reader, terms);
      const trial = `${tried}: ${reader?.kind ?? 'spectator'} asks for ${JSON.stringify(given)}`;
      expect([trial, found]).toEqual([trial, expected]);
      if (Array.isArray(expected)) outcomes.add(expected.length > 0 ? 'some' : 'none');
      else outcomes.add(expected);
    }
    expect(outcomes).toContain('some');
    expect(outcomes).toContain('none');
    expect(outcomes).toContain('BAD_NARROW');
  }, 60_000);
});
