// Marks the changes of an edit in the HTML of a message, in the markup that clients style: one <div>, with
// added words in <span class="highlight_text_inserted"> and, after them, removed words in
// <span class="highlight_text_deleted">. The structure is that of the new HTML: without removed words and
// the spans it is the new HTML, apart from spaces, and no tag is cut. Removed words lose their tags.
// Both texts must come from our renderer: well-formed, with every element closed.
import { diffArrays } from 'diff';

/** Beyond this number of changes, the whole text is one change: the time is quadratic. */
const MAX_CHANGES = 600;
const MAX_TOKENS = 20_000;

interface Token {
  kind: 'tag' | 'text';
  html: string;
  /** White space that follows. It is not compared. */
  space: string;
}

const PIECE = /<[^>]*>|[^\s<]+|\s+|</gu;
const TAG_NAME = /^<(\/?)([a-z0-9-]+)/i;
/** Visible elements without content. */
const VISIBLE_ALONE = new Set(['img', 'input', 'hr', 'source']);
/** Elements whose content is only valid as a whole. */
const INDIVISIBLE = new Set(['span', 'time', 'audio', 'video', 'svg']);

/** Counts down the tokens of several comparisons; beyond it, everything is shown as deleted and inserted. */
export interface DiffBudget {
  tokens: number;
}

export function htmlDiff(
  before: string,
  after: string,
  budget: DiffBudget = { tokens: MAX_TOKENS },
): string {
  const result = new DiffWriter();
  let removed: Token[] = [];
  for (const part of changesOf(tokens(before), tokens(after), budget)) {
    if (part.removed) {
      removed = part.value;
      continue;
    }
    if (part.added) result.replace(removed, part.value);
    else result.delete(removed).keep(part.value);
    removed = [];
  }
  return result.delete(removed).toString();
}

interface Change {
  added: boolean;
  removed: boolean;
  value: Token[];
}

/** Removed tokens precede the added tokens that replace them. */
function changesOf(before: Token[], after: Token[], budget: DiffBudget): Change[] {
  const count = before.length + after.length;
  budget.tokens -= count;
  const changes =
    count > MAX_TOKENS || budget.tokens < 0
      ? undefined
      : diffArrays(before, after, {
          comparator: (a, b) => a.html === b.html,
          maxEditLength: MAX_CHANGES,
        });
  return (
    changes ?? [
      { added: false, removed: true, value: before },
      { added: true, removed: false, value: after },
    ]
  );
}

/** Returns tags, words and indivisible elements. */
function tokens(html: string): Token[] {
  const result: Token[] = [];
  let whole: { name: string; depth: number; html: string } | undefined;
  for (const piece of html.match(PIECE) ?? []) {
    const [, closing, name = ''] = TAG_NAME.exec(piece) ?? [];
    const last = result.at(-1);
    if (whole) {
      whole.html += piece;
      if (name === whole.name) whole.depth += closing ? -1 : 1;
      if (whole.depth > 0) continue;
      result.push({ kind: 'text', html: whole.html, space: '' });
      whole = undefined;
    } else if (INDIVISIBLE.has(name) && !closing) {
      whole = { name, depth: 1, html: piece };
    } else if (last && piece.trim() === '') {
      last.space += piece;
    } else {
      const isTag = name !== '' && !VISIBLE_ALONE.has(name);
      result.push({ kind: isTag ? 'tag' : 'text', html: piece, space: '' });
    }
  }
  if (whole) result.push({ kind: 'text', html: whole.html, space: '' });
  return result;
}

class DiffWriter {
  private html = '';

  keep(value: Token[]): this {
    this.html += joined(value);
    return this;
  }

  delete(value: Token[]): this {
    const html = words(value);
    if (html === '') return this;
    const isApart = /^[\s>]?$/.test(this.html.slice(-1)) && !this.html.endsWith('</span>');
    const space = value.at(-1)?.space ?? '';
    this.html += `${isApart ? '' : ' '}<span class="highlight_text_deleted">${html}</span>${space}`;
    return this;
  }

  /** Removed words follow the first run of added words, within the same element. */
  replace(removed: Token[], added: Token[]): this {
    let deletion = removed;
    for (let start = 0, end; start < added.length; start = end) {
      const { kind } = added[start]!;
      end = start + 1;
      while (end < added.length && added[end]!.kind === kind) end++;
      const run = added.slice(start, end);
      if (kind === 'tag') {
        this.keep(run);
      } else {
        this.insert(run).delete(deletion);
        deletion = [];
      }
    }
    return this.delete(deletion);
  }

  toString(): string {
    return `<div>${this.html}</div>`;
  }

  private insert(value: Token[]): this {
    const html = joined(value).trimEnd();
    const space = value.at(-1)?.space ?? '';
    this.html += `<span class="highlight_text_inserted">${html}</span>${space}`;
    return this;
  }
}

/** Spaces take the place of tags. */
function words(value: Token[]): string {
  return value
    .map(({ kind, html, space }) => (kind === 'text' ? html + space : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function joined(value: Token[]): string {
  return value.map(({ html, space }) => html + space).join('');
}
