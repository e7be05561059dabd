// Renders Markdown to HTML: values of profile fields, which have no references, and messages, whose references
// the caller has resolved. The service Descriptions renders descriptions.
import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { type MarkdownContext, EMPTY_CONTEXT, type RenderedMessage } from './context.js';
import { ExternalContentUrls } from './external-content-urls.js';
import { render, RenderingTooLarge } from './renderer.js';

@Injectable()
export class MarkdownService {
  constructor(private readonly externalContentUrls: ExternalContentUrls) {}

  /** Returns the HTML of a text without references; an empty string for an empty text. */
  render(source: string): string {
    return this.renderMessage(source, {}).html;
  }

  /** References that `context` does not resolve are rendered as the text that was typed. */
  renderMessage(source: string, context: Partial<MarkdownContext>): RenderedMessage {
    try {
      return render(source, {
        ...EMPTY_CONTEXT,
        externalContentUrl: (url) => this.externalContentUrls.url(url),
        ...context,
      });
    } catch (error) {
      if (!(error instanceof RenderingTooLarge)) throw error;
      throw ApiError.badRequest('The rendered message is too large');
    }
  }
}
