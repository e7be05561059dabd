// Converts texts of Slack, for integrations with Slack and with programs that use its format. Their formatting is
// preserved; mentions become plain names.
import {
  bullets,
  codeBlock,
  details,
  type Insert,
  joined,
  lines,
  link,
  Markdown,
  md,
  quoteLines,
  sentence,
} from './markdown.js';
import type { Payload } from './payload.js';

/** Matches code, links, references, and formatted text within one line. */
const TOKEN =
  /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,3000})>|(?<![\p{L}\p{N}*])\*([^*\n]+)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~([^~\n]+)~(?![\p{L}\p{N}~])/gu;

const MAX_TEXT = 9000;
const MAX_NESTING = 3;

/** A text in the markup of Slack (mrkdwn). */
export function slackText(value: string): Markdown {
  const text = value.slice(0, MAX_TEXT).replaceAll(/\r\n?/g, '\n');
  const paragraphs: Insert[] = [];
  for (const { quoted, content } of quoteRuns(text)) {
    const markdown = inline(content, 0);
    paragraphs.push(quoted ? quoteLines(markdown) : markdown);
  }
  return joined(paragraphs, '\n');
}

/** Separates lines that start with `>` from other lines. */
function quoteRuns(text: string): { quoted: boolean; content: string }[] {
  const runs: { quoted: boolean; content: string }[] = [];
  for (const line of text.split('\n')) {
    const [mark] = /^(?:>|&gt;) ?/.exec(line) ?? [];
    const content = line.slice(mark?.length ?? 0);
    const last = runs.at(-1);
    if (last?.quoted === (mark !== undefined)) last.content += `\n${content}`;
    else runs.push({ quoted: mark !== undefined, content });
  }
  return runs;
}

function inline(text: string, depth: number): Markdown {
  const parts: Markdown[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const startsLine = end === 0 && depth === 0;
    parts.push(plain(text.slice(end, match.index), { startsLine }), token(match, depth));
    end = match.index + match[0].length;
  }
  parts.push(plain(text.slice(end), { startsLine: end === 0 && depth === 0 }));
  return joined(parts, '');
}

function token(match: RegExpMatchArray, depth: number): Markdown {
  const [source, block, span, reference, strong, emphasized, struck] = match;
  if (block !== undefined) {
    return md`\n${codeBlock(decoded(block).replaceAll(/^\n|\n$/g, ''))}\n`;
  }
  if (span !== undefined) return codeSpan(span);
  if (reference !== undefined) return referenceText(reference);
  if (depth === MAX_NESTING) return plain(source);
  if (strong !== undefined) return md`**${inline(strong.trim(), depth + 1)}**`;
  if (emphasized !== undefined) return md`*${inline(emphasized.trim(), depth + 1)}*`;
  return md`~~${inline((struck ?? '').trim(), depth + 1)}~~`;
}

function codeSpan(value: string): Markdown {
  return Markdown.of(
    `\`${
      decoded(value)
        .replaceAll(/[`\s]+/g, ' ')
        .trim() || ' '
    }\``,
  );
}

/** `<https://…|label>`, `<@U1|name>`, `<#C1|name>`, `<!here>`, `<!date^1^format|fallback>`. */
function referenceText(reference: string): Markdown {
  const at = reference.indexOf('|');
  const target = decoded(at === -1 ? reference : reference.slice(0, at));
  const label = at === -1 ? undefined : decoded(reference.slice(at + 1)).trim() || undefined;
  switch (target[0]) {
    case '@':
      return plain(`@${(label ?? target.slice(1)).replace(/^@/, '')}`);
    case '#':
      return plain(`#${(label ?? target.slice(1)).replace(/^#/, '')}`);
    case '!': {
      const [name = ''] = target.slice(1).split(/[\^|]/, 1);
      return plain(label ?? (name === 'date' ? 'a date' : `@${name}`));
    }
    default:
      return link(label ?? target, target);
  }
}

