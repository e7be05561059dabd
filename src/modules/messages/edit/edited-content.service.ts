// The new text of a message that is edited: how it is stored, what it looks like, and whom it
// concerns. What an edit may not do, sending may not do either.
import { Injectable } from '@nestjs/common';
import type { RenderedMessage } from '#modules/markdown/markdown';
import {
  type ChannelTopic,
  MessageMentionsService,
  RenderMessageService,
  type TextFlags,
  truncatedContent,
} from '#modules/messages/render';
import { LIMITS } from '#modules/realms/realms';
import type { Actor } from '#platform/http/actor.js';

/** What stands where a text was taken away. */
const DELETED = '(deleted)';

export interface EditedContent {
  source: string;
  rendered: RenderedMessage;
  flags: TextFlags;
}

@Injectable()
export class EditedContentService {
  constructor(
    private readonly renderMessageService: RenderMessageService,
    private readonly messageMentionsService: MessageMentionsService,
  ) {}

  /** Throws when the writer may not mention whom the text mentions. */
  async prepare(
    writer: Actor,
    target: ChannelTopic | undefined,
    given: string,
  ): Promise<EditedContent> {
    const trimmed = given.trimEnd().replace(/^\n+/, '');
    const source = truncatedContent(trimmed === '' ? DELETED : trimmed, LIMITS.max_message_length);
    const [rendered] = await this.renderMessageService.render(writer, [source]);
    const { mentions } = rendered!;
    const [flags] = await this.messageMentionsService.flags(writer, [
      { target, content: source, mentions },
    ]);
    return {
      source,
      rendered: rendered!,
      flags: flags!,
    };
  }
}
