// Edits a message: its content, its topic or its channel. Everything is checked and written in one
// transaction, with the messages locked by ascending id and then the channels, so that edits, moves
// and deletions of the same messages do not overlap.
import { Injectable } from '@nestjs/common';
import type { RenderedMessage } from '#modules/markdown/markdown';
import { type AccessedMessage, MessageEditsRepository } from '#modules/messages/messages';
import {
  MessageMentionsService,
  normalizedContent,
  RenderMessageService,
  TEXT_FLAGS,
  type TextFlags,
} from '#modules/messages/render';
import { LIMITS } from '#modules/realms/realms';
import {
  AttachmentReferencesService,
  type ReferencedAttachment,
} from '#modules/uploads/attachments';
import { Clock, toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { EditMessageAccess } from './edit-message.access.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';
import { type MessageUpdate, MessageUpdates } from './message-updates.service.js';
import { MoveMessagesService } from './move-messages.service.js';
import type { MoveNotificationOptions } from './move-notifications.service.js';
import {
  changesChannel,
  changesTopic,
  type Destination,
  isSamePlan,
  type MovedMessage,
  type MovePlan,
  oldTopicPart,
} from './move-plan.js';
import { UserMessagesRepository } from './user-messages.repository.js';

/** Attempts to find and lock the messages, which concurrent requests may move in between. */
const MAX_ATTEMPTS = 5;

/** The content of a message whose author has removed all text. */
const DELETED = '(deleted)';

export interface EditInput {
  content: string | undefined;
  /** SHA-256 of the content that the client has seen, in hexadecimal. */
  seenSha256: string | undefined;
  destination: Destination;
  notifications: MoveNotificationOptions;
}

interface NewContent {
  source: string;
  rendered: RenderedMessage;
  flags: TextFlags;
}

interface LockedEdit {
  accessed: AccessedMessage;
  message: EditedMessage;
  /** Undefined when the message stays where it is. */
  plan: MovePlan | undefined;
  /** The messages that the plan moves, ascending. */
  moved: MovedMessage[];
}

@Injectable()
export class EditMessageService {
  constructor(
    private readonly editMessageAccess: EditMessageAccess,
    private readonly moveMessagesService: MoveMessagesService,
    private readonly renderMessageService: RenderMessageService,
    private readonly messageMentionsService: MessageMentionsService,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly messageEditsRepository: MessageEditsRepository,
    private readonly userMessagesRepository: UserMessagesRepository,
    private readonly messageUpdates: MessageUpdates,
    private readonly attachmentReferencesService: AttachmentReferencesService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the files of the actor to which no message refers after the edit. */
  async edit(actor: Actor, id: number, input: EditInput): Promise<ReferencedAttachment[]> {
    const { accessed, plan } = await this.editMessageAccess.requirePlan(
      actor,
      id,
      input.destination,
    );
    checkInput(input, plan);
    const content = await this.newContent(actor, accessed, input.content);
    return this.database.transaction(async () => {
      const edit = await this.lock(actor, id, input.destination);
      this.editMessageAccess.checkSeen(edit.message, input.seenSha256);
      if (content) await this.editMessageAccess.checkContentEdit(actor, edit);
      if (edit.plan) await this.editMessageAccess.checkMove(actor, edit.plan, edit.moved);
      return this.write(actor, edit, content, input.notifications);
    });
  }

  /** Throws when the actor is not the author, or lacks the permission for a mention. */
  private async newContent(
    actor: Actor,
    accessed: AccessedMessage,
    input: string | undefined,
  ): Promise<NewContent | undefined> {
    if (input === undefined) return undefined;
    await this.editMessageAccess.checkAuthor(actor, accessed);
    const { channel, message } = accessed;
    const source = normalizedContent(input, LIMITS.max_message_length, DELETED);
    const [rendered] = await this.renderMessageService.render(actor, [source]);
    const { mentions } = rendered!;
    const target = channel && { stream: channel.stream, topic: message.topic };
    const texts = [{ target, content: source, mentions }];
    const [flags] = await this.messageMentionsService.flags(actor, texts);
    return { source, rendered: rendered!, flags: flags! };
  }

  /**
   * Locks the message and all messages that are moved with it. Which these are follows from the plan. Starts
   * again if a concurrent request changed it before they were locked.
   */
  private async lock(actor: Actor, id: number, destination: Destination): Promise<LockedEdit> {
    const { realmId } = actor;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { plan } = await this.editMessageAccess.requirePlan(actor, id, destination);
      const moved = plan && (await this.lockMoved(actor, id, plan));
      if (moved && !moved.some((one) => one.id === id)) continue;
      const message = await this.editedMessagesRepository.findByIdForUpdate(realmId, id);
      if (!message) continue;
      if (plan) {
        const streamIds = [plan.from.stream.id, plan.to.stream.id];
        await this.editedMessagesRepository.lockStreams(realmId, streamIds);
      }
      const locked = await this.editMessageAccess.requirePlan(actor, id, destination);
      if (isSamePlan(plan, locked.plan)) return { ...locked, message, moved: moved ?? [message] };
    }
    throw ApiError.badRequest('Another request is moving this message; please try again');
  }

  /** Locks the messages of the plan, ascending; undefined when it moves one message. */
  private async lockMoved(
    actor: Actor,
    id: number,
    plan: MovePlan,
  ): Promise<MovedMessage[] | undefined> {
    if (plan.mode === 'change_one') return undefined;
    const fromId = plan.mode === 'change_later' ? id : 0;
    return this.editedMessagesRepository.lockPart(oldTopicPart(actor, plan, fromId));
  }

  private async write(
    actor: Actor,
    { accessed, message, plan, moved }: LockedEdit,
    input: NewContent | undefined,
    notifications: MoveNotificationOptions,
  ): Promise<ReferencedAttachment[]> {
    const content = input?.source === message.content ? undefined : input;
    if (!content && !plan) return [];
    const now = this.clock.now();
    const ids = moved.map(({ id }) => id);
    const move = plan && (await this.moveMessagesService.move(actor, plan, ids, now));
    const flags = content && (await this.rewrite(actor, { message, plan }, content, now));
    const update: MessageUpdate = {
      userId: actor.userId,
      messageId: message.id,
      messageIds: ids,
      editTimestamp: toSeconds(now),
      ...(plan && { move: await this.moveDetails(plan) }),
      ...(content && { content: contentDetails(message, content) }),
    };
    await this.messageUpdates.publish(accessed, update, { movedTo: plan?.to.stream, flags });
    if (move) await this.moveMessagesService.followUp(actor, move, notifications);
    return content ? this.replaceAttachments(actor, message.id, content.rendered) : [];
  }

  private async replaceAttachments(
    { realmId, userId }: Actor,
    messageId: number,
    { attachments }: RenderedMessage,
  ): Promise<ReferencedAttachment[]> {
    const removed = await this.attachmentReferencesService.replace(realmId, messageId, attachments);
    return removed.filter(
      ({ ownerId, messageIds }) => ownerId === userId && messageIds.length === 0,
    );
  }

  /** Returns the flags of the message by user id. */
  private async rewrite(
    actor: Actor,
    { message, plan }: Pick<LockedEdit, 'message' | 'plan'>,
    content: NewContent,
    now: Date,
  ): Promise<ReadonlyMap<number, number>> {
    const { id, content: source, renderedContent: html } = message;
    // A move in the same request has already counted the edit and added a history entry.
    if (plan) await this.messageEditsRepository.addContent(id, source, html);
    else {
      await this.messageEditsRepository.add(id, {
        user_id: actor.userId,
        timestamp: toSeconds(now),
        prev_content: source,
        prev_rendered_content: html,
      });
    }
    const edited = {
      id,
      topic: plan?.topic ?? message.topic,
      editCount: message.editCount + 1,
    };
    await this.editedMessagesRepository.rewrite(edited, content, now);
    return this.userMessagesRepository.replaceFlags(message.id, TEXT_FLAGS, content.flags);
  }

  private async moveDetails(plan: MovePlan): Promise<MessageUpdate['move']> {
    const { mode, oldTopic, topic, to } = plan;
    const [topicLinks] = await this.renderMessageService.topicLinks(to.stream.realmId, [topic]);
    return {
      mode,
      oldTopic,
      ...(changesChannel(plan) && { newStreamId: to.stream.id }),
      ...(changesTopic(plan) && { topic, topicLinks: topicLinks! }),
    };
  }
}

function checkInput({ content, destination }: EditInput, plan: MovePlan | undefined): void {
  const { topic, streamId, mode } = destination;
  if (content === undefined && topic === undefined && streamId === undefined) {
    throw ApiError.badRequest('Nothing to change');
  }
  if (content !== undefined && streamId !== undefined) {
    throw ApiError.badRequest('The text and the channel cannot be changed in one request', {
      parameters: 'content,stream_id',
    });
  }
  if (mode !== 'change_one' && topic === undefined && streamId === undefined) {
    throw ApiError.badRequest('Only a change of topic or channel can apply to several messages');
  }
  if (content === undefined && !plan) throw ApiError.badRequest('Nothing to change');
}

function contentDetails(
  message: EditedMessage,
  { source, rendered }: NewContent,
): MessageUpdate['content'] {
  return {
    before: message.content,
    renderedBefore: message.renderedContent,
    now: source,
    renderedNow: rendered.html,
    isMeMessage: rendered.isMeMessage,
  };
}
