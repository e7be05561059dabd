import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessageAudiences } from '#modules/messages/messages';
import { type Emoji, emojiView } from '#modules/realms/emoji';
import { AutomaticTopicPolicies } from '#modules/streams/user-topics';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { type ReactionChanged, reactionEvent } from './reactions.events.js';

@Injectable()
export class ReactionNotices {
  constructor(
    private readonly messageAudiences: MessageAudiences,
    private readonly automaticTopicPolicies: AutomaticTopicPolicies,
    private readonly eventLog: EventLog,
  ) {}

  /** To react counts as taking part in a topic. Joins the present transaction. */
  async tell(
    actor: Actor,
    accessed: AccessedMessage,
    op: ReactionChanged['op'],
    emoji: Emoji,
  ): Promise<void> {
    const change = {
      op,
      message_id: accessed.message.id,
      user_id: actor.userId,
      ...emojiView(emoji),
    };
    const { channel, message } = accessed;
    if (op === 'add' && channel) {
      await this.automaticTopicPolicies.participate(actor, {
        streamId: channel.stream.id,
        topic: message.topic,
      });
    }
    const audience = await this.messageAudiences.of(actor, accessed);
    this.eventLog.append(reactionEvent(actor.realmId, change, audience));
  }
}
