// Markdown of notifications. Texts from payloads are inserted with the tag `md`, which escapes them: they
// cannot mention users, format, or end the element that contains them. Only what integrations write
// themselves is Markdown:
//
//   md`${actor} opened ${link(`#${number}`, url)} in ${bold(repository)}.`
//
// The dialect has no escapes with backslashes, so that characters are written as HTML entities where they
// would have an effect.
import { fromSeconds } from '#platform/clock.js';
import { fenceAround, openFences } from './fences.js';
import { wellFormed } from './well-formed.js';

/** Longer texts are cut, in code points. Lines contain titles and names; blocks contain descriptions. */
const MAX_LINE = 500;
const MAX_BLOCK = 8000;
const MAX_URL = 2000;

const ELLIPSIS = '…';
const ZERO_WIDTH_SPACE = '\u200B';

/** Text that may be inserted: strings are escaped, nothing is written for undefined. */
export type Insert = Markdown | string | number | undefined;

export class Markdown {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** The caller vouches that the source contains no text from a payload that is not escaped. */
  static of(source: string): Markdown {
    return new Markdown(source);
  }

  toString(): string {
    return this.#source;
  }
}

/** The tag of a template: see above. */
export function md(strings: TemplateStringsArray, ...inserts: Insert[]): Markdown {
  let source = strings[0] ?? '';
  for (const [index, insert] of inserts.entries()) {
    const next = strings[index + 1] ?? '';
    const part = sourceOf(insert, {
      next: next[0],
      startsLine: isLineStart(source),
      keepsSpace: true,
    });
    source = append(append(source, part), next);
  }
  return Markdown.of(source);
}

