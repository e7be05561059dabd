// Messages for the bots to which they are addressed, whether or not the bot has access to the channel.
import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { FetchMessagesRepository, type FetchedRecipient } from './fetch-messages.repository.js';
import { MessageViews } from './message-views.service.js';
import { RecipientsCache } from './recipients-cache.service.js';

export interface MessageToBot {
  /** The message with Markdown as its content. */
  view: Schema<'MessageToBot'>;
  topic: string;
  recipient: FetchedRecipient;
}

/** Receivers have no register state, so avatars have URLs and the empty topic has a name. */
const FORM = { applyMarkdown: false, clientGravatar: false, understandsEmptyTopic: false };

@Injectable()
export class MessagesToBots {
  constructor(
    private readonly fetchMessagesRepository: FetchMessagesRepository,
    private readonly messageViews: MessageViews,
    private readonly recipientsCache: RecipientsCache,
  ) {}

  /** Returns undefined for a deleted message. */
  async find(bot: Actor, id: number): Promise<MessageToBot | undefined> {
    const { realmId, userId } = bot;
    const row = await this.fetchMessagesRepository.findOne(realmId, userId, id);
    if (!row) return undefined;
    const viewOf = await this.messageViews.prepare(bot, [row], FORM);
    const { flags: _flags, ...view } = viewOf(row);
    const recipients = await this.recipientsCache.getMany(realmId, [row.recipientId]);
    return {
      view: { ...view, rendered_content: row.renderedContent },
      topic: row.topic,
      recipient: recipients.get(row.recipientId)!,
    };
  }
}
