// The HTML of a message, and whom and what it refers to. A text that refers to nothing costs no
// query.
import { Injectable } from '@nestjs/common';
import {
  type MarkdownContext,
  MarkdownService,
  referencesOf,
  type RenderedMessage,
  type TopicLink,
  topicLinks,
} from '#modules/markdown/markdown';
import { EmojiService } from '#modules/realms/emoji';
import { LinkifiersService } from '#modules/realms/linkifiers';
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS, RealmsService } from '#modules/realms/realms';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import type { Actor } from '#platform/http/actor.js';
import { MessageReferencesService } from './message-references.service.js';
import { truncatedContent } from './message-text.js';

@Injectable()
export class RenderMessageService {
  constructor(
    private readonly markdownService: MarkdownService,
    private readonly messageReferencesService: MessageReferencesService,
    private readonly emojiService: EmojiService,
    private readonly linkifiersService: LinkifiersService,
    private readonly realmsService: RealmsService,
    private readonly userSettingsService: UserSettingsService,
  ) {}

  /** What a text would become, as it is; cut where a message would be. */
  preview(writer: Actor, source: string): Promise<RenderedMessage> {
    return this.render(writer, truncatedContent(source, LIMITS.max_message_length));
  }

  /** What of a topic are links. */
  async topicLinks(realmId: number, topic: string): Promise<TopicLink[]> {
    return (await this.allTopicLinks(realmId, [topic]))[0]!;
  }

  /** As above, of each topic. */
  async allTopicLinks(realmId: number, topics: string[]): Promise<TopicLink[][]> {
    const linkifiers = await this.linkifiersService.set(realmId);
    return topics.map((topic) => topicLinks(topic, linkifiers));
  }

  /** As written by this person: what they may not know of stays as it was typed. */
  async render(
    writer: Actor,
    source: string,
    more: Partial<MarkdownContext> = {},
  ): Promise<RenderedMessage> {
    return (await this.renderAll(writer, [source], more))[0]!;
  }

  /** As above; what the texts refer to is looked up for all of them together. */
  async renderAll(
    writer: Actor,
    sources: string[],
    more: Partial<MarkdownContext> = {},
  ): Promise<RenderedMessage[]> {
    const references = referencesOf(sources.join('\n'));
    const settings = await this.realmsService.settings(writer.realmId);
    const known = {
      realmUrl: await this.realmsService.url(writer.realmId),
      mediaPreviews: settings.inline_image_preview,
      defaultCodeLanguage: settings.default_code_block_language,
      emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      customEmoji: await this.emojiService.pictures(writer.realmId),
      linkifiers: await this.linkifiersService.set(writer.realmId),
      translateEmoticons:
        references.mayHaveEmoticons &&
        (await this.userSettingsService.of(writer)).translate_emoticons,
      ...(await this.messageReferencesService.load(writer, references)),
      ...more,
    };
    const rendered = new Map(
      [...new Set(sources)].map((source) => [
        source,
        this.markdownService.renderMessage(source, known),
      ]),
    );
    return sources.map((source) => rendered.get(source)!);
  }
}
