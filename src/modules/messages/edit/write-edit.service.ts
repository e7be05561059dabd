// Writes an edit that is checked, and tells those who may know.
import { Injectable } from '@nestjs/common';
import type { AccessedMessage, HistoryEntry } from '#modules/messages/messages';
import { MessageMentionsService, RenderMessageService } from '#modules/messages/render';
import { Clock, toSeconds } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { EditedContent } from './edited-content.service.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';
import { MessageUpdates, type Update } from './message-updates.service.js';
import {
  historyEntry,
  MoveMessages,
  type NoticeWishes,
  topicChange,
} from './move-messages.service.js';
import { changesChannel, changesTopic, type MovedMessage, type MovePlan } from './move-plan.js';

export interface CheckedEdit {
  accessed: AccessedMessage;
  message: EditedMessage;
  /** Undefined when the text stays as it is. */
  content: EditedContent | undefined;
  /** Undefined when the message stays where it is. */
  plan: MovePlan | undefined;
  /** All that the plan moves, ascending. */
  moved: MovedMessage[];
  notices: NoticeWishes;
}

@Injectable()
export class WriteEdit {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly moveMessages: MoveMessages,
    private readonly messageMentionsService: MessageMentionsService,
    private readonly renderMessageService: RenderMessageService,
    private readonly messageUpdates: MessageUpdates,
    private readonly clock: Clock,
  ) {}

  /** Joins the present transaction. */
  async write(actor: Actor, edit: CheckedEdit): Promise<void> {
    const { message, content, plan } = edit;
    const now = this.clock.now();
    const ids = edit.moved.map(({ id }) => id);
    const state = plan && (await this.moveMessages.move(actor, plan, ids, now));
    const copies = content && (await this.rewrite(actor, message, content, plan, now));
    const messageIds = plan ? ids : [message.id];
    const update = {
      userId: actor.userId,
      messageId: message.id,
      messageIds,
      editTimestamp: toSeconds(now),
      ...(plan && { move: await this.moveOf(plan) }),
      ...(content && { content: contentOf(message, content) }),
    };
    await this.tell(edit.accessed, plan, update, copies);
    if (state) await this.moveMessages.finish(actor, state, edit.notices);
  }

  /** Returns the flags of the copies. */
  private async rewrite(
    actor: Actor,
    message: EditedMessage,
    content: EditedContent,
    plan: MovePlan | undefined,
    now: Date,
  ): Promise<ReadonlyMap<number, number>> {
    const entry: HistoryEntry = {
      ...(plan
        ? { ...historyEntry(actor, plan, now), ...topicChange(plan) }
        : { user_id: actor.userId, timestamp: toSeconds(now) }),
      prev_content: message.content,
      prev_rendered_content: message.rendered_content,
    };
    const history = [entry, ...(message.edit_history ?? [])];
    const place = { id: message.id, topic: plan?.topic ?? message.topic };
    await this.editedMessagesRepository.rewrite(place, content, history, now);
    return this.messageMentionsService.replaceFlags(message.id, content.flags);
  }

  private async moveOf(plan: MovePlan): Promise<Update['move']> {
    const { mode, oldTopic, topic, to } = plan;
    return {
      mode,
      oldTopic,
      ...(changesChannel(plan) && { newStreamId: to.stream.id }),
      ...(changesTopic(plan) && {
        topic,
        topicLinks: (await this.renderMessageService.topicLinks(to.stream.realm_id, [topic]))[0]!,
      }),
    };
  }

  private async tell(
    { message, channel }: AccessedMessage,
    plan: MovePlan | undefined,
    update: Update,
    copies: ReadonlyMap<number, number> | undefined,
  ): Promise<void> {
    if (channel) {
      await this.messageUpdates.tell(
        channel.stream,
        plan?.to.stream ?? channel.stream,
        update,
        copies,
      );
    } else {
      await this.messageUpdates.tellOfDirect(
        message.realm_id,
        message.user_ids ?? [],
        update,
        copies,
      );
    }
  }
}

function contentOf(message: EditedMessage, { source, rendered }: EditedContent): Update['content'] {
  return {
    before: message.content,
    renderedBefore: message.rendered_content,
    now: source,
    renderedNow: rendered.html,
    isMeMessage: rendered.isMeMessage,
  };
}
