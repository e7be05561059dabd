// Polls and to-do lists live in the submessages of a message: the first says what it is, each other
// one what somebody did with it. Clients count the votes themselves.
import { Injectable } from '@nestjs/common';
import {
  invalidMessage,
  MessageAudiences,
  MessagesAccess,
  type Submessage,
} from '#modules/messages/messages';
import { AutomaticTopicPolicies } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { submessageEvent } from './submessages.events.js';
import { SubmessagesRepository } from './submessages.repository.js';
import { deedProblem, firstProblem, WIDGET, type Widget } from './widgets.js';

/** Everybody who reads the message reads all that was ever added to it. */
const MAX_OF_MESSAGE = 10_000;
/** So that nobody takes the room of the others. */
const MAX_OF_PERSON = 100;

export interface GivenSubmessage {
  messageId: number;
  msgType: string;
  /** JSON. */
  content: string;
}

@Injectable()
export class SubmessagesService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly messageAudiences: MessageAudiences,
    private readonly submessagesRepository: SubmessagesRepository,
    private readonly automaticTopicPolicies: AutomaticTopicPolicies,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** Whoever reads the message may add to it; only its author makes something of it. */
  async add(actor: Actor, { messageId, msgType, content }: GivenSubmessage): Promise<void> {
    if (msgType !== WIDGET) throw ApiError.badRequest(`The msg_type must be '${WIDGET}'`);
    const deed = parsed(content);
    await this.messagesAccess.byId(actor, messageId);
    await this.database.transaction(async () => {
      if (!(await this.submessagesRepository.lock(messageId))) throw invalidMessage();
      // It may have moved meanwhile.
      const accessed = await this.messagesAccess.byId(actor, messageId);
      const { message, channel } = accessed;
      const isAuthor = message.sender_id === actor.userId;
      const first = await this.submessagesRepository.first(messageId);
      const problem = first
        ? deedProblem(parsed(first.content), deed, isAuthor)
        : firstProblem(deed, isAuthor);
      if (problem !== undefined) throw ApiError.badRequest(problem);
      await this.checkRoom(actor, messageId);
      if (!first) await this.submessagesRepository.markMessage(messageId);
      const submessage = await this.submessagesRepository.insert({
        message_id: messageId,
        sender_id: actor.userId,
        msg_type: msgType,
        content,
      });
      const audience = await this.messageAudiences.of(actor, accessed);
      this.eventLog.append(submessageEvent(actor.realmId, submessage, audience));
      if (!channel) return;
      await this.automaticTopicPolicies.participate(actor, {
        streamId: channel.stream.id,
        topic: message.topic,
      });
    });
  }

  /** Makes a new message a widget. Joins the current transaction. */
  addWidget(messageId: number, senderId: number, widget: Widget): Promise<Submessage> {
    return this.submessagesRepository.insert({
      message_id: messageId,
      sender_id: senderId,
      msg_type: WIDGET,
      content: JSON.stringify(widget),
    });
  }

  private async checkRoom(actor: Actor, messageId: number): Promise<void> {
    const { all, own } = await this.submessagesRepository.counts(messageId, actor.userId);
    if (own >= MAX_OF_PERSON) {
      throw ApiError.badRequest(`You can not add more than ${MAX_OF_PERSON} times to a message`);
    }
    if (all >= MAX_OF_MESSAGE) {
      throw ApiError.badRequest('Nothing more can be added to this message');
    }
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw ApiError.badRequest('content is not JSON');
  }
}
