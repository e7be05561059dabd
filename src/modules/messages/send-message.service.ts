// Sends a message for a person, who has to be allowed to, or for one of the server's own bots.
import { Injectable } from '@nestjs/common';
import { LIMITS } from '#modules/realms/realms.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import { actorOf, type UserSummary } from '#modules/users/users.view.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { type GivenAddress, MessageAddressService } from './message-address.service.js';
import {
  type Delivery,
  MessageDeliveryService,
  type OutgoingMessage,
} from './message-delivery.service.js';
import { normalizedContent } from './message-text.js';
import { widgetOf } from './widgets.js';

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
}

@Injectable()
export class SendMessageService {
  constructor(
    private readonly addresses: MessageAddressService,
    private readonly delivery: MessageDeliveryService,
  ) {}

  /** Returns once the message can not be lost any more. */
  async send(actor: Actor, draft: MessageDraft): Promise<Delivery> {
    const content = normalizedContent(draft.content, LIMITS.max_message_length);
    const message: OutgoingMessage = {
      writer: actor,
      content,
      widget: widgetOf(content),
      dateSent: undefined,
      readBySender: draft.readBySender ?? INTERACTIVE_CLIENTS.has(actor.clientName.toLowerCase()),
      echo: draft.echo,
    };
    if (draft.kind === 'direct') {
      return this.delivery.toPeople(message, await this.addresses.direct(actor, draft.to));
    }
    if (draft.topic === undefined) throw ApiError.badRequest('Missing topic');
    const channel = await this.addresses.channel(actor, draft.to);
    const topic = await this.addresses.topic(channel, draft.topic);
    return this.delivery.toStream(message, channel.stream, topic);
  }

  /** A direct message of the server's own bots, without the checks that people have to pass. */
  async sendDirectAs(bot: UserSummary, to: UserSummary, content: string): Promise<number> {
    const people = [bot, to].toSorted((a, b) => a.id - b.id);
    return (await this.delivery.toPeople(systemMessage(bot, content), people)).id;
  }

  /** A channel message of the server's own bots, without the checks that people have to pass. */
  async sendToStreamAs(
    bot: UserSummary,
    stream: Stream,
    topic: string,
    content: string,
  ): Promise<number> {
    return (await this.delivery.toStream(systemMessage(bot, content), stream, topic)).id;
  }
}

function systemMessage(bot: UserSummary, content: string): OutgoingMessage {
  return {
    // The server refers to channels whoever may know of them.
    writer: { ...actorOf(bot, 'Internal'), role: Role.Owner },
    content,
    readBySender: true,
    echo: undefined,
    widget: undefined,
    dateSent: undefined,
  };
}
