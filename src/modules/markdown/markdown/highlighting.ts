// Syntax highlighting: highlight.js finds the tokens, and each gets the short class of Pygments style
// sheets. Tokens do not nest; the innermost scope decides.
import hljs from 'highlight.js/lib/core';
import { element, joined, type SafeHtml } from './html.view.js';
import { type GrammarName, GRAMMARS } from './languages.js';

const CLASSES: Record<string, string> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'm',
  operator: 'o',
  punctuation: 'p',
  property: 'na',
  regexp: 'sr',
  string: 's',
  char: 'se',
  subst: 'si',
  symbol: 'ss',
  class: 'nc',
  function: 'nf',
  title: 'nf',
  variable: 'nv',
  params: 'n',
  comment: 'c',
  doctag: 'cs',
  meta: 'cp',
  section: 'gh',
  tag: 'p',
  name: 'nt',
  attr: 'na',
  attribute: 'na',
  bullet: 'k',
  emphasis: 'ge',
  strong: 'gs',
  link: 'nl',
  quote: 'gr',
  'selector-tag': 'nt',
  'selector-id': 'nn',
  'selector-class': 'nc',
  'selector-attr': 'na',
  'selector-pseudo': 'nd',
  'template-tag': 'cp',
  'template-variable': 'nv',
  addition: 'gi',
  deletion: 'gd',
};

const TOKEN = /<span class="hljs-([\w-]+)[^"]*">|<span class="[^"]*">|<\/span>|[^<]+/g;

for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

export function highlighted(code: string, language: GrammarName): SafeHtml {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const classes: (string | undefined)[] = [];
  const parts: SafeHtml[] = [];
  for (const [part, scope] of value.matchAll(TOKEN)) {
    if (part === '</span>') classes.pop();
    else if (part.startsWith('<')) classes.push(CLASSES[scope ?? ''] ?? classes.at(-1));
    else parts.push(withClass(part as SafeHtml, classes.at(-1)));
  }
  return joined(parts);
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
