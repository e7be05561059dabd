// Deletes a message on behalf of a user.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { type AccessedMessage, invalidMessage, MessagesAccess } from '#modules/messages/messages';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import type { Stream } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topics';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';

@Injectable()
export class DeleteMessageService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly realmPermissions: RealmPermissions,
    private readonly realmsService: RealmsService,
    private readonly usersService: UsersService,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly topicIconsService: TopicIconsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async delete(actor: Actor, id: number): Promise<void> {
    await this.messagesAccess.byId(actor, id);
    const stream = await this.database.transaction(() => this.deleteLocked(actor, id));
    // Concurrent deletions do not see what the others delete.
    if (stream && !(await this.editedMessagesRepository.hasFirstMessage(stream.id))) {
      await this.database.transaction(() => this.messageDeletionService.findFirstMessage(stream));
    }
  }

  /** Returns the channel of the message. */
  private async deleteLocked(actor: Actor, id: number): Promise<Stream | undefined> {
    const { realmId } = actor;
    const message = await this.editedMessagesRepository.lock(realmId, id);
    if (!message) throw invalidMessage();
    // It may have been moved before it was locked.
    const accessed = await this.messagesAccess.byId(actor, id);
    await this.checkPermission(actor, accessed, message);
    const stream = accessed.channel?.stream;
    const channel = stream ? { stream, topic: message.topic } : null;
    await this.messageDeletionService.deleteBatch({ realmId, channel }, [id]);
    if (channel) await this.topicIconsService.removeFromGoneTopic(channel.stream, channel.topic);
    return stream;
  }

  private async checkPermission(
    actor: Actor,
    { channel }: AccessedMessage,
    message: EditedMessage,
  ): Promise<void> {
    const [any, own] = await this.realmPermissions.holdsEach(actor, [
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ]);
    if (any || channel?.holds('can_delete_any_message_group')) return;
    if (!(await this.isOwn(actor, message.sender_id))) {
      throw ApiError.badRequest('You may not delete this message');
    }
    if (!own && !channel?.holds('can_delete_own_message_group')) {
      throw ApiError.badRequest('You may not delete messages');
    }
    const { message_content_delete_limit_seconds: limit } = await this.realmsService.settings(
      actor.realmId,
    );
    const age = this.clock.now().getTime() - message.date_sent.getTime();
    if (limit !== null && age > limit * 1000) {
      throw ApiError.badRequest('The time in which this message could be deleted is over');
    }
  }

  /** Messages of a bot belong to its owner, too. */
  private async isOwn(actor: Actor, senderId: number): Promise<boolean> {
    if (senderId === actor.userId) return true;
    const [sender] = await this.usersService.findByIds(actor.realmId, [senderId]);
    return sender?.botOwnerId === actor.userId;
  }
}
