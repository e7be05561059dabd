// Full-text search. Texts become words here, not in the database, so that what is found and what is
// highlighted is the same, whatever the database's locale. PostgreSQL keeps the words of a message as
// a `tsvector`: each form at its positions, and under `=stem` those forms whose stem is another.
import { type SearchTerm, searchTerms, type SearchWord } from './search-terms.js';
import { visibleText } from './visible-text.js';
import { stemOf, wordsOf } from './words.js';

/** The largest position that a `tsvector` can hold. */
const MAX_POSITION = 16_383;
/** So that no quotation reaches from the text into the topic. */
const GAP = 2;
/** More is no search any more. */
const MAX_LENGTH = 1000;

export interface Search {
  terms: SearchTerm[];
}

/** What a client searches for; undefined when it is too long. */
export function parseSearch(given: string): Search | undefined {
  return given.length > MAX_LENGTH ? undefined : { terms: searchTerms(given) };
}

/** The words of a message, as the text of a `tsvector`. Those of the topic have the weight A. */
export function searchVector(topic: string, renderedContent: string): string {
  const words = wordsOf(visibleText(renderedContent).text);
  const content = words.map(({ form }, index) => lexemes(form, index + 1, ''));
  return [...content, topicLexemes(topic, words.length)].join(' ').trimEnd();
}

/**
 * The words of a topic alone, to be appended to those of a text: a message that moved to the topic
 * has `ts_filter(search_vector, '{d}') || topicVector(topic)::tsvector`.
 */
export function topicVector(topic: string): string {
  return topicLexemes(topic, 0);
}

function topicLexemes(topic: string, after: number): string {
  return wordsOf(topic)
    .map(({ form }, index) => lexemes(form, after + GAP + index, 'A'))
    .join(' ');
}

function lexemes(form: string, position: number, weight: string): string {
  const at = `${Math.min(position, MAX_POSITION)}${weight}`;
  const stem = stemOf(form);
  return stem === form ? `'${form}':${at}` : `'${form}':${at} '=${stem}':${at}`;
}

/** The words of a search, as the text of a `tsquery`; undefined when there are none. */
export function searchQuery({ terms }: Search): string | undefined {
  const phrases = terms.filter(({ words }) => words.length > 0);
  if (phrases.length === 0) return undefined;
  return phrases.map(({ words }) => `(${words.map(alternatives).join(' <-> ')})`).join(' & ');
}

/** Patterns for ILIKE that the text or the topic must match each. */
export function searchPatterns({ terms }: Search): string[] {
  return terms.flatMap(({ literal }) =>
    literal === undefined ? [] : [`%${literal.replace(/[\\%_]/g, String.raw`\$&`)}%`],
  );
}

function alternatives({ form, stem, isPrefix }: SearchWord): string {
  if (isPrefix) return `'${form}':*`;
  if (stem === undefined) return `'${form}'`;
  const forms = new Set([form, `=${stem}`, ...(stemOf(stem) === stem ? [stem] : [])]);
  return `(${[...forms].map((lexeme) => `'${lexeme}'`).join(' | ')})`;
}
