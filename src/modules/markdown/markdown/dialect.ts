// The Markdown dialect: markdown-it with only the rules named here, and one plugin for each element of
// a message. Raw HTML is never passed through.
import MarkdownItParser, { type MarkdownIt, type StateCore } from 'markdown-it';
import { blockQuotes } from './block-quotes.plugin.js';
import { streamLinks } from './stream-links.plugin.js';
import { emoji } from './emoji.plugin.js';
import { emphasis } from './emphasis.plugin.js';
import { fences } from './fences.plugin.js';
import { inlineText } from './inline-text.plugin.js';
import { links } from './links.plugin.js';
import { lists } from './lists.plugin.js';
import { math } from './math.plugin.js';
import { media } from './media.plugin.js';
import { mentions } from './mentions.plugin.js';
import { paragraphs } from './paragraphs.plugin.js';
import { previews } from './previews.plugin.js';
import { renderingOf } from './rendering.js';
import { tables } from './tables.plugin.js';
import { times } from './times.plugin.js';

/** The enabled rules of markdown-it; plugins replace the function of some. */
const RULES = [
  'table code fence blockquote hr list heading',
  'text newline backticks strikethrough emphasis link image autolink linkify entity',
].flatMap((names) => names.split(' '));

/** Above all limits of the plugins: markdown-it drops the text that exceeds its own limit. */
const MAX_NESTING = 1_000;

export function createParser(): MarkdownIt {
  const md = new MarkdownItParser('zero', { breaks: true, html: false, maxNesting: MAX_NESTING });
  // Only asterisks form pairs, so the other pair rules are not needed.
  md.enable(RULES).enable('text_join');
  md.inline.ruler2.enable(['balance_pairs', 'emphasis']);
  md.inline.ruler2.disable('strikethrough');
  md.core.ruler.at('inline', parseInline);
  md.renderer.rules['html'] = (tokens, index) => tokens[index]!.content;
  return md
    .use(paragraphs)
    .use(tables)
    .use(lists)
    .use(blockQuotes)
    .use(fences)
    .use(inlineText)
    .use(emphasis)
    .use(links)
    .use(media)
    .use(mentions)
    .use(streamLinks)
    .use(times)
    .use(math)
    .use(emoji)
    .use(previews);
}

/** Parses inline text with `rendering.isQuoted` set for text inside block quotes. */
function parseInline(state: StateCore): void {
  const rendering = renderingOf(state);
  let quoteDepth = 0;
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') quoteDepth++;
    else if (token.type === 'blockquote_close') quoteDepth--;
    else if (token.type === 'inline') {
      rendering.isQuoted = quoteDepth > 0;
      token.children ??= [];
      state.md.inline.parse(token.content, state.md, state.env, token.children);
    }
  }
}
