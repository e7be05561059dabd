// Markdown to HTML. Raw HTML is never passed through, so the output is safe by construction.
import { Injectable } from '@nestjs/common';
import MarkdownIt from 'markdown-it';

@Injectable()
export class MarkdownService {
  private readonly parser = new MarkdownIt({ html: false, linkify: true, breaks: true });

  /** The HTML of a message or description; the empty string for empty text. */
  render(source: string): string {
    return this.parser.render(source).trimEnd();
  }
}
