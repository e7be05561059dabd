// The HTML of a message for email: only elements that mail programs show, absolute links, and nothing that is loaded
// from elsewhere. The HTML of messages is correct, because the server made it.
import { escapeUTF8 } from 'entities';
import { Parser } from 'htmlparser2';

const KEPT = new Set(
  'p a strong b em i del s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td span div'.split(
    ' ',
  ),
);
const EMPTY = new Set(['br', 'hr']);
/** Pictures and previews, and the text that a spoiler hides. */
const SKIPPED = /\b(?:message_inline_image|message_embed|spoiler-content|katex-html)\b/;
const EMOJI = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/;

interface Attributes {
  [name: string]: string;
}

/** `organizationUrl` completes relative links. A message of pictures only becomes links to them. */
export function emailHtml(rendered: string, organizationUrl: string): string {
  const writer = new Writer(organizationUrl);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  parser.end(rendered);
  return writer.html();
}

class Writer {
  private output = '';
  private hasText = false;
  private readonly skippedLinks = new Set<string>();
  /** For each open element, the text that ends it. */
  private readonly ends: string[] = [];
  /** The number of open elements where skipping began; undefined while nothing is skipped. */
  private skippedFrom: number | undefined;

  constructor(private readonly organizationUrl: string) {}

  open(name: string, attributes: Attributes): void {
    const { class: classes = '', href } = attributes;
    const depth = this.ends.length;
    if (this.skippedFrom !== undefined) {
      if (name === 'a' && href !== undefined) this.skippedLinks.add(this.absolute(href));
      this.ends.push('');
      return;
    }
    const replacement = textInstead(name, attributes);
    if (replacement !== undefined) this.text(replacement);
    const isReplaced = replacement !== undefined && name !== 'img';
    if (isReplaced || SKIPPED.test(classes) || name === 'mrow') {
      if (classes.includes('spoiler-content'))
        this.text('(Open the conversation to see the hidden text)');
      this.skippedFrom = depth;
      this.ends.push('');
      return;
    }
    if (EMPTY.has(name)) this.output += `<${name}>`;
    const isKept = KEPT.has(name);
    if (isKept) this.output += `<${name}${this.attributes(name, attributes)}>`;
    this.ends.push(isKept ? `</${name}>` : '');
  }

  text(text: string): void {
    if (this.skippedFrom !== undefined) return;
    if (text.trim() !== '') this.hasText = true;
    this.output += escapeUTF8(text);
  }

  close(_name: string): void {
    const end = this.ends.pop() ?? '';
    if (this.skippedFrom === this.ends.length) this.skippedFrom = undefined;
    else if (this.skippedFrom === undefined) this.output += end;
  }

  html(): string {
    if (this.hasText) return this.output;
    return [...this.skippedLinks]
      .map((link) => `<p><a href="${escapeUTF8(link)}">${escapeUTF8(link)}</a></p>`)
      .join('');
  }

  private attributes(name: string, { href, start, class: classes = '' }: Attributes): string {
    if (name === 'a' && href !== undefined) return ` href="${escapeUTF8(this.absolute(href))}"`;
    if (name === 'ol' && start !== undefined) return ` start="${escapeUTF8(start)}"`;
    return classes.includes('mention') || classes.includes('topic') ? ' class="mention"' : '';
  }

  private absolute(href: string): string {
    return URL.canParse(href, this.organizationUrl)
      ? new URL(href, this.organizationUrl).href
      : this.organizationUrl;
  }
}

/** The text that stands for a picture or an emoji. */
function textInstead(name: string, { class: classes = '', alt }: Attributes): string | undefined {
  if (name === 'img') return alt ?? '';
  if (name !== 'span') return undefined;
  const [, codes] = EMOJI.exec(classes) ?? [];
  if (codes === undefined) return undefined;
  return String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
}
