// Reads the preview of a web page: its Open Graph properties, or else its title and description. Pages
// are hostile input: the reader builds no tree, takes time linear in the text, and stops at the end of
// the head.
import { Parser } from 'htmlparser2';
import type { LinkPreview } from '#modules/markdown/markdown';
import type { WebPage } from '#platform/outgoing/web-pages.js';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_URL = 2000;

/** Missing texts are empty. Reads only the head of the page. */
export async function previewOf({ url, html }: WebPage): Promise<LinkPreview> {
  const head = new HeadReader();
  for await (const piece of html) {
    head.read(piece);
    if (head.hasEnded) break;
  }
  const { texts } = head;
  return {
    title: shortened(texts.get('og:title') ?? texts.get('title'), MAX_TITLE),
    description: shortened(
      texts.get('og:description') ?? texts.get('description'),
      MAX_DESCRIPTION,
    ),
    image: imageUrl(texts.get('og:image') ?? texts.get('og:image:url'), url),
  };
}

/** Collects the title and the named texts of the `<meta>` elements; the first of each name counts. */
class HeadReader {
  readonly texts = new Map<string, string>();
  hasEnded = false;
  private title: string | undefined;
  private readonly parser: Parser;

  constructor() {
    this.parser = new Parser({
      onopentag: (tag, attributes) => {
        if (tag === 'title') this.title = '';
        if (tag !== 'meta') return;
        const name = attributes['property'] ?? attributes['name'];
        if (name !== undefined) this.add(name.toLowerCase(), attributes['content'] ?? '');
      },
      ontext: (text) => {
        if (this.title !== undefined) this.title += text;
      },
      onclosetag: (tag) => {
        if (tag === 'head') this.hasEnded = true;
        if (tag !== 'title' || this.title === undefined) return;
        this.add('title', this.title);
        this.title = undefined;
      },
    });
  }

  read(html: string): void {
    this.parser.write(html);
  }

  private add(name: string, text: string): void {
    if (this.hasEnded || this.texts.has(name) || text.trim() === '') return;
    this.texts.set(name, text);
  }
}

function shortened(text = '', length: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : plain;
}

function imageUrl(source: string | undefined, page: URL): string {
  if (source === undefined || !URL.canParse(source, page)) return '';
  const { href, protocol } = new URL(source, page);
  return /^https?:$/.test(protocol) && href.length <= MAX_URL ? href : '';
}
