// Finds out what a request wants to change: the message, and where it is to go if it is to go
// anywhere. What is the same already is not a change.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { SendMessageAccess } from '#modules/messages/send';
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms';
import { type AccessedStream, invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { PropagateMode } from './message-editing.events.js';
import { changesChannel, changesTopic, type MovePlan, onlyToggles } from './move-plan.js';
import { marksEmptyTopic } from './resolved-topic.js';

export interface Destination {
  topic: string | undefined;
  streamId: number | undefined;
  mode: PropagateMode;
}

export interface PlannedEdit {
  accessed: AccessedMessage;
  /** Undefined when the message stays where it is. */
  plan: MovePlan | undefined;
}

@Injectable()
export class MovePlans {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly sendMessageAccess: SendMessageAccess,
  ) {}

  /** Throws for a message or channel that the actor may not see. */
  async make(actor: Actor, id: number, destination: Destination): Promise<PlannedEdit> {
    const accessed = await this.messagesAccess.byId(actor, id);
    const { topic, streamId, mode } = destination;
    if (topic === undefined && streamId === undefined) return { accessed, plan: undefined };
    const { channel: from, message } = accessed;
    if (!from) throw ApiError.badRequest('Direct messages have no topic and no channel');
    const to = await this.destination(actor, from, streamId);
    const plan = {
      from,
      to,
      oldTopic: message.topic,
      topic: topic === undefined ? message.topic : this.sendMessageAccess.topicName(topic),
      mode,
    };
    return { accessed, plan: changesChannel(plan) || changesTopic(plan) ? plan : undefined };
  }

  /** Whether the messages may be in such a topic of the channel. */
  async checkTopic(plan: MovePlan): Promise<void> {
    const { to, oldTopic, topic } = plan;
    if (marksEmptyTopic(oldTopic, topic, EMPTY_TOPIC_DISPLAY_NAME)) {
      throw ApiError.badRequest('The topic without a name can not be resolved');
    }
    await this.sendMessageAccess.checkTopicName(to, topic);
    if (!onlyToggles(plan)) await this.sendMessageAccess.checkTopicCreation(to, topic);
  }

  private async destination(
    actor: Actor,
    from: AccessedStream,
    streamId: number | undefined,
  ): Promise<AccessedStream> {
    if (streamId === undefined || streamId === from.stream.id) return from;
    const to = await this.streamsAccess.findById(actor, streamId);
    if (!to) throw invalidStreamId();
    return to;
  }
}
