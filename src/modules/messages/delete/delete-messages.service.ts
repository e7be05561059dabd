// Deletes messages: one on behalf of a user, or batches for other services. With a message, everything
// that belongs to it is deleted, and exactly the users who could read it receive the event.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, invalidMessage, MessagesAccess } from '#modules/messages/messages';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { type Stream, StreamHistory } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topic-icons';
import { AttachmentReferencesService } from '#modules/uploads/attachments';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { deleteMessageEvent } from './delete-messages.events.js';
import {
  type DeletableMessage,
  DeleteMessagesRepository,
  type ReceiverFilter,
} from './delete-messages.repository.js';

/** Where all messages of a batch are. */
export interface BatchScope {
  realmId: number;
  /** Null for direct messages. */
  channel: { stream: Stream; topic: string } | null;
}

@Injectable()
export class DeleteMessagesService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly realmPermissions: RealmPermissions,
    private readonly realmsService: RealmsService,
    private readonly usersService: UsersService,
    private readonly deleteMessagesRepository: DeleteMessagesRepository,
    private readonly streamHistory: StreamHistory,
    private readonly topicIconsService: TopicIconsService,
    private readonly eventLog: EventLog,
    private readonly attachmentReferencesService: AttachmentReferencesService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async delete(actor: Actor, id: number): Promise<void> {
    await this.messagesAccess.requireReadable(actor, id);
    const stream = await this.database.transaction(() => this.deleteOne(actor, id));
    // Concurrent deletions do not see what the others delete.
    if (stream && !(await this.deleteMessagesRepository.hasFirstMessage(stream.id))) {
      await this.database.transaction(() => this.updateFirstMessage(stream));
    }
  }

  /**
   * Deletes those of the messages that are still in the scope; returns their ids, ascending. Joins the
   * current transaction, whose length grows with the number of recipients: large sets take several.
   */
  async deleteBatch({ realmId, channel }: BatchScope, ids: number[]): Promise<number[]> {
    const topic = channel && { recipientId: channel.stream.recipientId, topic: channel.topic };
    const deleted = await this.deleteMessagesRepository.delete(realmId, topic, ids);
    if (deleted.length === 0) return deleted;
    const publish = (messageIds: number[], audience: Audience): void => {
      const place = channel && { streamId: channel.stream.id, topic: channel.topic };
      this.eventLog.append(deleteMessageEvent(realmId, { messageIds, channel: place }, audience));
    };
    const readers = channel?.stream.historyPublicToSubscribers
      ? await this.streamHistory.findReaders(channel.stream)
      : Audience.internal();
    if (readers.kind !== 'internal') publish(deleted, readers);
    const others = receiversBeside(readers);
    const groups = await this.deleteMessagesRepository.deleteDependents(realmId, deleted, others);
    for (const { messageIds, userIds } of groups) publish(messageIds, Audience.users(userIds));
    await this.attachmentReferencesService.removeAll(realmId, deleted);
    const first = channel?.stream.firstMessageId;
    if (channel && typeof first === 'number' && deleted.includes(first)) {
      await this.updateFirstMessage(channel.stream);
    }
    return deleted;
  }

  /**
   * Updates the first message of the channel. Call it again in a transaction after those that deleted:
   * they do not see what concurrent ones delete.
   */
  async updateFirstMessage(stream: Stream): Promise<void> {
    await this.streamHistory.updateFirstMessage(stream, () =>
      this.deleteMessagesRepository.oldestId(stream.recipientId),
    );
  }

  /** Returns the channel of the message. */
  private async deleteOne(actor: Actor, id: number): Promise<Stream | undefined> {
    const { realmId } = actor;
    const message = await this.deleteMessagesRepository.findByIdForUpdate(realmId, id);
    if (!message) throw invalidMessage();
    // The message may have been moved before it was locked.
    const accessed = await this.messagesAccess.requireReadable(actor, id);
    await this.checkPermission(actor, accessed, message);
    const stream = accessed.channel?.stream;
    const channel = stream ? { stream, topic: message.topic } : null;
    await this.deleteBatch({ realmId, channel }, [id]);
    if (channel) await this.topicIconsService.removeFromEmptyTopic(channel.stream, channel.topic);
    return stream;
  }

  private async checkPermission(
    actor: Actor,
    { channel }: AccessedMessage,
    { senderId, dateSent }: DeletableMessage,
  ): Promise<void> {
    const [any, own] = await this.realmPermissions.holdsEach(actor, [
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ]);
    if (any || channel?.holds('can_delete_any_message_group')) return;
    if (!(await this.isOwn(actor, senderId))) {
      throw ApiError.badRequest('You may not delete this message');
    }
    if (!own && !channel?.holds('can_delete_own_message_group')) {
      throw ApiError.badRequest('You may not delete messages');
    }
    const { message_content_delete_limit_seconds: limit } = await this.realmsService.settings(
      actor.realmId,
    );
    if (limit !== null && dateSent < this.clock.ago(limit)) {
      throw ApiError.badRequest('The time limit for deleting this message has passed');
    }
  }

  /** The messages of a bot are also its owner's. */
  private async isOwn(actor: Actor, senderId: number): Promise<boolean> {
    if (senderId === actor.userId) return true;
    const [sender] = await this.usersService.findByIds(actor.realmId, [senderId]);
    return sender?.botOwnerId === actor.userId;
  }
}

/** Users who received messages when they could read the channel, but are not among its readers now. */
function receiversBeside(readers: Audience): ReceiverFilter {
  switch (readers.kind) {
    case 'internal':
      return { which: 'all', except: [] };
    case 'users':
      return { which: 'all', except: readers.userIds };
    case 'non-guests':
      return { which: 'guests', except: readers.guestIds };
    case 'realm':
    case 'public-stream':
    case 'entries':
      return { which: 'none', except: [] };
  }
}
