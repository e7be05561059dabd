// Linkifiers turn what matches a pattern into links, in running text and in topics. The patterns
// are the organization's own, so they are matched by RE2, whose time is linear in the text whatever
// the pattern is.
import { RE2JS } from 're2js';
import { parseTemplate, type PrimitiveValue, type Template } from 'url-template';
import { checkedUrl, wellFormed } from './urls.js';

export interface LinkifierDefinition {
  /** In the syntax of Python, with named groups. */
  pattern: string;
  /** RFC 6570, with the groups as variables. */
  urlTemplate: string;
}

/** A part of a text that is a link. */
export interface TextLink {
  start: number;
  end: number;
  url: string;
}

interface Linkifier {
  pattern: RE2JS;
  /** Of its program: what each character may cost. */
  size: number;
  groups: string[];
  template: Template;
}

/**
 * Looking for a match can cost a look at all of the text, for each pattern. Beyond the first look of
 * each, a text gets so many steps (characters times the size of a program) for all of them.
 */
const MAX_STEPS = 30_000_000;
const MAX_MATCHES = 100;
const LEAD_IN = /[\s'"(,:<]/;
const WORD = /[\p{L}\p{N}]/u;

export class LinkifierSet {
  private readonly linkifiers: Linkifier[];

  /** In their order: the first to match a piece of text gets it. Throws for invalid patterns. */
  constructor(definitions: LinkifierDefinition[]) {
    this.linkifiers = definitions.map(({ pattern, urlTemplate }) => {
      const compiled = RE2JS.compile(pattern);
      const groups = Object.keys(compiled.namedGroups());
      const template = parseTemplate(urlTemplate);
      return { pattern: compiled, size: compiled.programSize(), groups, template };
    });
  }

  /** All matches that stand by themselves, without overlap, by ascending position. */
  find(source: string): TextLink[] {
    if (this.linkifiers.length === 0) return [];
    const taken = new Uint8Array(source.length);
    const budget = { steps: MAX_STEPS };
    const found = this.linkifiers.flatMap((linkifier) =>
      matches(linkifier, source, budget).filter(({ start, end }) => {
        if (taken.subarray(start, end).includes(1)) return false;
        taken.fill(1, start, end);
        return true;
      }),
    );
    return found.toSorted((a, b) => a.start - b.start);
  }
}

export const NO_LINKIFIERS = new LinkifierSet([]);

function matches(
  { pattern, size, groups, template }: Linkifier,
  source: string,
  budget: { steps: number },
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
