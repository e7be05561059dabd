// Markdown to HTML, as a pure function of the text and its context.
import type { MarkdownContext, RenderedMessage } from './context.js';
import { createParser } from './dialect.js';
import { Rendering } from './rendering.js';
import { wellFormed } from './urls.js';

/** In characters: fifty times the longest message. */
const MAX_HTML_LENGTH = 500_000;

/** The HTML of a message exceeds MAX_HTML_LENGTH. */
export class RenderingTooLarge extends Error {}

const parser = createParser();

/** Throws RenderingTooLarge. */
export function render(source: string, context: MarkdownContext): RenderedMessage {
  const rendering = new Rendering(context);
  const html = parser.render(wellFormed(source), rendering.environment).trimEnd();
  if (html.length > MAX_HTML_LENGTH) throw new RenderingTooLarge();
  return {
    html,
    mentions: rendering.mentions,
    links: [...rendering.links],
    previewable: [...rendering.previewable],
    attachments: [...rendering.attachments],
    hasLink: rendering.hasLink,
    hasImage: rendering.hasImage,
    hasAttachment: rendering.attachments.size > 0,
    isMeMessage: source.startsWith('/me ') && isOneParagraph(html),
  };
}

function isOneParagraph(html: string): boolean {
  return html.startsWith('<p>') && html.indexOf('</p>') === html.length - '</p>'.length;
}
