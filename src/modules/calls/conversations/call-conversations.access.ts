// The conversations of calls, and the permissions to read them and to start calls in them, which are those of
// messages.
import { Injectable } from '@nestjs/common';
import { normalizedTopic } from '#modules/messages/render';
import { DirectConversations, SendMessageAccess } from '#modules/messages/send';
import { LIMITS } from '#modules/realms/realms';
import {
  type AccessedStream,
  StreamHistory,
  StreamsAccess,
  StreamsService,
} from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { CallPeopleRepository } from './call-people.repository.js';

/** A conversation as in requests of clients. */
export interface ConversationInput {
  kind: 'dm' | 'channel';
  dmUserIds?: number[] | null | undefined;
  streamId?: number | null | undefined;
  topic?: string | undefined;
}

export interface DirectConversation {
  kind: 'dm';
  /** All users including the actor, by ascending id. */
  users: UserSummary[];
  /** Undefined before the first message or call. */
  recipientId: number | undefined;
  topic: '';
}

export interface ChannelConversation {
  kind: 'channel';
  channel: AccessedStream;
  recipientId: number;
  topic: string;
}

export type CallConversation = DirectConversation | ChannelConversation;

@Injectable()
export class CallConversationsAccess {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
    private readonly streamHistory: StreamHistory,
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly directConversations: DirectConversations,
    private readonly callPeopleRepository: CallPeopleRepository,
  ) {}

  /** Throws unless the actor may read the conversation. */
  async requireReadable(actor: Actor, input: ConversationInput): Promise<CallConversation> {
    return input.kind === 'dm' ? this.requireDirect(actor, input) : this.requireTopic(actor, input);
  }

  /** Throws unless the actor may write in the conversation. */
  async checkWritable(actor: Actor, conversation: CallConversation): Promise<void> {
    if (conversation.kind === 'dm') {
      await this.sendMessageAccess.checkDirectMessage(actor, conversation.users);
      return;
    }
    const { channel, topic } = conversation;
    if (!channel.canPost) throw ApiError.badRequest('You may not post in this channel');
    await this.sendMessageAccess.checkTopicName(channel, topic);
    await this.sendMessageAccess.checkTopicCreation(channel, topic);
  }

  /** Whether the actor, who is or was a member of the conversation, may still read it. */
  async canRead(actor: Actor, { streamId }: { streamId: number | null }): Promise<boolean> {
    if (streamId === null) return true;
    const channel = await this.streamsAccess.findById(actor, streamId);
    return channel !== undefined && channel.canSeeContent && !channel.stream.isArchived;
  }

  /** Same as canRead for many conversations. Returns the streams that the actor may read. */
  async readableStreams(actor: Actor, streamIds: number[]): Promise<Set<number>> {
    const channels = await this.streamsAccess.findVisibleByIds(actor, streamIds);
    const readable = channels.filter((one) => one.canSeeContent && !one.stream.isArchived);
    return new Set(readable.map(({ stream }) => stream.id));
  }

  /**
   * Returns the users among `userIds` who may still read the conversation, or undefined if it no longer
   * exists for any user.
   */
  async filterReaders(
    realmId: number,
    streamId: number | null,
    userIds: number[],
  ): Promise<number[] | undefined> {
    const active = await this.callPeopleRepository.filterActive(userIds);
    if (streamId === null) return active;
    const stream = await this.streamsService.findById(realmId, streamId);
    if (!stream || stream.isArchived) return undefined;
    return this.streamHistory.filterReaders(stream, active);
  }

  private async requireDirect(
    actor: Actor,
    { dmUserIds }: ConversationInput,
  ): Promise<DirectConversation> {
    const others = (dmUserIds ?? []).filter((id) => id !== actor.userId);
    if (others.length === 0) {
      throw ApiError.badRequest('conversation.dmUserIds must contain another user');
    }
    const userIds = [...new Set([actor.userId, ...others])].toSorted((a, b) => a - b);
    const [users, recipientId] = await Promise.all([
      this.sendMessageAccess.requireMembers(actor, others),
      this.directConversations.find(actor.realmId, userIds),
    ]);
    return { kind: 'dm', users, recipientId, topic: '' };
  }

  private async requireTopic(
    actor: Actor,
    { streamId, topic }: ConversationInput,
  ): Promise<ChannelConversation> {
    if (typeof streamId !== 'number')
      throw ApiError.badRequest('conversation.streamId is required');
    if (topic === undefined) throw ApiError.badRequest('conversation.topic is required');
    const channel = await this.streamsAccess.requireReadable(actor, streamId);
    if (channel.stream.isArchived) throw ApiError.badRequest('The channel is archived');
    return {
      kind: 'channel',
      channel,
      recipientId: channel.stream.recipientId,
      topic: normalizedTopic(topic, LIMITS.max_topic_length),
    };
  }
}
