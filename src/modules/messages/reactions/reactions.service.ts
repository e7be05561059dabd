// Reactions to messages. An emoji is identified by its type and code; its name is that of the first
// reaction with it.
import { Injectable } from '@nestjs/common';
import { MessageFlagsService } from '#modules/messages/flags';
import {
  type AccessedMessage,
  invalidMessage,
  MessageAudiences,
  MessagesAccess,
} from '#modules/messages/messages';
import { type Emoji, EmojiService, emojiView, type ReactionType } from '#modules/realms/emoji';
import { AutomaticTopicPolicies } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { reactionEvent } from './reactions.events.js';
import { ReactionsRepository } from './reactions.repository.js';

/** An emoji as named by a client; undefined fields follow from the name. */
export interface EmojiInput {
  name?: string | undefined;
  code?: string | undefined;
  type?: ReactionType | undefined;
}

@Injectable()
export class ReactionsService {
  constructor(
    private readonly reactionsRepository: ReactionsRepository,
    private readonly messagesAccess: MessagesAccess,
    private readonly emojiService: EmojiService,
    private readonly messageFlagsService: MessageFlagsService,
    private readonly messageAudiences: MessageAudiences,
    private readonly automaticTopicPolicies: AutomaticTopicPolicies,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  async add(actor: Actor, messageId: number, input: EmojiInput & { name: string }): Promise<void> {
    await this.messagesAccess.requireReadable(actor, messageId);
    const emoji = await this.resolve(actor, input);
    await this.database.transaction(async () => {
      const accessed = await this.lock(actor, messageId);
      const existing = await this.reactionsRepository.findWithEmoji(messageId, actor.userId, emoji);
      if (existing?.isOwn) throw alreadyExists();
      // A deactivated emoji can be added to a message that already has it.
      if (!existing && !(await this.emojiService.isUsable(actor.realmId, emoji))) {
        throw noSuchEmoji(input.name);
      }
      const reaction = { ...emoji, emojiName: existing?.emojiName ?? emoji.emojiName };
      if (!(await this.reactionsRepository.insert(messageId, actor.userId, reaction))) {
        throw alreadyExists();
      }
      await this.messageFlagsService.addHistorical(actor.userId, [messageId]);
      const { message, channel } = accessed;
      if (channel) {
        const topic = { streamId: channel.stream.id, topic: message.topic };
        await this.automaticTopicPolicies.participate(actor, topic);
      }
      await this.publish(actor, accessed, 'add', reaction);
    });
  }

  async remove(actor: Actor, messageId: number, input: EmojiInput): Promise<void> {
    await this.messagesAccess.requireReadable(actor, messageId);
    const { name, code, type = 'unicode_emoji' } = input;
    if (name === undefined && code === undefined) {
      throw ApiError.badRequest('Send emoji_name or emoji_code');
    }
    const emoji =
      code === undefined
        ? await this.emojiService.findByName(actor.realmId, name!, input.type)
        : { emojiCode: code, reactionType: type };
    await this.database.transaction(async () => {
      const accessed = await this.lock(actor, messageId);
      const removed = await this.reactionsRepository.delete(
        messageId,
        actor.userId,
        emoji,
        // A deactivated emoji is not found by its name, but its reactions are.
        code === undefined ? name : undefined,
      );
      if (!removed) {
        throw new ApiError(
          'REACTION_DOES_NOT_EXIST',
          400,
          'You have not reacted to this message with this emoji',
        );
      }
      await this.publish(actor, accessed, 'remove', removed);
    });
  }

  /** Locks the message; the actor must still be able to read it where it is now. */
  private async lock(actor: Actor, messageId: number): Promise<AccessedMessage> {
    if (!(await this.reactionsRepository.lockMessage(messageId))) throw invalidMessage();
    return this.messagesAccess.requireReadable(actor, messageId);
  }

  private async publish(
    actor: Actor,
    accessed: AccessedMessage,
    op: 'add' | 'remove',
    emoji: Emoji,
  ): Promise<void> {
    const { realmId, userId } = actor;
    const messageId = accessed.message.id;
    const change = { op, message_id: messageId, user_id: userId, ...emojiView(emoji) };
    const audience = await this.messageAudiences.of(actor, accessed);
    this.eventLog.append(reactionEvent(realmId, change, audience));
  }

  private async resolve(
    { realmId }: Actor,
    { name, code, type }: EmojiInput & { name: string },
  ): Promise<Emoji> {
    if (code !== undefined && type !== undefined) {
      return { emojiName: name, emojiCode: code, reactionType: type };
    }
    const named = await this.emojiService.findByName(realmId, name, type);
    if (!named) throw noSuchEmoji(name);
    return { ...named, ...(code === undefined ? {} : { emojiCode: code }) };
  }
}

function noSuchEmoji(name: string): ApiError {
  return ApiError.badRequest(`The emoji '${name}' does not exist`);
}

function alreadyExists(): ApiError {
  return new ApiError(
    'REACTION_ALREADY_EXISTS',
    400,
    'You have already reacted to this message with this emoji',
  );
}
