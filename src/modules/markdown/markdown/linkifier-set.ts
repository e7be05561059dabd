// Compiled linkifiers, which turn matches of a pattern into links, in text and in topics. Organizations
// choose the patterns, so they are matched by RE2: its time is linear in the text for any pattern.
import { RE2JS } from 're2js';
import { parseTemplate, type PrimitiveValue, type Template } from 'url-template';
import { checkedUrl, wellFormed } from './urls.js';

export interface LinkifierDefinition {
  /** Python syntax, with named groups. */
  pattern: string;
  /** RFC 6570; the variables are the named groups. */
  urlTemplate: string;
}

/** A range of a text that is a link. */
export interface TextLink {
  start: number;
  end: number;
  url: string;
}

interface Linkifier {
  pattern: RE2JS;
  /** Size of the compiled program: the maximum number of steps for each character. */
  size: number;
  groups: string[];
  template: Template;
}

/**
 * Each search for a match can scan the rest of the text. After the first search of each pattern, all
 * patterns together have this many steps (characters × program size) for one text.
 */
const MAX_STEPS = 30_000_000;

/** Counts down the steps of several texts. */
export interface StepBudget {
  steps: number;
}

const MAX_MATCHES = 100;
const LEAD_IN = /[\s'"(,:<]/;
const WORD = /[\p{L}\p{N}]/u;

export class LinkifierSet {
  private readonly linkifiers: Linkifier[];

  /** Earlier definitions win where matches overlap. Throws for invalid patterns. */
  constructor(definitions: LinkifierDefinition[]) {
    this.linkifiers = definitions.map(({ pattern, urlTemplate }) => {
      const compiled = RE2JS.compile(pattern);
      const groups = Object.keys(compiled.namedGroups());
      const template = parseTemplate(urlTemplate);
      return { pattern: compiled, size: compiled.programSize(), groups, template };
    });
  }

  /**
   * Returns all matches at word boundaries, without overlap, in ascending order. Takes its steps from
   * `total` too, but does not stop when that is used up.
   */
  find(source: string, total: StepBudget = { steps: 0 }): TextLink[] {
    if (this.linkifiers.length === 0) return [];
    const taken = new Uint8Array(source.length);
    const budget = { steps: MAX_STEPS };
    for (const { size } of this.linkifiers) total.steps -= source.length * size;
    const found = this.linkifiers.flatMap((linkifier) =>
      matches(linkifier, source, budget).filter(({ start, end }) => {
        if (taken.subarray(start, end).includes(1)) return false;
        taken.fill(1, start, end);
        return true;
      }),
    );
    total.steps -= MAX_STEPS - budget.steps;
    return found.toSorted((a, b) => a.start - b.start);
  }
}

export const NO_LINKIFIERS = new LinkifierSet([]);

function matches(
  { pattern, size, groups, template }: Linkifier,
  source: string,
  budget: StepBudget,
): TextLink[] {
  const found: TextLink[] = [];
  const matcher = pattern.matcher(source);
  for (let count = 0; count < MAX_MATCHES; count++) {
    if (count > 0 && budget.steps <= 0) break;
    if (!matcher.find()) break;
    const start = matcher.start();
    const end = matcher.end();
    budget.steps -= (source.length - end) * size;
    if (start === end || !standsAlone(source, start, end)) continue;
    const values: Record<string, PrimitiveValue> = {};
    for (const group of groups) values[group] = wellFormed(matcher.group(group) ?? '');
    const url = checkedUrl(template.expand(values));
    if (url !== undefined) found.push({ start, end, url });
  }
  return found;
}

function standsAlone(source: string, start: number, end: number): boolean {
  if (start > 0 && !LEAD_IN.test(source[start - 1]!)) return false;
  return end === source.length || !WORD.test(String.fromCodePoint(source.codePointAt(end)!));
}
