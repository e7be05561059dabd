// Delivers a message that may be sent: in one transaction it is stored, with a copy for everyone
// who receives it, and the event that tells their clients is appended.
import { Injectable } from '@nestjs/common';
import type { RenderedMessage } from '#modules/markdown/markdown.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { Clock, toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { MESSAGE_FLAGS } from '#modules/message-copies/message-flags.constants.js';
import { messageEvent, type MessageSent } from './messages.events.js';
import { MessagesRepository, type NewMessage, type SentMessage } from './messages.repository.js';
import { type CanonicalMessage, displayRecipient } from './messages.view.js';
import { RenderMessageService } from './render-message.service.js';

/** A message whose text and address are checked. */
export interface OutgoingMessage {
  writer: Actor;
  content: string;
  /** The sender's own copy starts as read. */
  readBySender: boolean;
  echo: MessageSent['echo'] | undefined;
}

type Address = Pick<CanonicalMessage, 'streamId' | 'displayRecipient' | 'topicLinks'>;

@Injectable()
export class MessageDeliveryService {
  constructor(
    private readonly repository: MessagesRepository,
    private readonly streams: StreamsService,
    private readonly renderer: RenderMessageService,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** To everyone who is subscribed. Returns the id of the message. */
  async toStream(message: OutgoingMessage, stream: Stream, topic: string): Promise<number> {
    const rendered = await this.renderer.render(message.writer, message.content);
    const links = await this.renderer.topicLinks(stream.realm_id, topic);
    return this.database.transaction(async () => {
      const row = this.newRow(message, rendered, stream.recipient_id, topic);
      const sent = await this.repository.insertForStream(row, stream.id);
      const address = {
        streamId: stream.id,
        displayRecipient: stream.name,
        topicLinks: links,
      };
      const audience = stream.invite_only
        ? Audience.users(sent.user_ids)
        : Audience.publicStream(sent.user_ids);
      this.append(message, row, sent, address, audience);
      await this.streams.noteMessage(stream, sent.id);
      return sent.id;
    });
  }

  /** To these people, the sender among them, by ascending id. Returns the id of the message. */
  async toPeople(message: OutgoingMessage, people: UserSummary[]): Promise<number> {
    const rendered = await this.renderer.render(message.writer, message.content);
    const userIds = people.map(({ id }) => id);
    return this.database.transaction(async () => {
      const recipientId = await this.repository.conversationId(message.writer.realmId, userIds);
      const row = this.newRow(message, rendered, recipientId, '');
      const sent = await this.repository.insertForPeople(row, userIds);
      const address = { streamId: null, displayRecipient: people.map(displayRecipient) };
      this.append(message, row, sent, address, Audience.users(userIds));
      return sent.id;
    });
  }

  private newRow(
    message: OutgoingMessage,
    { html, hasAttachment, hasImage, hasLink, isMeMessage }: RenderedMessage,
    recipientId: number,
    topic: string,
  ): NewMessage {
    return {
      realmId: message.writer.realmId,
      senderId: message.writer.userId,
      recipientId,
      topic,
      content: message.content,
      renderedContent: html,
      hasAttachment,
      hasImage,
      hasLink,
      isMeMessage,
      dateSent: this.clock.now(),
      clientName: message.writer.clientName,
      senderFlags: message.readBySender ? MESSAGE_FLAGS.read : 0,
    };
  }

  private append(
    { writer, echo }: OutgoingMessage,
    row: NewMessage,
    sent: SentMessage,
    address: Address,
    audience: Audience,
  ): void {
    const hasFlags = row.senderFlags !== 0 && sent.user_ids.includes(writer.userId);
    const payload: MessageSent = {
      message: canonical(row, sent, address),
      flags: hasFlags ? { [writer.userId]: row.senderFlags } : {},
      ...(echo === undefined ? {} : { echo }),
    };
    this.log.append(messageEvent(writer.realmId, payload, audience));
  }
}

function canonical(row: NewMessage, sent: SentMessage, address: Address): CanonicalMessage {
  return {
    id: sent.id,
    senderId: row.senderId,
    content: row.content,
    renderedContent: row.renderedContent,
    recipientId: row.recipientId,
    timestamp: toSeconds(row.dateSent),
    client: row.clientName,
    topic: row.topic,
    isMeMessage: row.isMeMessage,
    senderFullName: sent.sender_full_name,
    senderEmail: sent.sender_email,
    avatar: {
      userId: row.senderId,
      source: sent.sender_avatar_source,
      version: sent.sender_avatar_version,
      email: sent.sender_delivery_email,
      isEmailHidden: sent.sender_email !== sent.sender_delivery_email,
    },
    realmStringId: sent.realm_string_id,
    ...address,
  };
}
