// The edit history of a message, for its readers, as far as the organization shows it.
import { Injectable } from '@nestjs/common';
import { invalidMessage, MessageEditsRepository, MessagesAccess } from '#modules/messages/messages';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { TimeSlices } from '#platform/time-slices.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { htmlDiff } from './html-diff.js';
import { type MessageState, messageStates } from './message-history.view.js';

/** Tokens of all comparisons of one history. */
const MAX_TOKENS = 100_000;

@Injectable()
export class MessageHistoryService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly realmsService: RealmsService,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly messageEditsRepository: MessageEditsRepository,
  ) {}

  /** Oldest first. */
  async of(actor: Actor, id: number): Promise<MessageState[]> {
    await this.messagesAccess.requireReadable(actor, id);
    const { message_edit_history_visibility_policy: visibility } =
      await this.realmsService.settings(actor.realmId);
    if (visibility === 'none') {
      throw ApiError.badRequest('The history of messages is hidden in this organization');
    }
    const message = await this.editedMessagesRepository.findById(actor.realmId, id);
    if (!message) throw invalidMessage();
    const history = await this.messageEditsRepository.findByMessage(id);
    const states: MessageState[] = [];
    const budget = { tokens: MAX_TOKENS };
    const slices = new TimeSlices();
    for (const state of messageStates(message, history, visibility)) {
      const { prev_rendered_content: before, rendered_content: now } = state;
      if (before === undefined) {
        states.push(state);
        continue;
      }
      states.push({ ...state, content_html_diff: htmlDiff(before, now, budget) });
      if (slices.isOver) await slices.next();
    }
    return states;
  }
}
