// Syntax highlighting: highlight.js finds the tokens, and each gets the short class of Pygments style
// sheets (token-classes.ts). Tokens do not nest; the innermost scope decides.
import hljs from 'highlight.js/lib/core';
import { element, joined, type SafeHtml } from './html.view.js';
import { type GrammarName, GRAMMARS } from './languages.js';
import { classed, type ClassedText } from './token-classes.js';

const TOKEN = /<span class="hljs-([\w-]+(?: \w+_)?)[^"]*">|<span class="[^"]*">|<\/span>|[^<]+/g;

for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

export function highlighted(code: string, language: GrammarName): SafeHtml {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const scopes: (string | undefined)[] = [];
  const pieces: ClassedText[] = [];
  for (const [part, scope] of value.matchAll(TOKEN)) {
    if (part === '</span>') scopes.pop();
    else if (part.startsWith('<')) scopes.push(scope ?? scopes.at(-1));
    else for (const piece of classed(scopes.at(-1), part, language)) append(pieces, piece);
  }
  return joined(pieces.map(({ className, html }) => withClass(html as SafeHtml, className)));
}

/** Punctuation is one token even if some of it belongs to a scope. */
function append(pieces: ClassedText[], piece: ClassedText): void {
  const last = pieces.at(-1);
  if (piece.className === 'p' && last?.className === 'p') last.html += piece.html;
  else pieces.push(piece);
}

/** Highlights each line separately, without the white space at its ends. */
function withClass(text: SafeHtml, name: string | undefined): SafeHtml {
  if (name === undefined) return text;
  const lines = text.split('\n').map((line) => {
    const content = line.trim();
    if (content === '') return line as SafeHtml;
    const start = line.indexOf(content);
    return joined([
      line.slice(0, start) as SafeHtml,
      element('span', { class: name }, content as SafeHtml),
      line.slice(start + content.length) as SafeHtml,
    ]);
  });
  return lines.join('\n') as SafeHtml;
}
