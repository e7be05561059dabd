// Full-text search. Texts are split into words here, not in the database, so that matches and highlights
// agree under any locale of the database. The `tsvector` of a message has each form at its positions and,
// for forms that differ from their stem, `=stem`.
import { type SearchTerm, searchTerms, type SearchWord } from './search-terms.js';
import { visibleText } from './visible-text.js';
import { stemOf, wordsOf } from './words.js';

/** The largest position that a `tsvector` can hold. */
const MAX_POSITION = 16_383;
/** The gap between text and topic, so that no phrase matches across them. */
const GAP = 2;
/** Longer searches are rejected. */
const MAX_LENGTH = 1000;

export interface Search {
  terms: SearchTerm[];
}

/** Parses a search; undefined when it is too long. */
export function parseSearch(query: string): Search | undefined {
  return query.length > MAX_LENGTH ? undefined : { terms: searchTerms(query) };
}

/** The words of a message, as the text of a `tsvector`. Words of the topic have the weight A. */
export function searchVector(topic: string, renderedContent: string): string {
  const words = wordsOf(visibleText(renderedContent).text);
  const content = words.map(({ form }, index) => lexemes(form, index + 1, ''));
  return [...content, topicLexemes(topic, words.length)].join(' ').trimEnd();
}

/**
 * The words of a topic alone. After a move to the topic, the vector of a message is
 * `ts_filter(search_vector, '{d}') || topicVector(topic)::tsvector`.
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

/** Patterns for ILIKE, each of which the text or the topic must match. */
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