/** Lines of text without markup. Names of emoji are the same in Slack. */
function plain(text: string, { startsLine = true } = {}): Markdown {
  return sentence(decoded(text), { hasEmoji: true, startsLine });
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The blocks of Block Kit; unknown blocks are ignored. */
export function slackBlocks(blocks: readonly Payload[]): Markdown {
  return lines(...blocks.map(blockText));
}

function blockText(block: Payload): Markdown | undefined {
  switch (block.text('type')) {
    case 'section':
      return lines(
        block.has('text') && textObject(block.object('text')),
        bullets(block.optionalList('fields').map(textObject)),
        block.has('accessory') && element(block.object('accessory')),
      );
    case 'header':
      return md`**${plain(block.text('text.text').trim())}**`;
    case 'context':
      return joined(block.list('elements').map(element), ' ');
    case 'actions':
      return joined(block.list('elements').map(element), ' | ');
    case 'divider':
      return Markdown.of('\n---\n');
    case 'image':
      return imageText(block);
    case 'video':
      return link(block.text('title.text'), block.optionalText('title_url'));
    case 'markdown':
    case 'input':
    case 'file':
      return undefined;
    case 'rich_text':
      return lines(...block.list('elements').map(richElement));
    default:
      return undefined;
  }
}

function textObject(object: Payload): Markdown {
  const value = object.text('text');
  return object.optionalText('type') === 'plain_text' ? plain(value) : slackText(value);
}

function element(object: Payload): Markdown | undefined {
  switch (object.optionalText('type')) {
    case 'mrkdwn':
    case 'plain_text':
      return textObject(object);
    case 'image':
      return imageText(object);
    case 'button':
      return object.has('url')
        ? link(object.text('text.text'), object.optionalText('url'))
        : undefined;
    default:
      return undefined;
  }
}

function imageText(image: Payload): Markdown {
  const title = image.optionalText('title.text') ?? image.optionalText('alt_text') ?? 'image';
  return link(title, image.optionalText('image_url'));
}

function richElement(object: Payload): Markdown | undefined {
  const parts = (): Markdown => joined(object.list('elements').map(richPart), '');
  switch (object.text('type')) {
    case 'rich_text_section':
      return parts();
    case 'rich_text_list':
      return bullets(object.list('elements').map(richElement));
    case 'rich_text_quote':
      return quoteLines(parts());
    case 'rich_text_preformatted':
      return codeBlock(
        object
          .list('elements')
          .map((part) => part.optionalText('text') ?? part.optionalText('url') ?? '')
          .join(''),
      );
    default:
      return undefined;
  }
}

function richPart(part: Payload): Markdown {
  switch (part.text('type')) {
    case 'text':
      return styled(part.text('text'), part);
    case 'link':
      return link(part.optionalText('text') ?? part.text('url'), part.text('url'));
    case 'emoji':
      return plain(`:${part.text('name')}:`);
    case 'user':
      return plain(`@${part.text('user_id')}`);
    case 'channel':
      return plain(`#${part.text('channel_id')}`);
    case 'broadcast':
      return plain(`@${part.text('range')}`);
    default:
      return plain(part.optionalText('fallback') ?? '');
  }
}

function styled(value: string, part: Payload): Markdown {
  if (value.trim() === '') return plain(value);
  if (part.flag('style.code')) return codeSpan(value);
  const start = value.length - value.trimStart().length;
  const end = value.trimEnd().length;
  const text = plain(value.slice(start, end));
  const formatted = part.flag('style.bold')
    ? md`**${text}**`
    : part.flag('style.italic')
      ? md`*${text}*`
      : part.flag('style.strike')
        ? md`~~${text}~~`
        : text;
  return joined([plain(value.slice(0, start)), formatted, plain(value.slice(end))], '');
}

/** An attachment in the older format. */
export function slackAttachment(attachment: Payload): Markdown {
  const title = attachment.optionalText('title');
  const text = attachment.optionalText('text');
  const fields = attachment.optionalList('fields').map((field) => ({
    title: field.optionalText('title') ?? '',
    value: field.optionalLabel('value') ?? '',
  }));
  const author = attachment.optionalText('author_name');
  const content = lines(
    attachment.has('pretext') && slackText(attachment.text('pretext')),
    author !== undefined && link(author, attachment.optionalText('author_link')),
    title !== undefined && md`**${link(title, attachment.optionalText('title_link'))}**`,
    text !== undefined && slackText(text),
    details(Object.fromEntries(fields.map(({ title: name, value }) => [name, slackText(value)]))),
    slackBlocks(attachment.optionalList('blocks')),
    attachment.has('image_url') && link('Image', attachment.optionalText('image_url')),
    attachment.has('footer') && plain(attachment.text('footer')),
  );
  const fallback = attachment.optionalText('fallback');
  return String(content) === '' && fallback !== undefined ? slackText(fallback) : content;
}

/** Text, blocks and attachments of a message. */
export function slackMessage(payload: Payload): Markdown {
  const blocks = slackBlocks(payload.optionalList('blocks'));
  const text = payload.optionalText('text');
  return lines(
    // If there are blocks, Slack uses the text only for notifications.
    String(blocks) === '' ? text !== undefined && slackText(text) : blocks,
    ...payload.optionalList('attachments').map(slackAttachment),
  );
}
