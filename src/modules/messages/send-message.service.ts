// Sends a message: in one transaction it is stored, with a copy for everyone who receives it, and
// the event that tells their clients is appended. The answer is given only after the commit.
import { Injectable } from '@nestjs/common';
import { MarkdownService } from '#modules/markdown/markdown.service.js';
import { LIMITS } from '#modules/realms/realms.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { Clock, toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type GivenAddress, MessageAddressService } from './message-address.service.js';
import { MESSAGE_FLAGS } from './message-flags.view.js';
import { EMPTY_TOPIC_NAME, normalizedContent } from './message-text.js';
import { messageEvent, type MessageSent } from './messages.events.js';
import { MessagesRepository, type SentMessage } from './messages.repository.js';
import { type DisplayRecipient, displayRecipient } from './messages.view.js';

/** Client programs whose user has read what they send. */
const INTERACTIVE_CLIENTS = new Set([
  'zulipmobile',
  'zulipelectron',
  'zulipdesktop',
  'zulipterminal',
  'zulipandroid',
  'zulipios',
  'website',
  'snipe',
  'ios',
  'android',
  'zulipflutter',
]);

export interface MessageDraft {
  kind: 'channel' | 'direct';
  to: GivenAddress;
  topic: string | undefined;
  content: string;
  echo: MessageSent['echo'];
  readBySender: boolean | undefined;
}

/** Who sends: what the message itself shows of them is read when it is stored. */
interface Sender {
  realmId: number;
  userId: number;
  clientName: string;
  hasRead: boolean;
}

@Injectable()
export class SendMessageService {
  constructor(
    private readonly addresses: MessageAddressService,
    private readonly repository: MessagesRepository,
    private readonly streams: StreamsService,
    private readonly markdown: MarkdownService,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the id of the message. */
  async send(actor: Actor, draft: MessageDraft): Promise<number> {
    const content = normalizedContent(draft.content, LIMITS.max_message_length);
    const sender: Sender = {
      ...actor,
      hasRead: draft.readBySender ?? INTERACTIVE_CLIENTS.has(actor.clientName.toLowerCase()),
    };
    if (draft.kind === 'direct') {
      const { people } = await this.addresses.direct(actor, draft.to);
      return this.toPeople(sender, people, content, draft.echo);
    }
    if (draft.topic === undefined) throw ApiError.badRequest('Missing topic');
    const { stream } = await this.addresses.channel(actor, draft.to);
    const topic = await this.addresses.topic(stream, draft.topic);
    return this.toStream(sender, stream, topic, content, draft.echo);
  }

  /** A direct message of the server's own bots, without the checks that people have to pass. */
  async sendDirectAs(bot: UserSummary, to: UserSummary, content: string): Promise<number> {
    const people = [bot, to].sort((a, b) => a.id - b.id);
    return this.toPeople(internalSender(bot), people, content, undefined);
  }

  /** A channel message of the server's own bots, without the checks that people have to pass. */
  async sendToStreamAs(
    bot: UserSummary,
    stream: Stream,
    topic: string,
    content: string,
  ): Promise<number> {
    return this.toStream(internalSender(bot), stream, topic, content, undefined);
  }

  private async toStream(
    sender: Sender,
    stream: Stream,
    topic: string,
    content: string,
    echo: MessageSent['echo'],
  ): Promise<number> {
    const renderedContent = this.markdown.render(content);
    return this.database.transaction(async () => {
      const message = this.newMessage(sender, stream.recipient_id, topic, content, renderedContent);
      const sent = await this.repository.insertForStream(message, stream.id);
      this.append(sender, message, sent, echo, {
        streamId: stream.id,
        displayRecipient: stream.name,
        audience: stream.invite_only
          ? Audience.users(sent.user_ids)
          : Audience.publicStream(sent.user_ids),
      });
      await this.streams.noteMessage(stream, sent.id);
      return sent.id;
    });
  }

  private async toPeople(
    sender: Sender,
    people: UserSummary[],
    content: string,
    echo: MessageSent['echo'],
  ): Promise<number> {
    const renderedContent = this.markdown.render(content);
    const userIds = people.map(({ id }) => id);
    return this.database.transaction(async () => {
      const recipientId = await this.repository.conversationId(sender.realmId, userIds);
      const message = this.newMessage(sender, recipientId, '', content, renderedContent);
      const sent = await this.repository.insertForPeople(message, userIds);
      this.append(sender, message, sent, echo, {
        streamId: null,
        displayRecipient: people.map(displayRecipient),
        audience: Audience.users(userIds),
      });
      return sent.id;
    });
  }

  private newMessage(
    sender: Sender,
    recipientId: number,
    topic: string,
    content: string,
    renderedContent: string,
  ) {
    return {
      realmId: sender.realmId,
      senderId: sender.userId,
      recipientId,
      topic,
      content,
      renderedContent,
      dateSent: this.clock.now(),
      clientName: sender.clientName,
      senderFlags: sender.hasRead ? MESSAGE_FLAGS.read : 0,
    };
  }

  private append(
    sender: Sender,
    message: ReturnType<SendMessageService['newMessage']>,
    sent: SentMessage,
    echo: MessageSent['echo'],
    address: {
      streamId: number | null;
      displayRecipient: string | DisplayRecipient[];
      audience: Audience;
    },
  ): void {
    this.log.append(
      messageEvent(
        sender.realmId,
        {
          message: {
            id: sent.id,
            senderId: sender.userId,
            content: message.content,
            renderedContent: message.renderedContent,
            recipientId: message.recipientId,
            timestamp: toSeconds(message.dateSent),
            client: message.clientName,
            topic: message.topic,
            senderFullName: sent.sender_full_name,
            senderEmail: sent.sender_email,
            avatar: {
              userId: sender.userId,
              source: sent.sender_avatar_source,
              version: sent.sender_avatar_version,
              email: sent.sender_delivery_email,
            },
            realmStringId: sent.realm_string_id,
            displayRecipient: address.displayRecipient,
            streamId: address.streamId,
          },
          flags: message.senderFlags === 0 ? {} : { [sender.userId]: message.senderFlags },
          emptyTopicName: EMPTY_TOPIC_NAME,
          ...(echo === undefined ? {} : { echo }),
        },
        address.audience,
      ),
    );
  }
}

function internalSender(bot: UserSummary): Sender {
  return { realmId: bot.realmId, userId: bot.id, clientName: 'Internal', hasRead: true };
}
