// Reacts to messages with emoji. What identifies an emoji is its code within its kind; the name is
// shown as the first who reacted with it wrote it.
import { Injectable } from '@nestjs/common';
import { HistoricalCopies } from '#modules/messages/flags';
import { type AccessedMessage, invalidMessage, MessagesAccess } from '#modules/messages/messages';
import { type Emoji, EmojiService, type ReactionType } from '#modules/realms/emoji';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { ReactionNotices } from './reaction-notices.service.js';
import { ReactionsRepository } from './reactions.repository.js';

/** An emoji as a client names it: what is left out is found by the name. */
export interface GivenEmoji {
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
    private readonly historicalCopies: HistoricalCopies,
    private readonly reactionNotices: ReactionNotices,
    private readonly database: Database,
  ) {}

  async add(actor: Actor, messageId: number, given: GivenEmoji & { name: string }): Promise<void> {
    await this.messagesAccess.byId(actor, messageId);
    const emoji = await this.meant(actor, given);
    await this.database.transaction(async () => {
      const accessed = await this.lock(actor, messageId);
      const known = await this.reactionsRepository.known(messageId, actor.userId, emoji);
      if (known?.is_own) throw alreadyExists();
      // What others reacted with can be joined whatever became of the emoji.
      if (!known && !(await this.emojiService.isUsable(actor.realmId, emoji))) {
        throw noSuchEmoji(given.name);
      }
      const reaction = { ...emoji, emoji_name: known?.emoji_name ?? emoji.emoji_name };
      if (!(await this.reactionsRepository.insert(messageId, actor.userId, reaction)))
        throw alreadyExists();
      await this.historicalCopies.give(actor.userId, [messageId]);
      await this.reactionNotices.tell(actor, accessed, 'add', reaction);
    });
  }

  async remove(actor: Actor, messageId: number, given: GivenEmoji): Promise<void> {
    await this.messagesAccess.byId(actor, messageId);
    const { name, code, type = 'unicode_emoji' } = given;
    if (name === undefined && code === undefined) {
      throw ApiError.badRequest('An emoji is named by emoji_name or by emoji_code');
    }
    const emoji =
      code === undefined
        ? await this.emojiService.byName(actor.realmId, name!, given.type)
        : { emoji_code: code, reaction_type: type };
    await this.database.transaction(async () => {
      const accessed = await this.lock(actor, messageId);
      const removed = await this.reactionsRepository.delete(messageId, actor.userId, {
        code: emoji,
        // The emoji of this name may not be usable any more.
        name: code === undefined ? name : undefined,
      });
      if (!removed) {
        throw new ApiError(
          'REACTION_DOES_NOT_EXIST',
          400,
          'You have not reacted to this message with this emoji',
        );
      }
      await this.reactionNotices.tell(actor, accessed, 'remove', removed);
    });
  }

  /** Until the end of the present transaction the message stays where the actor may read it. */
  private async lock(actor: Actor, messageId: number): Promise<AccessedMessage> {
    if (!(await this.reactionsRepository.lockMessage(messageId))) throw invalidMessage();
    return this.messagesAccess.byId(actor, messageId);
  }

  private async meant(
    { realmId }: Actor,
    { name, code, type }: GivenEmoji & { name: string },
  ): Promise<Emoji> {
    if (code !== undefined && type !== undefined) {
      return { emoji_name: name, emoji_code: code, reaction_type: type };
    }
    const named = await this.emojiService.byName(realmId, name, type);
    if (!named) throw noSuchEmoji(name);
    return { ...named, ...(code === undefined ? {} : { emoji_code: code }) };
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
