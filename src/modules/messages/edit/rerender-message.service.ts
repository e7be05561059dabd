// Renders a message again when previews of its links are available. The content does not change, so the
// history has no entry; clients receive the new HTML.
import { Injectable } from '@nestjs/common';
import type { MarkdownContext } from '#modules/markdown/markdown';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { RenderMessageService } from '#modules/messages/render';
import { actorOf, UsersService } from '#modules/users/users';
import { toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';
import { MessageUpdates } from './message-updates.service.js';

const CLIENT_NAME = 'Internal';

export interface MessageSource {
  writer: Actor;
  message: EditedMessage;
  /** URLs in the message whose pages a preview needs. */
  previewable: string[];
}

@Injectable()
export class RerenderMessage {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly messagesAccess: MessagesAccess,
    private readonly renderMessageService: RenderMessageService,
    private readonly messageUpdates: MessageUpdates,
    private readonly usersService: UsersService,
    private readonly database: Database,
  ) {}

  /** Undefined when the message or its sender no longer exists. */
  async source(realmId: number, id: number): Promise<MessageSource | undefined> {
    const message = await this.editedMessagesRepository.findById(realmId, id);
    if (!message) return undefined;
    const [sender] = await this.usersService.findByIds(realmId, [message.senderId]);
    if (!sender) return undefined;
    const writer = actorOf(sender, CLIENT_NAME);
    const [rendered] = await this.renderMessageService.render(writer, [message.content]);
    return { writer, message, previewable: rendered!.previewable };
  }

  /** Does nothing when the content has changed in the meantime. */
  async rerender(
    { writer, message: seen }: MessageSource,
    known: Partial<MarkdownContext>,
    now: Date,
  ): Promise<void> {
    const [rendered] = await this.renderMessageService.render(writer, [seen.content], {
      uploads: await this.renderMessageService.uploadsOf(seen.id),
      ...known,
    });
    const { html } = rendered!;
    await this.database.transaction(async () => {
      const message = await this.editedMessagesRepository.findByIdForUpdate(
        writer.realmId,
        seen.id,
      );
      if (message?.content !== seen.content || message.renderedContent === html) return;
      const accessed = await this.accessed(writer, message.id);
      if (!accessed) return;
      await this.editedMessagesRepository.replaceHtml(message.id, message.topic, html);
      await this.messageUpdates.publish(accessed, {
        userId: null,
        isRenderingOnly: true,
        messageId: message.id,
        messageIds: [message.id],
        editTimestamp: toSeconds(now),
        content: {
          before: message.content,
          renderedBefore: message.renderedContent,
          now: message.content,
          renderedNow: html,
          isMeMessage: false,
        },
      });
    });
  }

  private async accessed(writer: Actor, id: number): Promise<AccessedMessage | undefined> {
    try {
      return await this.messagesAccess.requireReadable(writer, id);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}
