// Renders messages to HTML, with their mentions and links. A text without references needs no query.
import { Injectable } from '@nestjs/common';
import {
  type LinkPreview,
  type MarkdownContext,
  MarkdownService,
  referencesOf,
  type RenderedMessage,
  type TopicLink,
  topicLinksOf,
} from '#modules/markdown/markdown';
import { EmojiService } from '#modules/realms/emoji';
import { LinkifiersService } from '#modules/realms/linkifiers';
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS, RealmsService } from '#modules/realms/realms';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import type { Actor } from '#platform/http/actor.js';
import { MessageReferencesService } from './message-references.service.js';
import { truncatedContent } from './message-text.js';
import { withStoredReferences } from './stored-references.js';

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

  /** The HTML that a text would have as a message; truncated as a message is. */
  async preview(writer: Actor, source: string): Promise<string> {
    const content = truncatedContent(source, LIMITS.max_message_length);
    const [rendered] = await this.render(writer, [content]);
    return rendered!.html;
  }

  /** The links in each topic. */
  async topicLinks(realmId: number, topics: string[]): Promise<TopicLink[][]> {
    const linkifiers = await this.linkifiersService.getCompiled(realmId);
    return topics.map(topicLinksOf(linkifiers));
  }

  /**
   * Renders texts of one writer. Users, channels and files that the writer cannot access are not linked.
   */
  async render(writer: Actor, sources: string[]): Promise<RenderedMessage[]> {
    const context = await this.context(writer, sources);
    const rendered = new Map(
      [...new Set(sources)].map((source) => [
        source,
        this.markdownService.renderMessage(source, context),
      ]),
    );
    return sources.map((source) => rendered.get(source)!);
  }

  /**
   * Renders a text of a stored message again. References in its HTML remain, even if they can no longer be
   * resolved; `linkPreviews` are added.
   */
  async renderAgain(
    writer: Actor,
    { messageId, source, html }: { messageId: number; source: string; html: string },
    { linkPreviews = [] }: { linkPreviews?: Iterable<[string, LinkPreview]> } = {},
  ): Promise<RenderedMessage> {
    const context = await this.context(writer, [source]);
    if (context.uploads) {
      const ofMessage = await this.messageReferencesService.uploadsOf(messageId);
      context.uploads = new Map([...context.uploads, ...ofMessage]);
    }
    const stored = withStoredReferences(context, source, html);
    return this.markdownService.renderMessage(source, {
      ...stored,
      linkPreviews: new Map([...(stored.linkPreviews ?? []), ...linkPreviews]),
    });
  }

  private async context(writer: Actor, sources: string[]): Promise<Partial<MarkdownContext>> {
    const references = referencesOf(sources.join('\n'));
    const settings = await this.realmsService.settings(writer.realmId);
    return {
      realmUrl: await this.realmsService.url(writer.realmId),
      mediaPreviews: settings.inline_image_preview,
      defaultCodeLanguage: settings.default_code_block_language,
      emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      customEmoji: await this.emojiService.pictures(writer.realmId),
      linkifiers: await this.linkifiersService.getCompiled(writer.realmId),
      translateEmoticons:
        references.mayHaveEmoticons &&
        (await this.userSettingsService.get(writer)).translate_emoticons,
      ...(await this.messageReferencesService.load(writer, references)),
    };
  }
}
