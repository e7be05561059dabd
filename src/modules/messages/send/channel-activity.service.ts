// What follows for a channel, its topic and the people in it from a new message.
import { Injectable } from '@nestjs/common';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { AutomaticTopics } from '#modules/streams/user-topics';
import type { Actor } from '#platform/http/actor.js';
import type { SentChannelMessage, SentMessage } from './new-messages.repository.js';

export interface TopicMessage<Sent extends SentMessage = SentChannelMessage> {
  topic: string;
  mentionedUserIds: number[];
  sent: Sent;
}

@Injectable()
export class ChannelActivity {
  constructor(
    private readonly streamsService: StreamsService,
    private readonly automaticTopics: AutomaticTopics,
  ) {}

  /** Returns what the topic now is for the sender, if that changed. Joins the transaction. */
  async noteMessage(
    writer: Actor,
    stream: Stream,
    { topic, mentionedUserIds, sent }: TopicMessage,
  ): Promise<2 | 3 | undefined> {
    await this.streamsService.recordMessage(stream, sent.id);
    const address = { streamId: stream.id, topic };
    const { sender_mutes_channel: isChannelMuted } = sent;
    // Null without a subscription.
    const policy =
      writer.isBot || isChannelMuted === null
        ? undefined
        : await this.automaticTopics.afterParticipation(writer, address, {
            deed: sent.starts_topic ? 'start' : 'send',
            isChannelMuted,
            settings: sent.sender_settings,
          });
    await this.afterMentions(writer.realmId, stream, { topic, mentionedUserIds, sent });
    return policy;
  }

  /** As above, for messages of one of the server's own bots, which follows nothing. */
  async noteNotices(
    realmId: number,
    notices: { stream: Stream; news: TopicMessage<SentMessage> }[],
  ): Promise<void> {
    await this.streamsService.recordMessages(
      realmId,
      notices.map(({ stream, news }) => ({ stream, messageId: news.sent.id })),
    );
    for (const { stream, news } of notices) await this.afterMentions(realmId, stream, news);
  }

  private async afterMentions(
    realmId: number,
    { id: streamId }: Stream,
    { topic, mentionedUserIds, sent }: TopicMessage<SentMessage>,
  ): Promise<void> {
    if (mentionedUserIds.length === 0) return;
    const receivers = new Set(sent.user_ids);
    const mentioned = mentionedUserIds.filter((userId) => receivers.has(userId));
    await this.automaticTopics.afterMention(realmId, mentioned, { streamId, topic });
  }
}
