// The edit history of a message, for its readers, as far as the organization shows it.
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalidMessage, MessagesAccess } from '#modules/messages/messages';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { htmlDiff } from './html-diff.js';
import { type MessageState, messageStates } from './message-history.view.js';

@Injectable()
export class MessageHistoryService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly realmsService: RealmsService,
    private readonly editedMessagesRepository: EditedMessagesRepository,
  ) {}

  /** Oldest first. */
  async of(actor: Actor, id: number): Promise<MessageState[]> {
    await this.messagesAccess.byId(actor, id);
    const { message_edit_history_visibility_policy: visibility } =
      await this.realmsService.settings(actor.realmId);
    if (visibility === 'none') {
      throw ApiError.badRequest('The history of messages is hidden in this organization');
    }
    const message = await this.editedMessagesRepository.findById(actor.realmId, id);
    if (!message) throw invalidMessage();
    const states: MessageState[] = [];
    for (const state of messageStates(message, visibility)) {
      const { prev_rendered_content: before, rendered_content: now } = state;
      if (before === undefined) {
        states.push(state);
        continue;
      }
      states.push({ ...state, content_html_diff: htmlDiff(before, now) });
      // Yields between entries, so that a long history does not block the process.
      await nextTurn();
    }
    return states;
  }
}
