// Markdown of notifications. Texts from payloads are inserted with the tag `md`, which escapes them: they cannot
// mention users, add formatting, or end the element that contains them. Only the text in the source code of
// integrations is Markdown:
//
//   md`${actor} opened ${link(`#${number}`, url)} in ${bold(repository)}.`
//
// The dialect has no backslash escapes, so characters that would have an effect are written as HTML entities.
import { fromSeconds } from '#platform/clock.js';
import { fenceAround, openFences } from './fences.js';
import { wellFormed } from './well-formed.js';

/** Maximum lengths in code points, of lines (titles and names) and blocks (descriptions). */
const MAX_LINE = 500;
const MAX_BLOCK = 8000;
const MAX_URL = 2000;

const ELLIPSIS = '…';
const ZERO_WIDTH_SPACE = '\u200B';

/** Values that may be inserted: strings are escaped, and undefined is omitted. */
export type Insert = Markdown | string | number | undefined;

export class Markdown {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** The caller must ensure that all texts from payloads in the source are escaped. */
  static of(source: string): Markdown {
    return new Markdown(source);
  }

  toString(): string {
    return this.#source;
  }
}

/** Template tag that escapes inserted texts. */
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

/** Pairs of characters that have an effect if one part ends with the first and the next starts with the second. */
const EFFECTIVE_PAIRS = /^(?:[@#]\*|_\*|!\[|\]\(|\$\$|~~)$/;

/** Joins two parts so that the characters at the border do not form an element. */
function append(source: string, part: string): string {
  const pair = source.slice(-1) + part.slice(0, 1);
  return source + (EFFECTIVE_PAIRS.test(pair) ? ZERO_WIDTH_SPACE : '') + part;
}

/** Whether the text that follows can start a block, such as a list, a heading or a fence. */
function isLineStart(source: string): boolean {
  const line = source.slice(source.lastIndexOf('\n') + 1);
  return /^\s*(?:[>*+-]\s*|\d{1,9}\.\s+)*$/.test(line);
}

/** An escaped text in one line. */
export function text(value: string): Markdown {
  return Markdown.of(escaped(value));
}

/** A link; only the label if the URL is not an http, https or mailto URL. */
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

/** A link for labels that are useless without it; undefined if the URL is not an http, https or mailto URL. */
export function optionalLink(label: Insert, url: string | undefined): Markdown | undefined {
  return url === undefined || linkTarget(url) === undefined ? undefined : link(label, url);
}

export function bold(label: Insert): Markdown {
  const source = sourceOf(label, { next: '*', startsLine: false });
  return Markdown.of(source === '' ? '' : `**${source}**`);
}

/** Several escaped lines of text, with leading and trailing spaces. */
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

/** A quote of lines that are already Markdown. */
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

/** A block of code. The language must not come from a payload. */
export function codeBlock(value: string, language = ''): Markdown {
  const content = truncated(cleaned(value), MAX_BLOCK);
  const fence = fenceAround(content);
  return Markdown.of(`${fence}${language}\n${content}\n${fence}`);
}

/** A quoted block of escaped plain text; undefined if there is no text. */
export function quote(value: string | undefined): Markdown | undefined {
  const source = blockText(value)?.split('\n');
  if (!source) return undefined;
  const content = source.map((line) => escaped(line, { next: '\n', max: MAX_BLOCK })).join('\n');
  return Markdown.of(`\`\`\` quote\n${content}\n\`\`\``);
}

/**
 * A quoted block of a text that its author wrote in Markdown, such as the description of an issue. Formatting is
 * preserved; mentions and references to channels have no effect. Undefined if there is no text.
 */
export function quoteMarkdown(value: string | undefined): Markdown | undefined {
  const content = blockText(value && withoutComments(value));
  if (content === undefined) return undefined;
  const quoted = [withoutReferences(content), ...openFences(content)].join('\n');
  const fence = fenceAround(quoted);
  return Markdown.of(`${fence} quote\n${quoted}\n${fence}`);
}

/**
 * A text that users of the third party's program write in Markdown for the message. Formatting is preserved;
 * mentions and references to channels have no effect.
 */
export function formatted(value: string): Markdown {
  const content = blockText(value) ?? '';
  const inert = content.startsWith('/') ? `&#47;${content.slice(1)}` : content;
  return Markdown.of([withoutReferences(inert), ...openFences(inert)].join('\n'));
}

type Line = Insert | false;

/** Joins paragraphs with line breaks; undefined, false and empty ones are omitted. */
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

/** A list of named values; entries without a value are omitted. */
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

/** Matches ISO 8601, also with a space before the time, and with "UTC" as the zone. */
const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d|UTC|\(UTC\))$/;
/** Maximum UNIX seconds of years with four digits. */
const LAST_SECOND = 253_402_300_799;

/** A time, shown in the time zone of each reader, from ISO 8601 or UNIX seconds; other texts are unchanged. */
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

/** Truncates the text to a number of code points. */
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
  /** The character that follows the text, if it is known. */
  next?: string | undefined;
  startsLine?: boolean;
  /** Whether leading and trailing spaces are preserved. */
  keepsSpace?: boolean;
  /** Maximum length in code points. */
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
  // A long text is truncated before it is scanned.
  const start = wellFormed(value.slice(0, 4 * max));
  return truncated(start.replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' '), max);
}

function cleaned(value: string): string {
  const start = wellFormed(value.slice(0, 4 * MAX_BLOCK));
  return start.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS_IN_BLOCKS, '');
}

/** Returns undefined for blank text. */
function blockText(value: string | undefined): string | undefined {
  const content =
    value === undefined
      ? ''
      : cleaned(value)
          .replace(/^\s*\n/, '')
          .trimEnd();
  return content.trim() === '' ? undefined : truncated(content, MAX_BLOCK);
}

/** Matches characters inside a line that would start an element. */
const INLINE = /&(?=#?\w+;)|<(?=[a-z/!?@:])|[*`]|\$(?=\$)|~(?=~)|:(?=[\p{L}\p{N}_+-]+:)/giu;
const ESCAPED_COLON = '&#58;';
const COLON_AT_END = /:(?=[\p{L}\p{N}_+-]*$)/u;
/** Matches characters at the start of a line that would start a block, a command or a fence. */
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

/** Whether brackets are in pairs and cannot form the label of a link. */
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

/** Removes the comments of HTML, which authors of templates address to the authors of texts. */
function withoutComments(value: string): string {
  let [result, at] = ['', 0];
  for (;;) {
    const start = value.indexOf('<!--', at);
    const end = start === -1 ? -1 : value.indexOf('-->', start + 4);
    if (end === -1) return result + value.slice(at);
    result += value.slice(at, start);
    at = end + 3;
  }
}

/** Separates the characters that start mentions and references. This also works in code. */
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
