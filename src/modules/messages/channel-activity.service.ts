// What follows for a channel, its topic and the people in it from a new message.
import { Injectable } from '@nestjs/common';
import { StreamsService } from '#modules/streams/streams.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import { AutomaticTopics } from '#modules/user-topics/automatic-topics.service.js';
import type { Actor } from '#platform/http/actor.js';
import type { SentChannelMessage } from './new-messages.repository.js';

export interface TopicMessage {
  topic: string;
  mentionedUserIds: number[];
  sent: SentChannelMessage;
}

@Injectable()
export class ChannelActivity {
  constructor(
    private readonly streams: StreamsService,
    private readonly topics: AutomaticTopics,
  ) {}

  /** Returns what the topic now is for the sender, if that changed. Joins the transaction. */
  async noteMessage(
    writer: Actor,
    stream: Stream,
    { topic, mentionedUserIds, sent }: TopicMessage,
  ): Promise<2 | 3 | undefined> {
    await this.streams.noteMessage(stream, sent.id);
    const address = { streamId: stream.id, topic };
    const { sender_mutes_channel: isChannelMuted } = sent;
    // Null without a subscription.
    const policy =
      writer.isBot || isChannelMuted === null
        ? undefined
        : await this.topics.afterParticipation(writer, address, {
            deed: sent.starts_topic ? 'start' : 'send',
            isChannelMuted,
            settings: sent.sender_settings,
          });
    if (mentionedUserIds.length > 0) {
      const receivers = new Set(sent.user_ids);
      const mentioned = mentionedUserIds.filter((userId) => receivers.has(userId));
      await this.topics.afterMention(writer.realmId, mentioned, address);
    }
    return policy;
  }
}
