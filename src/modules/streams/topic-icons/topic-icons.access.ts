// Permission to set the icon of a topic, which requires the permission to rename it, without a time limit.
import { Injectable } from '@nestjs/common';
import { type Emoji, EmojiService } from '#modules/realms/emoji';
import { RealmPermissions } from '#modules/realms/realms';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class TopicIconsAccess {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly realmPermissions: RealmPermissions,
    private readonly emojiService: EmojiService,
  ) {}

  /** Returns the stream if the actor may rename its topics. */
  async requireEditable(actor: Actor, streamId: number): Promise<AccessedStream> {
    const accessed = await this.streamsAccess.requireReadable(actor, streamId);
    if (accessed.stream.isArchived) throw ApiError.badRequest('The channel is archived');
    const isPermitted =
      accessed.holds('can_move_messages_within_channel_group') ||
      (await this.realmPermissions.holds(actor, 'can_move_messages_between_topics_group'));
    if (isPermitted) return accessed;
    throw ApiError.badRequest('You may not change the topics of this channel');
  }

  /** Throws unless the emoji can be used for reactions. */
  async checkIcon(actor: Actor, icon: Emoji): Promise<void> {
    if (await this.emojiService.isUsable(actor.realmId, icon)) return;
    throw ApiError.badRequest(`The emoji '${icon.emojiName}' does not exist`);
  }
}
