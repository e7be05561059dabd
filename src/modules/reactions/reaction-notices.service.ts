import { Injectable } from '@nestjs/common';
import type { Emoji } from '#modules/emoji/emoji.view.js';
import { MessageReaders } from '#modules/messages/message-readers.service.js';
import type { AccessedMessage } from '#modules/messages/messages.access.js';
import { AutomaticTopics } from '#modules/user-topics/automatic-topics.service.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { type ReactionChanged, reactionEvent } from './reactions.events.js';

@Injectable()
export class ReactionNotices {
  constructor(
    private readonly readers: MessageReaders,
    private readonly topics: AutomaticTopics,
    private readonly log: EventLog,
  ) {}

  /** To react counts as taking part in a topic. Joins the present transaction. */
  async tell(
    actor: Actor,
    accessed: AccessedMessage,
    op: ReactionChanged['op'],
    emoji: Emoji,
  ): Promise<void> {
    const change = { op, message_id: accessed.message.id, user_id: actor.userId, ...emoji };
    const { channel, message } = accessed;
    if (op === 'add' && channel) {
      await this.topics.participate(actor, { streamId: channel.stream.id, topic: message.topic });
    }
    const audience = await this.readers.audience(actor, accessed);
    this.log.append(reactionEvent(actor.realmId, change, audience));
  }
}
