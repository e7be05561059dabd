// Edits a message: its text, its topic, its channel. Everything is checked and done in one
// transaction, on messages that are locked by ascending id and then on channels that are locked,
// so that edits, moves and deletions of the same messages run one after another.
import { Injectable } from '@nestjs/common';
import type { AccessedMessage } from '#modules/messages/messages';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { EditMessagesAccess } from './edit-messages.access.js';
import { type EditedContent, EditedContentService } from './edited-content.service.js';
import {
  type EditedMessage,
  EditedMessagesRepository,
  type TopicPart,
} from './edited-messages.repository.js';
import type { NoticeWishes } from './move-messages.service.js';
import type { MovedMessage, MovePlan } from './move-plan.js';
import { type Destination, MovePlans, type PlannedEdit } from './move-plans.service.js';
import { WriteEdit } from './write-edit.service.js';

/** Messages that somebody else moved before they could be locked are looked for again. */
const MAX_ATTEMPTS = 5;

export interface EditRequest {
  content: string | undefined;
  /** SHA-256 of the text that the client has seen, in hexadecimal. */
  seenSha256: string | undefined;
  destination: Destination;
  notices: NoticeWishes;
}

interface LockedEdit extends PlannedEdit {
  message: EditedMessage;
  moved: MovedMessage[];
}

@Injectable()
export class EditMessageService {
  constructor(
    private readonly editMessagesAccess: EditMessagesAccess,
    private readonly movePlans: MovePlans,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly editedContentService: EditedContentService,
    private readonly writeEdit: WriteEdit,
    private readonly database: Database,
  ) {}

  async edit(actor: Actor, id: number, request: EditRequest): Promise<void> {
    const { accessed, plan } = await this.movePlans.make(actor, id, request.destination);
    checkRequest(request, plan);
    const content =
      request.content === undefined
        ? undefined
        : await this.prepared(actor, accessed, request.content);
    await this.database.transaction(async () => {
      const locked = await this.lock(actor, id, request.destination);
      await this.apply(actor, locked, content, request);
    });
  }

  private async prepared(
    actor: Actor,
    accessed: AccessedMessage,
    given: string,
  ): Promise<EditedContent> {
    await this.editMessagesAccess.checkAuthor(actor, accessed);
    const { channel, message } = accessed;
    const target = channel && { stream: channel.stream, topic: message.topic };
    return this.editedContentService.prepare(actor, target, given);
  }

  private async apply(
    actor: Actor,
    { accessed, plan, message, moved }: LockedEdit,
    prepared: EditedContent | undefined,
    { seenSha256, notices }: EditRequest,
  ): Promise<void> {
    this.editMessagesAccess.checkSeen(message, seenSha256);
    if (prepared) {
      await this.editMessagesAccess.checkAuthor(actor, accessed);
      await this.editMessagesAccess.checkContentEdit(actor, message);
    }
    if (plan) {
      await this.editMessagesAccess.checkMove(actor, plan, moved, topicPart(actor, plan, 0));
      await this.movePlans.checkTopic(plan);
    }
    const content = prepared?.source === message.content ? undefined : prepared;
    if (!content && !plan) return;
    await this.writeEdit.write(actor, { accessed, message, content, plan, moved, notices });
  }

  /** The message, and all that go with it, as they are now and stay until the end. */
  private async lock(actor: Actor, id: number, destination: Destination): Promise<LockedEdit> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { plan } = await this.movePlans.make(actor, id, destination);
      const part = plan && plan.mode !== 'change_one' && topicPart(actor, plan, firstOf(plan, id));
      const moved = part ? await this.editedMessagesRepository.lockPart(part) : undefined;
      // Of several, the message is locked already, unless it is not among them any more.
      if (moved && !moved.some((one) => one.id === id)) continue;
      const message = await this.editedMessagesRepository.lock(actor.realmId, id);
      if (!message) continue;
      if (plan) {
        const streamIds = [plan.from.stream.id, plan.to.stream.id];
        await this.editedMessagesRepository.lockStreams(actor.realmId, streamIds);
      }
      const now = await this.movePlans.make(actor, id, destination);
      if (!isSamePlace(plan, now.plan)) continue;
      return { ...now, message, moved: moved ?? [message] };
    }
    throw ApiError.badRequest('Somebody else is moving this message; please try again');
  }
}

function checkRequest({ content, destination }: EditRequest, plan: MovePlan | undefined): void {
  const { topic, streamId, mode } = destination;
  if (content === undefined && topic === undefined && streamId === undefined) {
    throw ApiError.badRequest('Nothing to change');
  }
  if (content !== undefined && streamId !== undefined) {
    throw ApiError.badRequest('The text and the channel can not be changed at once', {
      parameters: 'content,stream_id',
    });
  }
  if (mode !== 'change_one' && topic === undefined && streamId === undefined) {
    throw ApiError.badRequest('Only a change of topic or channel can concern several messages');
  }
  if (content === undefined && !plan) throw ApiError.badRequest('Nothing to change');
}

/** The messages of the topic that the actor can see. */
function topicPart(actor: Actor, { from, oldTopic }: MovePlan, fromId: number): TopicPart {
  return {
    recipientId: from.stream.recipient_id,
    topic: oldTopic,
    fromId,
    onlyReceivedBy: from.canSeeHistory ? null : actor.userId,
  };
}

function firstOf({ mode }: MovePlan, id: number): number {
  return mode === 'change_later' ? id : 0;
}

/** Whether the messages are still where they were when they were looked for. */
function isSamePlace(before: MovePlan | undefined, now: MovePlan | undefined): boolean {
  if (!before || !now) return before === now;
  return before.from.stream.id === now.from.stream.id && before.oldTopic === now.oldTopic;
}
