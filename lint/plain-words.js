// The words that Parley's code and texts do not use, each with what to say instead (docs/glossary.md).
// The lint rule `parley/plain-words` finds them in names, comments and strings of the code, and
// `npm run check:words` in documents, the OpenAPI description and templates.
/* oxlint-disable parley/plain-words -- This file lists the words. */

/** Patterns without case; in names, a space stands for the border of two words. */
const WORDS = {
  'amid(st)?': 'during, between',
  anew: 'again',
  'any ?body': 'anyone, any user',
  'behaviours?': 'behavior',
  'can not': 'cannot',
  'carr(y|ies|ied) out': 'run',
  'colou(r|rs|red)': 'color',
  dearest: 'most expensive',
  'deeds?': 'operation, trigger',
  'e-mails?': 'email',
  'encounters?': 'visibility',
  'erasures?': 'deletion',
  'every ?body': 'everyone, all users',
  'for good': 'permanently',
  'forg(e|es|ed|ing|er|ers|ery|eries)': 'on behalf of',
  'go(es|ing)? on': 'continue',
  'hand(s|ed|ing)? out': 'deliver, return',
  'hear(s|d|ing)?': 'receive',
  hence: 'therefore',
  'know(s|n|ing)? of|knew of': 'can access, has',
  'let(s|ting)? go': 'release, drop',
  '(a|the|this|that|each|every|no|by|invitation|reset|change|open|written) letters?': 'email',
  'letters? (about|for|to|with|is|are)': 'email',
  'lose(s)? sight|sights?': 'visibility, access',
  'mend(s|ed|ing)?': 'fix',
  'newcomers?': 'new member, new user',
  'no ?body': 'no user, no one',
  '(has|have|have no|no|tell|the) news|news (of|about|for)': 'event, change',
  'purg(e|es|ed|ing)': 'delete',
  'some ?body': 'someone, a user',
  'strangers?': 'hidden user',
  'tell(s|ing)?|told': 'notify, publish, report',
  tidings: 'event',
  whom: 'a noun, as in "users who …"',
  'wish(es)?': 'options',
};

/** Names of the wire, of tables and of the operating system, and uses in the proper sense. */
const PROPER = new RegExp(
  [
    'can_forge_sender',
    String.raw`(?<![\w$])forged(?!\w)`,
    'request forgery',
    'role:nobody',
    'allow_nobody_group',
    'allowNobodyGroup',
    '[\'`"]nobody[\'`"]',
    String.raw`(no|some)body@[\w.]+`,
    String.raw`NOBODY|\bNobody\b`,
    String.raw`letters?(,| and| or) (digits?|punctuation)`,
  ].join('|'),
  'g',
);

const ALL = new RegExp(String.raw`\b(?:${Object.keys(WORDS).join('|')})\b`, 'gi');
const EACH = Object.entries(WORDS).map(([pattern, instead]) => ({
  pattern: new RegExp(`^(?:${pattern})$`, 'i'),
  instead,
}));

/** Returns the words to replace, as `{ line, word, instead }`; lines are counted from 1. */
export function findWords(text) {
  return text.split('\n').flatMap((content, index) => {
    const words = content
      .replaceAll(PROPER, ' ')
      .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
      .replaceAll('_', ' ');
    return [...words.matchAll(ALL)].map(([word]) => {
      const { instead } = EACH.find(({ pattern }) => pattern.test(word));
      return { line: index + 1, word, instead };
    });
  });
}
