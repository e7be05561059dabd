// Sends a message for a person, who has to be allowed to, or for one of the server's own bots.
import { Injectable } from '@nestjs/common';
import { normalizedContent } from '#modules/messages/render';
import { type Widget, widgetOf } from '#modules/messages/submessages';
import { LIMITS } from '#modules/realms/realms';
import { type Stream, streamDoesNotExist } from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { BotNotices } from './bot-notices.service.js';
import { DirectRecipients } from './direct-recipients.service.js';
import { ForgedSenders, type Forgery } from './forged-sender.service.js';
import { type GivenAddress, MessageAddressService } from './message-address.service.js';
import type { OutgoingMessage } from './message-composer.service.js';
import {
  type Delivery,
  MessageDeliveryService,
  type PersonNotice,
  type StreamNotice,
} from './message-delivery.service.js';
import { systemMessage, systemNotice } from './system-message.js';

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
  echo: OutgoingMessage['echo'];
  readBySender: boolean | undefined;
  /** Instead of what the text says. */
  widget?: Widget | undefined;
  /** For whom the message is sent, when that is not the actor, or not now. */
  forgery?: Forgery | undefined;
}

@Injectable()
export class SendMessageService {
  constructor(
    private readonly messageAddressService: MessageAddressService,
    private readonly directRecipients: DirectRecipients,
    private readonly messageDeliveryService: MessageDeliveryService,
    private readonly forgedSenders: ForgedSenders,
    private readonly botNotices: BotNotices,
  ) {}

  /** Returns once the message can not be lost any more. */
  async send(actor: Actor, draft: MessageDraft): Promise<Delivery> {
    const content = normalizedContent(draft.content, LIMITS.max_message_length);
    const { writer, dateSent } = draft.forgery
      ? await this.forgedSenders.resolve(actor, draft.forgery)
      : { writer: actor, dateSent: undefined };
    const message: OutgoingMessage = {
      writer,
      content,
      readBySender: draft.readBySender ?? INTERACTIVE_CLIENTS.has(actor.clientName.toLowerCase()),
      echo: draft.echo,
      widget: draft.widget ?? widgetOf(content),
      dateSent,
    };
    return draft.kind === 'direct'
      ? this.messageDeliveryService.toPeople(
          message,
          await this.directRecipients.find(writer, draft.to),
        )
      : this.toChannel(actor, message, draft);
  }

  /** The actor's rights count, also where somebody else is the writer. */
  private async toChannel(
    actor: Actor,
    message: OutgoingMessage,
    { to, topic: givenTopic }: MessageDraft,
  ): Promise<Delivery> {
    if (givenTopic === undefined) throw ApiError.badRequest('Missing topic');
    const named = this.messageAddressService.channelName(to);
    const channel = await this.messageAddressService.findChannel(actor, named);
    if (!channel) {
      await this.botNotices.missingChannel(actor, named);
      throw streamDoesNotExist(named);
    }
    this.messageAddressService.checkMayPost(channel);
    const topic = await this.messageAddressService.topic(channel, givenTopic);
    const delivery = await this.messageDeliveryService.toStream(message, channel.stream, topic);
    if (channel.stream.subscriber_count === 0) {
      await this.botNotices.emptyChannel(actor, channel.stream);
    }
    return delivery;
  }

  /** A direct message of the server's own bots, without the checks that people have to pass. */
  async sendDirectAs(bot: UserSummary, to: UserSummary, content: string): Promise<number> {
    const people = [bot, to].toSorted((a, b) => a.id - b.id);
    return (await this.messageDeliveryService.toPeople(systemMessage(bot, content), people)).id;
  }

  /** As above, to each of several people, nobody twice. */
  async sendDirectToEachAs(bot: UserSummary, notices: PersonNotice[]): Promise<void> {
    await this.messageDeliveryService.toEachPerson(systemNotice(bot), bot, notices);
  }

  /** A channel message of the server's own bots, without the checks that people have to pass. */
  async sendToStreamAs(
    bot: UserSummary,
    stream: Stream,
    topic: string,
    content: string,
  ): Promise<number> {
    return (await this.messageDeliveryService.toStream(systemMessage(bot, content), stream, topic))
      .id;
  }

  /** As above, to each of several channels, none twice. */
  async sendToEachStreamAs(bot: UserSummary, notices: StreamNotice[]): Promise<void> {
    await this.messageDeliveryService.toEachStream(systemNotice(bot), notices);
  }
}
