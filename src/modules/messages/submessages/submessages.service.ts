// Submessages of polls and to-do lists: the first one of a message defines the widget, the others are
// the operations of users on it. Clients compute the result.
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
import { submessageView } from './submessages.view.js';
import { firstSubmessageProblem, operationProblem, WIDGET, type Widget } from './widgets.js';

/** Clients fetch all submessages with their message. */
const MAX_PER_MESSAGE = 10_000;
const MAX_BYTES_PER_MESSAGE = 1024 * 1024;
/** Keeps single users from using up the limit of the message. */
const MAX_PER_USER = 100;

export interface SubmessageInput {
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

  /** Every reader of the message may add submessages; only its author may define the widget. */
  async add(actor: Actor, { messageId, msgType, content }: SubmessageInput): Promise<void> {
    const { userId, realmId } = actor;
    if (msgType !== WIDGET) throw ApiError.badRequest(`The msg_type must be '${WIDGET}'`);
    const data = parse(content);
    await this.messagesAccess.requireReadable(actor, messageId);
    await this.database.transaction(async () => {
      if (!(await this.submessagesRepository.lockMessage(messageId))) throw invalidMessage();
      // The message may have been moved before it was locked.
      const accessed = await this.messagesAccess.requireReadable(actor, messageId);
      const { message, channel } = accessed;
      const isAuthor = message.senderId === userId;
      const first = await this.submessagesRepository.findFirst(messageId);
      const problem = first
        ? operationProblem(parse(first.content), data, isAuthor)
        : firstSubmessageProblem(data, isAuthor);
      if (problem !== undefined) throw ApiError.badRequest(problem);
      await this.checkCount(actor, messageId);
      if (!first) await this.submessagesRepository.markMessage(messageId);
      const row = { messageId, senderId: userId, msgType, content };
      const submessage = submessageView(await this.submessagesRepository.insert(row));
      const audience = await this.messageAudiences.of(actor, accessed);
      this.eventLog.append(submessageEvent(realmId, submessage, audience));
      if (!channel) return;
      const topic = { streamId: channel.stream.id, topic: message.topic };
      await this.automaticTopicPolicies.participate(actor, topic);
    });
  }

  /** Makes a new message a widget. Joins the current transaction. */
  async addWidget(messageId: number, senderId: number, widget: Widget): Promise<Submessage> {
    const content = JSON.stringify(widget);
    const row = { messageId, senderId, msgType: WIDGET, content };
    return submessageView(await this.submessagesRepository.insert(row));
  }

  private async checkCount(actor: Actor, messageId: number): Promise<void> {
    const { all, own, bytes } = await this.submessagesRepository.count(messageId, actor.userId);
    if (own >= MAX_PER_USER) {
      throw ApiError.badRequest(`A user can add at most ${MAX_PER_USER} submessages to a message`);
    }
    if (all >= MAX_PER_MESSAGE || bytes >= MAX_BYTES_PER_MESSAGE) {
      throw ApiError.badRequest('This message has the maximum number of submessages');
    }
  }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw ApiError.badRequest('content is not JSON');
  }
}
