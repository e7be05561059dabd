// What a web page says of itself to those who link to it: by the Open Graph protocol, else by its
// title and description.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { LinkPreview } from '#modules/markdown/markdown';
import type { WebPage } from '#platform/outgoing/web-pages.js';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_URL = 2000;

type Node = DefaultTreeAdapterTypes.Node;

/** Texts are empty where the page says nothing. */
export function previewOf({ url, html }: WebPage): LinkPreview {
  const said = new Map<string, string>();
  const note = (name: string, text: string): void => {
    if (!said.has(name) && text.trim() !== '') said.set(name, text);
  };
  for (const node of nodesOf(parse(html))) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'title') note('title', textOf(node));
    if (node.tagName !== 'meta') continue;
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const name = attributes.get('property') ?? attributes.get('name');
    if (name !== undefined) note(name.toLowerCase(), attributes.get('content') ?? '');
  }
  return {
    title: shortened(said.get('og:title') ?? said.get('title'), MAX_TITLE),
    description: shortened(said.get('og:description') ?? said.get('description'), MAX_DESCRIPTION),
    image: imageUrl(said.get('og:image') ?? said.get('og:image:url'), url),
  };
}

/** Without recursion: pages can be nested as deep as they like. */
function* nodesOf(root: Node): Generator<Node> {
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    yield node;
    if ('childNodes' in node) left.push(...node.childNodes.toReversed());
  }
}

function textOf(element: DefaultTreeAdapterTypes.Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function shortened(text = '', length: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : plain;
}

function imageUrl(given: string | undefined, page: URL): string {
  if (given === undefined || !URL.canParse(given, page)) return '';
  const { href, protocol } = new URL(given, page);
  return /^https?:$/.test(protocol) && href.length <= MAX_URL ? href : '';
}
