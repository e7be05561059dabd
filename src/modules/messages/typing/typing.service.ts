// Publishes that a user is typing a message, to the users who will receive it. The event is useless after
// a minute, so its commit does not wait for the disk.
import { Injectable } from '@nestjs/common';
import { MessageAudiences } from '#modules/messages/messages';
import { UserVisibility } from '#modules/users/visibility';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import type { NewEvent } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { TypingAccess } from './typing.access.js';
import { editTypingEvent, type Typing, typingEvent } from './typing.events.js';
import { TypingRepository } from './typing.repository.js';

/** Typing is not published in larger channels, in which some user is typing most of the time. */
const MAX_SUBSCRIBERS = 100;

@Injectable()
export class TypingService {
  constructor(
    private readonly typingAccess: TypingAccess,
    private readonly typingRepository: TypingRepository,
    private readonly messageAudiences: MessageAudiences,
    private readonly userVisibility: UserVisibility,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async inConversation(
    actor: Actor,
    op: Typing['op'],
    userIds: number[] | undefined,
  ): Promise<void> {
    if (!userIds?.length) throw ApiError.badRequest('Missing recipients (parameter "to")');
    const people = await this.typingAccess.conversation(actor, userIds);
    const recipients = people.map(({ id, email }) => ({ user_id: id, email }));
    const interested = await this.typingRepository.interested(people.map(({ id }) => id));
    const payload = { op, sender: sender(actor), where: { recipients } };
    await this.append(typingEvent(actor.realmId, payload, Audience.users(interested)));
  }

  async inChannel(
    actor: Actor,
    op: Typing['op'],
    streamId: number | undefined,
    topicName: string | undefined,
  ): Promise<void> {
    if (streamId === undefined)
      throw ApiError.badRequest('Missing channel (parameter "stream_id")');
    if (topicName === undefined) throw ApiError.badRequest('Missing topic');
    const { stream, topic } = await this.typingAccess.channelTopic(actor, streamId, topicName);
    const interested = await this.interestedSubscribers(actor, stream.id);
    const payload = { op, sender: sender(actor), where: { streamId: stream.id, topic } };
    await this.append(typingEvent(actor.realmId, payload, Audience.users(interested)));
  }

  async ofEdit(actor: Actor, op: Typing['op'], messageId: number): Promise<void> {
    const accessed = await this.typingAccess.editedMessage(actor, messageId);
    const { message, channel } = accessed;
    const rest = { op, sender_id: actor.userId, message_id: messageId };
    if (!channel) {
      const userIds = message.userIds ?? [];
      const interested = await this.typingRepository.interested(userIds);
      const payload = { ...rest, where: { userIds } };
      await this.append(editTypingEvent(actor.realmId, payload, Audience.users(interested)));
      return;
    }
    const readers = await this.messageAudiences.of(actor, accessed);
    const readerIds = new Set('userIds' in readers ? readers.userIds : []);
    const subscribers = await this.interestedSubscribers(actor, channel.stream.id);
    const interested = subscribers.filter((id) => readerIds.has(id));
    const payload = { ...rest, where: { streamId: channel.stream.id, topic: message.topic } };
    await this.append(editTypingEvent(actor.realmId, payload, Audience.users(interested)));
  }

  /** Excludes users without access to the actor; empty for a large channel. */
  private async interestedSubscribers(
    { realmId, userId }: Actor,
    streamId: number,
  ): Promise<number[]> {
    const subscribers = await this.typingRepository.subscribers(streamId, MAX_SUBSCRIBERS + 1);
    if (subscribers.length > MAX_SUBSCRIBERS) return [];
    const interested = subscribers.flatMap((one) => (one.isInterested ? [one.userId] : []));
    const hidden = new Set(await this.userVisibility.hiddenFrom(realmId, interested, userId));
    return interested.filter((id) => !hidden.has(id));
  }

  private async append(event: NewEvent): Promise<void> {
    const { audience } = event;
    if (audience.kind === 'users' && audience.userIds.length === 0) return;
    await this.database.transaction(
      async () => {
        this.eventLog.append(event);
      },
      { fireAndForget: true },
    );
  }
}

function sender({ userId, email }: Actor): Typing['sender'] {
  return { user_id: userId, email };
}
