// Markdown to HTML: for texts that refer to nobody, such as descriptions, and for messages, whose
// references somebody else has looked up.
import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { type MarkdownContext, NOTHING_KNOWN, type RenderedMessage } from './context.js';
import { ExternalContent } from './external-content.access.js';
import { render, RenderingTooLarge } from './renderer.js';

@Injectable()
export class MarkdownService {
  constructor(private readonly externalContent: ExternalContent) {}

  /** The HTML of a description; the empty string for empty text. */
  render(source: string): string {
    return this.renderMessage(source, {}).html;
  }

  /** Whatever is not known stays as it was typed. */
  renderMessage(source: string, known: Partial<MarkdownContext>): RenderedMessage {
    try {
      return render(source, {
        ...NOTHING_KNOWN,
        externalContentUrl: (url) => this.externalContent.url(url),
        ...known,
      });
    } catch (error) {
      if (!(error instanceof RenderingTooLarge)) throw error;
      throw ApiError.badRequest('The message is too large to be shown');
    }
  }
}
