// Makes a lively organization to look at: people, channels, topics, messages with every kind of
// formatting, direct conversations, and what has been read and starred. All of it, or nothing.
import { MessageFlagsService } from '#modules/messages/flags';
import { SendMessageService } from '#modules/messages/send';
import { BotSetupService, RealmSetupService, UserSetupService } from '#modules/realms/setup';
import { CreateStreamsService, PLAIN_STREAM } from '#modules/streams/streams';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { actorOf, type CreatedUser, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { CHANNELS, DEFAULT_CHANNEL_TOPICS } from './demo-content.js';
import type { DemoClock } from './demo-clock.js';
import { planMessages, type PlannedChannel, type PlannedMessage } from './demo-plan.js';
import type { Features } from './features.js';
import type { Progress } from './terminal.js';

export interface DemoRequest {
  stringId: string;
  people: number;
  password: string;
}

export interface Demo {
  realmId: number;
  /** The owner, an administrator, a moderator and a guest first, then members. */
  people: CreatedUser[];
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

/** So many get the password, and are shown with it. */
export const WITH_PASSWORD = 6;

const GUEST = 3;
const CLIENT_NAME = 'ParleyDemo';
const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 14 * DAY_MS;
/** What came after this moment is still unread. */
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
        this.demoClock.goBack(SPAN_MS + DAY_MS);
        const { realmId, people, bot } = await this.makePeople(request);
        const channels = await this.makeChannels(realmId, people);
        const names = people.map(({ fullName }) => fullName);
        const planned = planMessages(channels, names);
        const actors = people.map((person) => actorOf(person, CLIENT_NAME));
        const ids = await this.send(planned, actors);
        const fromBot = await this.letBotSpeak(bot);
        await this.markMessages(planned, ids, channels, actors);
        return {
          realmId,
          people,
          bot,
          channels: channels.length,
          topics: channels.reduce((sum, { topics }) => sum + topics.length, 0),
          messages: planned.length + fromBot,
        };
      });
    } finally {
      this.demoClock.goOn();
    }
  }

  private async makePeople({ stringId, people: count, password }: DemoRequest): Promise<{
    realmId: number;
    people: CreatedUser[];
    bot: CreatedUser;
  }> {
    const userSetup = this.features(UserSetupService);
    const passwordHash = await this.features(UsersService).hashPassword(password);
    const { realmId, owner } = await this.features(RealmSetupService).createRealm({
      stringId,
      name: 'Sample Organization',
      owner: { email: 'owner@example.com', fullName: 'Sample Owner', passwordHash },
    });
    const people = [owner];
    while (people.length < count) {
      const member = `Member ${people.length - STAFF.length}`;
      const { name, role } = STAFF[people.length - 1] ?? { name: member, role: Role.Member };
      const address = `${name.toLowerCase().replace(' ', '')}@example.com`;
      const hasPassword = people.length < WITH_PASSWORD;
      people.push(
        await userSetup.createUser(
          { realmId, userId: owner.id },
          {
            email: address,
            fullName: `Sample ${name}`,
            role,
            passwordHash: hasPassword ? passwordHash : undefined,
          },
        ),
      );
      this.progress('people', people.length, count);
    }
    const { user: bot } = await this.features(BotSetupService).create(owner, {
      fullName: 'Sample Bot',
      shortName: 'sample',
      type: 1,
    });
    return { realmId, people, bot };
  }

  /** The default channels, in which everybody but the guest is already, and more. */
  private async makeChannels(realmId: number, people: CreatedUser[]): Promise<PlannedChannel[]> {
    const everybody = people.flatMap(({ role }, index) => (role === Role.Guest ? [] : [index]));
    const channels = Object.entries(DEFAULT_CHANNEL_TOPICS).map(([name, topics]) => ({
      name,
      topics,
      members: everybody,
    }));
    for (const [index, { name, description, isPrivate, topics }] of CHANNELS.entries()) {
      const members = isPrivate
        ? everybody.slice(0, GUEST)
        : everybody.filter((person) => person < GUEST || (person + index) % 4 !== 0);
      if (name === 'help') members.push(GUEST);
      const [stream] = await this.features(CreateStreamsService).create(
        realmId,
        people[0]!.id,
        [{ name, description }],
        { ...PLAIN_STREAM, inviteOnly: isPrivate },
      );
      await this.features(SubscriptionsService).add(
        realmId,
        members.map((person) => people[person]!.id),
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
      this.demoClock.goBack(SPAN_MS * (1 - moment));
      const { id } = await this.features(SendMessageService).send(actors[author]!, {
        kind: channel === undefined ? 'direct' : 'channel',
        to: channel ?? participants.map((person) => actors[person]!.userId),
        topic,
        content,
        echo: undefined,
        readBySender: true,
      });
      ids.push(id);
      this.progress('messages', ids.length, planned.length);
    }
    return ids;
  }

  private async letBotSpeak(bot: CreatedUser): Promise<number> {
    const reports = ['The build is **green**.', 'The nightly backup took `3 min 12 s`.'];
    for (const content of reports) {
      await this.features(SendMessageService).send(actorOf(bot, CLIENT_NAME), {
        kind: 'channel',
        to: 'sandbox',
        topic: 'testing the bot',
        content,
        echo: undefined,
        readBySender: true,
      });
    }
    return reports.length;
  }

  /** Everybody has read what is older; each of the first few has starred something. */
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
