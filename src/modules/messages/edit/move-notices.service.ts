// What the Notification Bot writes into topics whose messages were moved, and into those that were
// resolved or opened again.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { silentMention, topicLink } from '#modules/messages/send';
import type { Stream } from '#modules/streams/streams';
import { Clock } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { CopiesRepository } from './copies.repository.js';
import { EditedMessagesRepository, type NewestMessage } from './edited-messages.repository.js';
import type { MovePlan } from './move-plan.js';
import { NotificationBot } from './notification-bot.service.js';
import { isResolved } from './resolved-topic.js';

/** Who takes back so soon what somebody did leaves no trace of either. */
const UNDO_SECONDS = 60;
const RESOLUTION = /^@_\*\*[^\n]+\*\* has marked this topic as (?:resolved|unresolved)\.$/;

export interface Moved {
  /** Ascending. */
  ids: number[];
  /** Nothing that the actor can see is left in the old topic, and the new one had nothing. */
  isWholeTopic: boolean;
}

@Injectable()
export class MoveNotices {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly copiesRepository: CopiesRepository,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly notificationBot: NotificationBot,
    private readonly clock: Clock,
  ) {}

  /** Joins the present transaction, after the topic got its new name. */
  async resolved(actor: Actor, { to, topic }: MovePlan): Promise<void> {
    const { stream } = to;
    const newest = await this.editedMessagesRepository.newest(stream.recipient_id, topic);
    if (newest && (await this.isFreshResolution(actor.realmId, newest))) {
      await this.messageDeletionService.deleteBatch(
        { realmId: actor.realmId, channel: { stream, topic } },
        [newest.id],
      );
      return;
    }
    const state = isResolved(topic) ? 'resolved' : 'unresolved';
    const text = `${silentMention(actor)} has marked this topic as ${state}.`;
    const id = await this.notificationBot.write(stream, topic, text);
    const place = { streamId: stream.id, topic };
    this.notificationBot.tellRead(
      stream,
      id,
      await this.copiesRepository.markResolutionRead(id, actor.userId, place),
    );
  }

  /** Joins the present transaction. */
  async tellNewTopic(actor: Actor, plan: MovePlan, moved: Moved): Promise<void> {
    const { from, oldTopic, to, topic } = plan;
    const origin = topicLink(from.stream, oldTopic);
    const what = moved.isWholeTopic
      ? 'This topic was moved here'
      : moved.ids.length === 1
        ? `A message ${topicLink(to.stream, topic, moved.ids[0])} was moved here`
        : `${moved.ids.length} messages were moved here`;
    await this.write(actor, to.stream, topic, `${what} from ${origin} by ${silentMention(actor)}.`);
  }

  /** Joins the present transaction. */
  async tellOldTopic(actor: Actor, plan: MovePlan, moved: Moved): Promise<void> {
    const { from, oldTopic, to, topic } = plan;
    const destination = topicLink(to.stream, topic);
    const what = moved.isWholeTopic
      ? 'This topic was moved'
      : moved.ids.length === 1
        ? 'A message was moved from this topic'
        : `${moved.ids.length} messages were moved from this topic`;
    const text = `${what} to ${destination} by ${silentMention(actor)}.`;
    await this.write(actor, from.stream, oldTopic, text);
  }

  private async write(actor: Actor, stream: Stream, topic: string, text: string): Promise<void> {
    const id = await this.notificationBot.write(stream, topic, text);
    this.notificationBot.tellRead(
      stream,
      id,
      await this.copiesRepository.markRead(id, actor.userId),
    );
  }

  private async isFreshResolution(realmId: number, message: NewestMessage): Promise<boolean> {
    if (!RESOLUTION.test(message.content)) return false;
    const age = this.clock.now().getTime() - message.date_sent.getTime();
    return (
      age < UNDO_SECONDS * 1000 && message.sender_id === (await this.notificationBot.id(realmId))
    );
  }
}
