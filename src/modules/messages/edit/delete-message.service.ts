// Deletes single messages, for those who may.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { invalidMessage, MessagesAccess } from '#modules/messages/messages';
import { TopicIconsService } from '#modules/streams/topics';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { EditMessagesAccess } from './edit-messages.access.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';

@Injectable()
export class DeleteMessageService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly editMessagesAccess: EditMessagesAccess,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly topicIconsService: TopicIconsService,
    private readonly database: Database,
  ) {}

  async delete(actor: Actor, id: number): Promise<void> {
    await this.messagesAccess.byId(actor, id);
    const stream = await this.database.transaction(async () => {
      const message = await this.editedMessagesRepository.lock(actor.realmId, id);
      if (!message) throw invalidMessage();
      const accessed = await this.messagesAccess.byId(actor, id);
      await this.editMessagesAccess.checkDelete(actor, accessed, message);
      const channel = accessed.channel && {
        stream: accessed.channel.stream,
        topic: message.topic,
      };
      await this.messageDeletionService.deleteBatch(
        { realmId: actor.realmId, channel: channel ?? null },
        [id],
      );
      if (channel) await this.topicIconsService.removeFromGoneTopic(channel.stream, channel.topic);
      return channel?.stream;
    });
    // None of several deletions at a time sees what the others delete.
    if (stream && !(await this.editedMessagesRepository.hasFirstMessage(stream.id))) {
      await this.database.transaction(() => this.messageDeletionService.findFirstMessage(stream));
    }
  }
}