/** Pairs of characters that have an effect together, at the border of two parts. */
const EFFECTIVE_PAIRS = /^(?:[@#]\*|_\*|!\[|\]\(|\$\$|~~)$/;

/** Joins two parts so that the end of one and the start of the other form no element. */
function append(source: string, part: string): string {
  const pair = source.slice(-1) + part.slice(0, 1);
  return source + (EFFECTIVE_PAIRS.test(pair) ? ZERO_WIDTH_SPACE : '') + part;
}

/** Whether what follows can start a block: a list, a heading, a fence. */
function isLineStart(source: string): boolean {
  const line = source.slice(source.lastIndexOf('\n') + 1);
  return /^\s*(?:[>*+-]\s*|\d{1,9}\.\s+)*$/.test(line);
}

/** A text on one line, escaped. */
export function text(value: string): Markdown {
  return Markdown.of(escaped(value));
}

/** The label alone, unless the URL is one of the web. */
export function link(label: Insert, url: string | undefined): Markdown {
  const target = url === undefined ? undefined : linkTarget(url);
  if (target === undefined) return Markdown.of(sourceOf(label));
  const source = sourceOf(label, { next: ']', startsLine: false });
  if (source === '') return Markdown.of('');
  return Markdown.of(`[${source}](${target})`);
}

/** A text from a payload as one part of the path of a URL. */
export function urlPart(value: string): string {
  return encodeURIComponent(wellFormed(value));
}

/** Undefined unless the URL is one of the web, for labels that mean nothing without it. */
export function optionalLink(label: Insert, url: string | undefined): Markdown | undefined {
  return url === undefined || linkTarget(url) === undefined ? undefined : link(label, url);
}

export function bold(label: Insert): Markdown {
  const source = sourceOf(label, { next: '*', startsLine: false });
  return Markdown.of(source === '' ? '' : `**${source}**`);
}

/** Several lines of text, escaped, with the spaces at both ends. */
export function sentence(value: string, { hasEmoji = false, startsLine = true } = {}): Markdown {
  const source = wellFormed(value.slice(0, 4 * MAX_BLOCK))
    .replaceAll(CONTROLS_IN_BLOCKS, '')
    .split('\n')
    .map((line, index) =>
      escaped(line, { keepsSpace: true, max: MAX_BLOCK, startsLine: startsLine || index > 0 }),
    )
    .join('\n');
  return Markdown.of(hasEmoji ? source.replaceAll(ESCAPED_COLON, ':') : source);
}

/** A quote of lines that are Markdown already. */
export function quoteLines(content: Markdown): Markdown {
  const source = content.toString();
  const fence = fenceAround(source);
  return Markdown.of(`${fence} quote\n${source}\n${fence}`);
}

/** A code span. */
export function code(value: string | number | undefined): Markdown {
  const content = oneLine(String(value ?? '')).trim();
  if (content === '') return Markdown.of('');
  const longest = Math.max(0, ...Array.from(content.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return Markdown.of(`${fence}${space}${content}${space}${fence}`);
}

/** A block of code. The language is one that the integration chooses. */
export function codeBlock(value: string, language = ''): Markdown {
  const content = truncated(cleaned(value), MAX_BLOCK);
  const fence = fenceAround(content);
  return Markdown.of(`${fence}${language}\n${content}\n${fence}`);
}

/** A quoted block of plain text, escaped. Undefined if there is no text. */
export function quote(value: string | undefined): Markdown | undefined {
  const source = blockText(value)?.split('\n');
  if (!source) return undefined;
  const content = source.map((line) => escaped(line, { next: '\n', max: MAX_BLOCK })).join('\n');
  return Markdown.of(`\`\`\` quote\n${content}\n\`\`\``);
}

/**
 * A quoted block of a text that its author wrote in Markdown, such as the description of an issue. It is
 * formatted inside of the block; mentions and references to channels have no effect. Undefined if there is no
 * text.
 */
export function quoteMarkdown(value: string | undefined): Markdown | undefined {
  const content = blockText(value?.replaceAll(/<!--[\s\S]{0,10000}?-->/g, ''));
  if (content === undefined) return undefined;
  const quoted = [withoutReferences(content), ...openFences(content)].join('\n');
  const fence = fenceAround(quoted);
  return Markdown.of(`${fence} quote\n${quoted}\n${fence}`);
}

/**
 * A text that the third party lets its users write for this message, in Markdown. It is formatted; mentions
 * and references to channels have no effect.
 */
export function formatted(value: string): Markdown {
  const content = blockText(value) ?? '';
  const inert = content.startsWith('/') ? `&#47;${content.slice(1)}` : content;
  return Markdown.of([withoutReferences(inert), ...openFences(inert)].join('\n'));
}

type Line = Insert | false;

/** Paragraphs on lines of their own; those that are undefined, false or empty are left out. */
export function lines(...parts: Line[]): Markdown {
  return joined(parts, '\n');
}

/** A list with a bullet for each item that is not empty. */
export function bullets(items: readonly Line[]): Markdown {
  return joined(
    items.map((item) => {
      const source = item === false ? '' : md`* ${item}`.toString();
      return source.trim() === '*' ? undefined : Markdown.of(source.replaceAll('\n', '\n  '));
    }),
    '\n',
  );
}

/** A list of named values; those without a value are left out. */
export function details(values: Readonly<Record<string, Insert>>): Markdown {
  return bullets(
    Object.entries(values)
      .filter(([, value]) => sourceOf(value) !== '')
      .map(([name, value]) => md`${bold(name)}: ${value}`),
  );
}

/** The items separated by commas, with "and" before the last one. */
export function enumeration(items: readonly Insert[]): Markdown {
  const sources = items.map((item) => sourceOf(item)).filter((source) => source !== '');
  const last = sources.pop() ?? '';
  return Markdown.of(sources.length === 0 ? last : `${sources.join(', ')} and ${last}`);
}

export function joined(parts: readonly Line[], separator: string): Markdown {
  const sources = parts
    .filter(isPresent)
    .map((part) => sourceOf(part === false ? undefined : part));
  return Markdown.of(
    sources
      .filter((source) => source !== '')
      .reduce((all, source) => (all === '' ? source : append(all + separator, source)), ''),
  );
}

/** Also with a space before the time, and "UTC" as the zone. */
const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d|UTC|\(UTC\))$/;
/** UNIX seconds of years with four digits. */
const LAST_SECOND = 253_402_300_799;

/** A time that each reader sees in the own time zone, from ISO 8601 or UNIX seconds; otherwise the text. */
export function time(value: string | number | undefined): Markdown {
  if (typeof value === 'string') {
    const [, date, clock, zone = ''] = ISO_TIME.exec(value) ?? [];
    if (date === undefined) return text(value);
    return Markdown.of(`<time:${date}T${clock}${zone.includes('UTC') ? 'Z' : zone}>`);
  }
  if (value === undefined || !(value >= 0 && value <= LAST_SECOND))
    return text(String(value ?? ''));
  return Markdown.of(`<time:${fromSeconds(Math.floor(value)).toISOString()}>`);
}

/** Cuts the text to a number of code points. */
export function truncated(value: string, max: number): string {
  if (value.length <= max) return value;
  const characters = Array.from(value.slice(0, 2 * max + 1));
  if (characters.length <= max) return value;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}

function isPresent(part: Line): boolean {
  return part !== undefined && part !== false;
}

interface Surroundings {
  /** The character that follows the text, if it is certain. */
  next?: string | undefined;
  startsLine?: boolean;
  /** Leave a space at either end. */
  keepsSpace?: boolean;
  /** In code points. */
  max?: number;
}

function sourceOf(insert: Insert, surroundings?: Surroundings): string {
  if (insert === undefined) return '';
  return insert instanceof Markdown ? insert.toString() : escaped(String(insert), surroundings);
}

/** Control characters, and those that change the direction of the text that follows. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
const CONTROLS_IN_BLOCKS = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

function oneLine(value: string, max = MAX_LINE): string {
  // Most of a long text is cut before it is scanned.
  const start = wellFormed(value.slice(0, 4 * max));
  return truncated(start.replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' '), max);
}

function cleaned(value: string): string {
  const start = wellFormed(value.slice(0, 4 * MAX_BLOCK));
  return start.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS_IN_BLOCKS, '');
}

/** Undefined for blank text. */
function blockText(value: string | undefined): string | undefined {
  const content =
    value === undefined
      ? ''
      : cleaned(value)
          .replace(/^\s*\n/, '')
          .trimEnd();
  return content.trim() === '' ? undefined : truncated(content, MAX_BLOCK);
}

/** Characters that start an element of the dialect inside of a line, where they have an effect. */
const INLINE = /&(?=#?\w+;)|<(?=[a-z/!?@:])|[*`]|\$(?=\$)|~(?=~)|:(?=[\p{L}\p{N}_+-]+:)/giu;
const ESCAPED_COLON = '&#58;';
const COLON_AT_END = /:(?=[\p{L}\p{N}_+-]*$)/u;
/** Characters that start a block, a command or a fence at the start of a line. */
const LINE_START = /^(?:[#>+\-*|~=_:/]|\d(?=\d{0,8}\.))/;

function escaped(
  value: string,
  { next, startsLine = true, keepsSpace = false, max = MAX_LINE }: Surroundings = {},
): string {
  const collapsed = oneLine(value, max);
  const content = keepsSpace ? collapsed : collapsed.trim();
  let source = content.replaceAll(INLINE, entity);
  if (next === ':') source = source.replace(COLON_AT_END, entity);
  if (next === '*') source = source.replace(/[@#](?=_?$)/, entity);
  if (!areBracketsInert(content, next)) source = source.replaceAll(/[[\]]/g, entity);
  return startsLine ? source.replace(LINE_START, entity) : source;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Whether the brackets are in pairs, and neither is nor becomes the label of a link. */
function areBracketsInert(value: string, next: string | undefined): boolean {
  if (!/[[\]]/.test(value)) return true;
  if (value.includes('](')) return false;
  if (value.endsWith(']') && next === '(') return false;
  let depth = 0;
  for (const [bracket] of value.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Separates the characters that start mentions and references, which also works in code. */
function withoutReferences(value: string): string {
  return value
    .replaceAll(/@(?=_?\*)/g, `@${ZERO_WIDTH_SPACE}`)
    .replaceAll(/#(?=\*\*)/g, `#${ZERO_WIDTH_SPACE}`);
}

function linkTarget(url: string): string | undefined {
  const trimmed = url.trim();
  if (trimmed.length > MAX_URL || !URL.canParse(trimmed)) return undefined;
  const { protocol, host, href } = new URL(trimmed);
  if (!['http:', 'https:', 'mailto:'].includes(protocol) || host.includes('[')) return undefined;
  return href.replaceAll(/[()[\]*`<>\\'"|]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
