// Renders a message again when previews of its links or thumbnails of its images become available. The content
// does not change, so the history has no entry; clients receive the new HTML. References are resolved
// even if the sender has lost access since.
import { Injectable } from '@nestjs/common';
import type { LinkPreview, RenderedMessage } from '#modules/markdown/markdown';
import { MessagesAccess } from '#modules/messages/messages';
import { RenderMessageService } from '#modules/messages/render';
import { actorOf, UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';
import { MessageUpdates } from './message-updates.service.js';

const CLIENT_NAME = 'Internal';

export interface MessageSource {
  writer: Actor;
  message: EditedMessage;
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
    private readonly clock: Clock,
  ) {}

  /** Undefined when the message or its sender no longer exists. */
  async source(realmId: number, id: number): Promise<MessageSource | undefined> {
    const message = await this.editedMessagesRepository.findById(realmId, id);
    if (!message) return undefined;
    const [sender] = await this.usersService.findByIds(realmId, [message.senderId]);
    return sender && { writer: actorOf(sender, CLIENT_NAME), message };
  }

  /** The URLs in the message whose pages a preview needs. */
  async previewable({ writer, message }: MessageSource): Promise<string[]> {
    const [rendered] = await this.renderMessageService.render(writer, [message.content]);
    return rendered!.previewable;
  }

  /**
   * Adds previews by URL to those that the message has, and thumbnails that are ready. Does nothing when
   * the content has changed in the meantime.
   */
  async rerender(
    source: MessageSource,
    linkPreviews: ReadonlyMap<string, LinkPreview> = new Map(),
  ): Promise<void> {
    const { realmId } = source.writer;
    const { id, content } = source.message;
    let current: MessageSource | undefined = source;
    // The HTML depends on the former HTML, which another job may have replaced.
    while (current?.message.content === content) {
      const rendered = await this.render(current, linkPreviews);
      if (await this.replace(current, rendered)) return;
      current = await this.source(realmId, id);
    }
  }

  private render(
    { writer, message }: MessageSource,
    linkPreviews: ReadonlyMap<string, LinkPreview>,
  ): Promise<RenderedMessage> {
    const { id: messageId, content: source, renderedContent: html } = message;
    return this.renderMessageService.renderAgain(
      writer,
      { messageId, source, html },
      { linkPreviews },
    );
  }

  /** Returns false if the message was changed meanwhile. */
  private replace(
    { writer: { realmId }, message }: MessageSource,
    rendered: RenderedMessage,
  ): Promise<boolean> {
    const { id, content, renderedContent } = message;
    if (rendered.html === renderedContent) return Promise.resolve(true);
    return this.database.transaction(async () => {
      const locked = await this.editedMessagesRepository.findByIdForUpdate(realmId, id);
      if (locked?.content !== content || locked.renderedContent !== renderedContent) return false;
      const located = await this.messagesAccess.find(realmId, id);
      await this.editedMessagesRepository.replaceHtml(id, locked.topic, rendered);
      await this.messageUpdates.publish(located!, {
        userId: null,
        isRenderingOnly: true,
        messageId: id,
        messageIds: [id],
        editTimestamp: this.clock.seconds(),
        content: {
          before: content,
          renderedBefore: renderedContent,
          now: content,
          renderedNow: rendered.html,
          isMeMessage: false,
        },
      });
      return true;
    });
  }
}
