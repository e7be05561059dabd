// Messages of the Notification Bot about new subscriptions: a direct message to each user who was subscribed
// by another user, and messages about new streams if the realm settings enable them.
import { Injectable } from '@nestjs/common';
import {
  channelEventsTopic,
  quotedDescription,
  SendMessageService,
  silentMention,
} from '#modules/messages/send';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { UsersService, type UserSummary } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';
import type { SubscriptionKey } from './subscriptions.repository.js';

const NEW_CHANNELS_TOPIC = 'new channels';

export interface NewSubscriptions {
  people: UserSummary[];
  streams: Stream[];
  created: Stream[];
  added: SubscriptionKey[];
  announce: boolean;
  sendMessages: boolean;
}

@Injectable()
export class SubscriptionNotifications {
  constructor(
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly streamsService: StreamsService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /** Joins the current transaction. Returns whether the direct messages were sent. */
  async send(actor: Actor, changes: NewSubscriptions): Promise<boolean> {
    const bot = await this.usersService.systemBot(actor.realmId, 'notification-bot');
    await this.notifyStreams(actor, bot, changes);
    if (!changes.sendMessages) return false;
    const joined = streamsByUser(changes);
    const recipients = changes.people.filter(
      ({ id, botType }) => id !== actor.userId && botType === null && joined.has(id),
    );
    if (recipients.length > LIMITS.max_bulk_new_subscription_messages) return false;
    await this.sendMessageService.sendAs(
      bot,
      recipients.map((person) => ({
        to: person,
        content: subscribedText(actor, joined.get(person.id) ?? []),
      })),
    );
    return true;
  }

  private async notifyStreams(
    actor: Actor,
    bot: UserSummary,
    { created, announce }: NewSubscriptions,
  ): Promise<void> {
    const settings = await this.realmsService.settings(actor.realmId);
    const actorMention = silentMention(actor);
    if (settings.send_channel_events_messages) {
      await this.sendMessageService.sendAs(
        bot,
        created.map((stream) => ({
          to: { stream, topic: channelEventsTopic(stream) },
          content: `**${kindOf(stream)}** channel created by ${actorMention}. **Description:**\n${quotedDescription(stream.description)}`,
        })),
      );
    }
    const announcements = settings.new_stream_announcements_stream_id;
    const announced = created.filter(({ inviteOnly }) => !inviteOnly);
    if (!announce || announcements === -1 || announced.length === 0) return;
    const channel = await this.streamsService.findById(actor.realmId, announcements);
    if (!channel || channel.isArchived) return;
    const links = announced.map(({ name }) => `#**${name}**`).join(', ');
    const to = { stream: channel, topic: NEW_CHANNELS_TOPIC };
    const what = announced.length === 1 ? 'a new channel' : 'new channels';
    await this.sendMessageService.sendAs(bot, [
      { to, content: `${actorMention} created ${what} ${links}.` },
    ]);
  }
}

function kindOf({ inviteOnly: isPrivate, isWebPublic }: Stream): string {
  if (isPrivate) return 'Private';
  return isWebPublic ? 'Web-public' : 'Public';
}

function streamsByUser({ streams, added }: NewSubscriptions): Map<number, Stream[]> {
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  const joined = new Map<number, Stream[]>();
  for (const { userId, streamId } of added) {
    const stream = byId.get(streamId);
    if (!stream) continue;
    const list = joined.get(userId);
    if (list) list.push(stream);
    else joined.set(userId, [stream]);
  }
  return joined;
}

function subscribedText(actor: Actor, streams: Stream[]): string {
  const actorMention = silentMention(actor);
  const [only] = streams;
  if (streams.length === 1 && only)
    return `${actorMention} subscribed you to the channel #**${only.name}**.`;
  const list = streams.map(({ name }) => `* #**${name}**`).join('\n');
  return `${actorMention} subscribed you to the following channels:\n\n${list}`;
}
