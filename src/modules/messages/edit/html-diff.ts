// Shows in the HTML of a message what an edit changed: new words inside <ins>, gone ones inside
// <del>. The page keeps the structure of the new HTML: without <del> and the <ins> tags it is the
// new HTML, byte for byte, and no tag is ever cut. What is gone shows only its words.
// Both texts must come from our renderer: well-formed, with every element closed.
import { diffArrays } from 'diff';

/** More changes than these are not looked for one by one: the time grows with their square. */
const MAX_CHANGES = 600;
const MAX_TOKENS = 20_000;

type TokenKind = 'tag' | 'text';

interface Token {
  kind: TokenKind;
  html: string;
}

const PIECE = /<[^>]*>|&[^;\s<&]{1,32};|[\p{L}\p{N}_]+|\s+|[^<]/gsu;
const TAG_NAME = /^<(\/?)([a-z0-9-]+)/i;
/** They show something by themselves; what a <span> holds means something only as a whole. */
const SHOWN_ALONE = new Set(['img', 'input', 'hr', 'source']);
const WHOLE = new Set(['span', 'time', 'audio', 'video', 'svg']);

export function htmlDiff(before: string, after: string): string {
  const [old, now] = [tokens(before), tokens(after)];
  const changes =
    old.length + now.length > MAX_TOKENS
      ? undefined
      : diffArrays(old, now, {
          comparator: (a, b) => a.html === b.html,
          maxEditLength: MAX_CHANGES,
        });
  const parts = changes ?? [
    { added: false, removed: true, value: old },
    { added: true, removed: false, value: now },
  ];
  return parts
    .map(({ added, removed, value }) => {
      if (removed) return marked('del', words(value));
      return added ? inserted(value) : joined(value);
    })
    .join('');
}

/** Tags, words, spaces and signs; an element that is one thing is one token. */
function tokens(html: string): Token[] {
  const found: Token[] = [];
  const pieces = html.match(PIECE) ?? [];
  let whole: { name: string; depth: number; html: string } | undefined;
  for (const piece of pieces) {
    const [, closing, name = ''] = TAG_NAME.exec(piece) ?? [];
    if (whole) {
      whole.html += piece;
      if (name === whole.name) whole.depth += closing ? -1 : 1;
      if (whole.depth > 0) continue;
      found.push({ kind: 'text', html: whole.html });
      whole = undefined;
    } else if (WHOLE.has(name) && !closing) {
      whole = { name, depth: 1, html: piece };
    } else {
      const isTag = name !== '' && !SHOWN_ALONE.has(name);
      found.push({ kind: isTag ? 'tag' : 'text', html: piece });
    }
  }
  if (whole) found.push({ kind: 'text', html: whole.html });
  return found;
}

/** Marks each run of words between two tags. */
function inserted(value: Token[]): string {
  let result = '';
  let run: Token[] = [];
  for (const token of value) {
    if (token.kind === 'text') {
      run.push(token);
      continue;
    }
    result += marked('ins', joined(run)) + token.html;
    run = [];
  }
  return result + marked('ins', joined(run));
}

/** Where a tag was, the words stay apart. */
function words(value: Token[]): string {
  return value
    .map(({ kind, html }) => (kind === 'text' ? html : ' '))
    .join('')
    .replace(/\s+/g, ' ');
}

/** Space alone shows nothing; it is left as it is where it is new. */
function marked(tag: 'ins' | 'del', html: string): string {
  if (html.trim() !== '') return `<${tag}>${html}</${tag}>`;
  return tag === 'ins' ? html : '';
}

function joined(value: Token[]): string {
  return value.map(({ html }) => html).join('');
}
