// Creates the demo organization in one transaction: users, channels, topics, messages with all kinds
// of formatting, direct messages, and read and starred flags.
import { MessageFlagsService } from '#modules/messages/flags';
import { SendMessageService } from '#modules/messages/send';
import { Passwords } from '#modules/auth/passwords';
import { CreateBotService } from '#modules/bots/bots';
import { RealmSetupService } from '#modules/realms/setup';
import { CreateUserService } from '#modules/users/creation';
import { CreateStreamsService, PLAIN_STREAM } from '#modules/streams/streams';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { actorOf, type CreatedUser } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { CHANNELS, DEFAULT_CHANNEL_TOPICS } from './demo-content.js';
import type { DemoClock } from './demo-clock.js';
import { planMessages, type PlannedChannel, type PlannedMessage } from './demo-plan.js';
import type { Features } from './features.js';
import type { Progress } from './terminal.js';

export interface DemoRequest {
  stringId: string;
  users: number;
  password: string;
}

export interface Demo {
  realmId: number;
  /** In this order: the owner, an administrator, a moderator, a guest, members. */
  users: CreatedUser[];
  bot: CreatedUser;
  channels: number;
  topics: number;
  messages: number;
}

const STAFF = [
  { name: 'Administrator', role: Role.Administrator },
  { name: 'Moderator', role: Role.Moderator },
  { name: 'Guest', role: Role.Guest },
];

/** The first users get a password, which is printed. */
export const WITH_PASSWORD = 6;

const GUEST = 3;
const CLIENT_NAME = 'ParleyDemo';
const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 14 * DAY_MS;
/** Messages after this share of the time span are unread. */
const READ_UNTIL = 0.9;

export class DemoOrganization {
  constructor(
    private readonly features: Features,
    private readonly demoClock: DemoClock,
    private readonly progress: Progress,
  ) {}

  async create(request: DemoRequest): Promise<Demo> {
    try {
      return await this.features(Database).transaction(async () => {
        this.demoClock.setBack(SPAN_MS + DAY_MS);
        const { realmId, users, bot } = await this.createUsers(request);
        const channels = await this.createChannels(realmId, users);
        const names = users.map(({ fullName }) => fullName);
        const planned = planMessages(channels, names);
        const actors = users.map((person) => actorOf(person, CLIENT_NAME));
        const ids = await this.send(planned, actors);
        const fromBot = await this.sendFromBot(bot);
        await this.markMessages(planned, ids, channels, actors);
        return {
          realmId,
          users,
          bot,
          channels: channels.length,
          topics: channels.reduce((sum, { topics }) => sum + topics.length, 0),
          messages: planned.length + fromBot,
        };
      });
    } finally {
      this.demoClock.reset();
    }
  }

  private async createUsers({ stringId, users: count, password }: DemoRequest): Promise<{
    realmId: number;
    users: CreatedUser[];
    bot: CreatedUser;
  }> {
    const createUserService = this.features(CreateUserService);
    const passwordHash = await this.features(Passwords).hash(password);
    const { realmId, owner } = await this.features(RealmSetupService).createRealm({
      stringId,
      name: 'Sample Organization',
      owner: { email: 'owner@example.com', fullName: 'Sample Owner', passwordHash },
    });
    const users = [owner];
    while (users.length < count) {
      const member = `Member ${users.length - STAFF.length}`;
      const { name, role } = STAFF[users.length - 1] ?? { name: member, role: Role.Member };
      const address = `${name.toLowerCase().replace(' ', '')}@example.com`;
      const hasPassword = users.length < WITH_PASSWORD;
      users.push(
        await createUserService.create(
          { realmId, userId: owner.id },
          {
            email: address,
            fullName: `Sample ${name}`,
            role,
            passwordHash: hasPassword ? passwordHash : undefined,
          },
        ),
      );
      this.progress('users', users.length, count);
    }
    const { user: bot } = await this.features(CreateBotService).createFor(owner, {
      fullName: 'Sample Bot',
      shortName: 'sample',
      type: 1,
    });
    return { realmId, users, bot };
  }

  /** The default channels, to which all users but the guest are subscribed already, and more. */
  private async createChannels(realmId: number, users: CreatedUser[]): Promise<PlannedChannel[]> {
    const nonGuests = users.flatMap(({ role }, index) => (role === Role.Guest ? [] : [index]));
    const channels = Object.entries(DEFAULT_CHANNEL_TOPICS).map(([name, topics]) => ({
      name,
      topics,
      members: nonGuests,
    }));
    for (const [index, { name, description, isPrivate, topics }] of CHANNELS.entries()) {
      const members = isPrivate
        ? nonGuests.slice(0, GUEST)
        : nonGuests.filter((person) => person < GUEST || (person + index) % 4 !== 0);
      if (name === 'help') members.push(GUEST);
      const [stream] = await this.features(CreateStreamsService).create(
        realmId,
        users[0]!.id,
        [{ name, description }],
        { ...PLAIN_STREAM, inviteOnly: isPrivate },
      );
      await this.features(SubscriptionsService).add(
        realmId,
        members.map((person) => users[person]!.id),
        [stream!],
      );
      channels.push({ name, topics, members });
    }
    return channels;
  }

  /** Returns the id of each message. */
  private async send(planned: PlannedMessage[], actors: Actor[]): Promise<number[]> {
    const ids: number[] = [];
    for (const { channel, topic, author, participants, content, moment } of planned) {
      this.demoClock.setBack(SPAN_MS * (1 - moment));
      const { id } = await this.features(SendMessageService).send(actors[author]!, {
        type: channel === undefined ? 'direct' : 'channel',
        to: channel ?? participants.map((person) => actors[person]!.userId),
        topic,
        content,
        readBySender: true,
      });
      ids.push(id);
      this.progress('messages', ids.length, planned.length);
    }
    return ids;
  }

  private async sendFromBot(bot: CreatedUser): Promise<number> {
    const reports = ['The build is **green**.', 'The nightly backup took `3 min 12 s`.'];
    for (const content of reports) {
      await this.features(SendMessageService).send(actorOf(bot, CLIENT_NAME), {
        type: 'channel',
        to: 'sandbox',
        topic: 'testing the bot',
        content,
        readBySender: true,
      });
    }
    return reports.length;
  }

  /** Marks the older messages as read for all users; the first users star some messages. */
  private async markMessages(
    planned: PlannedMessage[],
    ids: number[],
    channels: PlannedChannel[],
    actors: Actor[],
  ): Promise<void> {
    const flags = this.features(MessageFlagsService);
    const members = new Map(channels.map((channel) => [channel.name, new Set(channel.members)]));
    for (const [person, actor] of actors.entries()) {
      const received = planned.flatMap(({ channel, participants, moment }, index) => {
        const isMine =
          channel === undefined ? participants.includes(person) : members.get(channel)!.has(person);
        return isMine ? [{ id: ids[index]!, isOld: moment < READ_UNTIL }] : [];
      });
      const old = received.filter(({ isOld }) => isOld).map(({ id }) => id);
      await flags.update(actor, { op: 'add', flag: 'read', messageIds: old });
      if (person < WITH_PASSWORD) {
        const starred = old.filter((_, index) => index % 40 === person);
        await flags.update(actor, { op: 'add', flag: 'starred', messageIds: starred });
      }
      this.progress('readers', person + 1, actors.length);
    }
  }
}
