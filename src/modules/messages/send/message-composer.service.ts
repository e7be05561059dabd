// Makes of a text what is stored: its HTML, what it contains, whom it concerns, and the name under
// which its sender may send it again.
import { Injectable } from '@nestjs/common';
import type { RenderedMessage, TopicLink } from '#modules/markdown/markdown';
import type { MessageSent } from '#modules/messages/messages';
import {
  type MentionTarget,
  MessageMentionsService,
  RenderMessageService,
  type TextFlags,
} from '#modules/messages/render';
import type { Widget } from '#modules/messages/submessages';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Clock } from '#platform/clock.js';
import { sha256 } from '#platform/crypto.js';
import type { Actor } from '#platform/http/actor.js';
import { ListeningBots } from './listening-bots.service.js';
import type { NewMessage } from './new-messages.repository.js';

/** A message whose text and address are checked. */
export interface OutgoingMessage {
  writer: Actor;
  content: string;
  /** The sender's own copy starts as read. */
  readBySender: boolean;
  echo: MessageSent['echo'] | undefined;
  widget: Widget | undefined;
  /** Now, unless somebody passes on what was said before. */
  dateSent: Date | undefined;
}

export interface ComposedMessage extends Omit<NewMessage, 'recipientId' | 'topic' | 'fingerprint'> {
  widget: Widget | undefined;
  echo: MessageSent['echo'] | undefined;
  /** Mentioned alone, not as one of a group. */
  mentionedUserIds: number[];
  /** Those of them that answer; of a direct message, not yet known. */
  listeningBotIds: number[];
  topicLinks: TopicLink[];
}

@Injectable()
export class MessageComposer {
  constructor(
    private readonly renderMessageService: RenderMessageService,
    private readonly messageMentionsService: MessageMentionsService,
    private readonly listeningBots: ListeningBots,
    private readonly clock: Clock,
  ) {}

  /** Throws when the writer may not mention whom the text mentions. */
  async compose(message: OutgoingMessage, target: MentionTarget): Promise<ComposedMessage> {
    return (await this.composeAll(message, [{ content: message.content, target }]))[0]!;
  }

  /** As above, for several texts of one writer. */
  async composeAll(
    message: Omit<OutgoingMessage, 'content'>,
    texts: { content: string; target: MentionTarget }[],
  ): Promise<ComposedMessage[]> {
    const { writer } = message;
    const rendered = await this.renderMessageService.renderAll(
      writer,
      texts.map(({ content }) => content),
    );
    const contents = texts.map((text, index) => ({ ...text, rendered: rendered[index]! }));
    const flags = await this.messageMentionsService.allFlags(writer, contents);
    const topics = texts.map(({ target }) => target?.topic ?? '');
    const links = topics.some((topic) => topic !== '')
      ? await this.renderMessageService.allTopicLinks(writer.realmId, topics)
      : topics.map(() => []);
    const listeningBots = await this.listeningBots.amongMentioned(
      writer,
      contents.map(({ target, rendered: { mentions } }) => (target ? mentions.userIds : [])),
    );
    const dateSent = message.dateSent ?? this.clock.now();
    return contents.map((text, index) => ({
      ...this.composed({ ...message, dateSent }, text, flags[index]!),
      topicLinks: links[index]!,
      listeningBotIds: listeningBots[index]!,
    }));
  }

  private composed(
    {
      writer,
      readBySender,
      widget,
      echo,
      dateSent,
    }: Omit<OutgoingMessage, 'content'> & {
      dateSent: Date;
    },
    { content, rendered }: { content: string; rendered: RenderedMessage },
    { everyone, people }: TextFlags,
  ): Omit<ComposedMessage, 'topicLinks' | 'listeningBotIds'> {
    const { userId } = writer;
    return {
      realmId: writer.realmId,
      senderId: userId,
      content,
      renderedContent: rendered.html,
      hasAttachment: rendered.hasAttachment,
      hasImage: rendered.hasImage,
      hasLink: rendered.hasLink,
      isMeMessage: rendered.isMeMessage,
      hasSubmessages: widget !== undefined,
      dateSent,
      clientName: writer.clientName,
      copyFlags: everyone,
      personalFlags: readBySender
        ? new Map(people).set(userId, (people.get(userId) ?? 0) | MESSAGE_FLAGS.read)
        : people,
      mentionedUserIds: rendered.mentions.userIds,
      widget,
      echo,
    };
  }
}

/** The same only for the same text to the same place, named the same by the same client. */
export function fingerprint(
  { echo, content }: ComposedMessage,
  recipientId: number,
  topic: string,
): Buffer | undefined {
  if (!echo) return undefined;
  return sha256(JSON.stringify([echo.queueId, echo.localId, recipientId, topic, content]));
}
