// The classes of Pygments, for which clients have styles, by the scopes of highlight.js. The scopes are
// coarser: numbers, strings, comments and keywords are distinguished by their text, and names, operators and
// punctuation, which have no scope in most grammars, are found in the text that is left.
import type { GrammarName } from './languages.js';

export interface ClassedText {
  /** Undefined for text without a class. */
  className: string | undefined;
  html: string;
}

const CLASSES: Record<string, string> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  operator: 'o',
  punctuation: 'p',
  property: 'na',
  regexp: 'sr',
  char: 'se',
  symbol: 'ss',
  'title class_': 'nc',
  'title function_': 'nf',
  title: 'nf',
  'variable language_': 'bp',
  'variable constant_': 'no',
  variable: 'nv',
  doctag: 'cs',
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

/** Scopes around code rather than around one token. */
const CODE_SCOPES = new Set(['function', 'class', 'params']);

/** Languages whose text without a scope consists of names, operators and punctuation. */
const PROGRAMMING = new Set<GrammarName>(
  `c clojure cpp csharp dart elixir erlang go graphql haskell java javascript julia kotlin lua matlab
   objectivec ocaml perl php powershell protobuf python r ruby rust scala sql swift typescript`.split(
    /\s+/,
  ) as GrammarName[],
);

/** Languages whose names have the class `nx`. */
const SCRIPTS = new Set<GrammarName>(['go', 'javascript', 'php', 'typescript']);

const CONSTANTS = new Set(['true', 'false', 'null', 'nil']);

const DECLARATIONS = 'class const function let var';
const MODIFIERS = 'abstract class final interface private protected public static';
const KEYWORDS: Partial<Record<GrammarName, Record<string, string>>> = {
  go: { kd: 'const func interface map struct type var', kn: 'import package' },
  java: { kd: MODIFIERS, kn: 'import package' },
  javascript: { kd: DECLARATIONS },
  kotlin: { kd: 'class fun interface object val var', kn: 'import package' },
  python: { kn: 'from import', ow: 'and in is not or' },
  scala: { kd: 'class def object trait val var', kn: 'import package' },
  typescript: { kd: `${DECLARATIONS} ${MODIFIERS}` },
};

const keywordClasses = new Map(
  Object.entries(KEYWORDS).flatMap(([language, classes]) =>
    Object.entries(classes).flatMap(([name, words]) =>
      words.split(' ').map((word) => [`${language} ${word}`, name] as const),
    ),
  ),
);

const LEXEMES =
  /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<operator>(?:[+*/%=!|^~?\\-]|&(?:lt|gt|amp);)+)|(?<punctuation>[()[\]{},;:.@#]+)|&(?:quot|#x27);|[^\p{L}_$+*/%=!|^~?\\&()[\]{},;:.@#-]+|./gsu;

/** Classes of the text within a scope of highlight.js; `html` is escaped and contains no tags. */
export function classed(
  scope: string | undefined,
  html: string,
  language: GrammarName,
): ClassedText[] {
  if (scope === undefined || CODE_SCOPES.has(scope)) return lexemes(html, language);
  if (scope === 'subst') {
    return lexemes(html, language).map((piece) =>
      piece.className === 'p' ? { ...piece, className: 'si' } : piece,
    );
  }
  return [{ className: classOf(scope, html.trim(), language), html }];
}

function classOf(scope: string, html: string, language: GrammarName): string | undefined {
  switch (scope) {
    case 'number':
      return numberClass(html);
    case 'string':
      return stringClass(html);
    case 'comment':
      return commentClass(html);
    case 'keyword':
      if (CONSTANTS.has(html)) return 'kc';
      return keywordClasses.get(`${language} ${html}`) ?? 'k';
    case 'meta':
      return html.startsWith('@') ? 'nd' : html.startsWith('#!') ? 'ch' : 'cp';
    case 'variable language_':
      return language === 'javascript' || language === 'typescript' ? 'k' : 'bp';
    default: {
      const [first = '', second] = scope.split(' ');
      return CLASSES[`${first} ${second ?? ''}`] ?? CLASSES[first];
    }
  }
}

function numberClass(text: string): string {
  if (/^[-+]?0x/i.test(text)) return 'mh';
  if (/^[-+]?0b/i.test(text)) return 'mb';
  if (/^[-+]?0o/i.test(text)) return 'mo';
  return /[.e]/i.test(text) ? 'mf' : 'mi';
}

/** By the quotation mark at either end: a string is in parts where values are inserted. */
function stringClass(html: string): string {
  if (/^\w*&quot;|&quot;$/.test(html)) return 's2';
  if (/^\w*&#x27;|&#x27;$/.test(html)) return 's1';
  return /^`|`$/.test(html) ? 'sb' : 's';
}

function commentClass(html: string): string {
  if (html.startsWith('/*')) return 'cm';
  return html.startsWith('&lt;!--') ? 'c' : 'c1';
}

function lexemes(html: string, language: GrammarName): ClassedText[] {
  if (!PROGRAMMING.has(language)) return [{ className: undefined, html }];
  const nameClass = SCRIPTS.has(language) ? 'nx' : 'n';
  return Array.from(html.matchAll(LEXEMES), ({ 0: piece, groups }) => {
    const { name, operator, punctuation } = groups!;
    if (name !== undefined) {
      const isSelf = language === 'python' && /^(?:self|cls)$/.test(name);
      return { className: isSelf ? 'bp' : nameClass, html: piece };
    }
    const className = operator !== undefined ? 'o' : punctuation !== undefined ? 'p' : undefined;
    return { className, html: piece };
  });
}
