// Validation of linkifiers: the pattern must be valid for RE2, the templates must use the groups of the
// pattern only, and the reverse template must reproduce the example input.
import { RE2JS } from 're2js';
import { checkedUrl } from '#modules/markdown/markdown';
import { ApiError } from '#platform/http/api-error.js';
import type { Schema } from '#platform/http/contract.js';
import { readUrlTemplate, type UrlTemplate, UrlTemplateProblem } from '#platform/url-template.js';
import type { LinkifierEntity } from './linkifier.entity.js';
import { readReverseTemplate, ReverseTemplateProblem } from './reverse-template.js';

/** A linkifier without its position. */
export type LinkifierRule = Omit<LinkifierEntity, 'id' | 'realmId' | 'position'>;

/** Limits of all patterns of a realm and of one, in RE2 instructions, which bound the cost per character. */
const MAX_TOTAL_SIZE = 3_000;
const MAX_SIZE = 500;
const MAX_LENGTH = 1_000;
/** The limit of an index entry, in bytes of UTF-8. */
const MAX_PATTERN_BYTES = 2_500;
const MAX_ALTERNATIVES = 20;

/** A field of a linkifier, and the noun that begins the sentences of its errors. */
interface Field {
  name: keyof Schema<'Linkifier'>;
  noun: string;
}

const PATTERN: Field = { name: 'pattern', noun: 'The pattern' };
const EXAMPLE_INPUT: Field = { name: 'example_input', noun: 'The example input' };
const URL_TEMPLATE: Field = { name: 'url_template', noun: 'The URL template' };
const REVERSE_TEMPLATE: Field = { name: 'reverse_template', noun: 'The reverse template' };
const ALTERNATIVE: Field = {
  name: 'alternative_url_templates',
  noun: 'An alternative URL template',
};

/** Throws 400 for a rule that is invalid, or conflicts with the other rules of the realm. */
export function checkLinkifier(rule: LinkifierRule, others: readonly LinkifierRule[]): void {
  checkLengths(rule);
  const pattern = compiled(rule.pattern);
  const groups = Object.keys(pattern.namedGroups());
  checkUrlTemplate(rule.urlTemplate, groups);
  const example = checkExample(rule, pattern);
  const needed = checkReverseTemplate(rule, groups, example);
  for (const template of rule.alternativeUrlTemplates) checkAlternative(template, groups, needed);

  if (others.some((other) => other.pattern === rule.pattern)) {
    throw ApiError.invalidForm('There is already a linkifier with this pattern');
  }
  const sizes = others.map((other) => RE2JS.compile(other.pattern).programSize());
  const size = sizes.reduce((sum, other) => sum + other, pattern.programSize());
  if (size > MAX_TOTAL_SIZE) {
    throw ApiError.invalidForm('The linkifiers of this organization are too complex in total');
  }
}

function checkLengths(rule: LinkifierRule): void {
  if (rule.alternativeUrlTemplates.length > MAX_ALTERNATIVES) {
    throw ApiError.invalidField(
      ALTERNATIVE.name,
      `There can be at most ${MAX_ALTERNATIVES} alternative URL templates`,
    );
  }
  checkLength(PATTERN, rule.pattern);
  checkLength(URL_TEMPLATE, rule.urlTemplate);
  checkLength(EXAMPLE_INPUT, rule.exampleInput ?? '');
  checkLength(REVERSE_TEMPLATE, rule.reverseTemplate ?? '');
  for (const template of rule.alternativeUrlTemplates) checkLength(ALTERNATIVE, template);
  if (Buffer.byteLength(rule.pattern) > MAX_PATTERN_BYTES) {
    throw invalidPattern(`The pattern is too long (limit: ${MAX_PATTERN_BYTES} bytes)`);
  }
}

function checkLength({ name, noun }: Field, text: string): void {
  if (text.length <= MAX_LENGTH) return;
  throw ApiError.invalidField(name, `${noun} is too long (limit: ${MAX_LENGTH} characters)`);
}

function compiled(source: string): RE2JS {
  if (source.trim() === '') throw invalidPattern('The pattern is empty');
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source);
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw invalidPattern(`The pattern is not a valid regular expression: ${reason}`);
  }
  if (pattern.programSize() > MAX_SIZE) throw invalidPattern('The pattern is too complex');
  if (pattern.testExact('')) throw invalidPattern('The pattern matches the empty text');
  return pattern;
}

function invalidPattern(message: string): ApiError {
  return ApiError.invalidField(PATTERN.name, message);
}

function checkUrlTemplate(source: string, groups: string[]): void {
  const template = urlTemplate(URL_TEMPLATE, source);
  checkVariables(URL_TEMPLATE, template.variables, groups);
  const unused = groups.find((group) => !template.variables.includes(group));
  if (unused !== undefined) {
    throw ApiError.invalidField(
      URL_TEMPLATE.name,
      `The group "${unused}" of the pattern is not in the URL template`,
    );
  }
  checkExpandedUrl(URL_TEMPLATE, template);
}

/** Returns the values of the groups in the example; undefined without an example. */
function checkExample(
  { exampleInput }: LinkifierRule,
  pattern: RE2JS,
): Record<string, string> | undefined {
  if (exampleInput === null) return undefined;
  const matcher = pattern.matcher(exampleInput);
  if (!matcher.find()) {
    throw ApiError.invalidField(EXAMPLE_INPUT.name, 'The pattern does not match the example input');
  }
  return Object.fromEntries(
    Object.keys(pattern.namedGroups()).map((group) => [group, matcher.group(group) ?? '']),
  );
}

/** Returns the variables of the reverse template. */
function checkReverseTemplate(
  { exampleInput, reverseTemplate: source }: LinkifierRule,
  groups: string[],
  example: Record<string, string> | undefined,
): string[] {
  if (source === null) return [];
  if (!example) {
    throw ApiError.invalidField(EXAMPLE_INPUT.name, 'A reverse template needs an example input');
  }
  const template = reverseTemplate(source);
  checkVariables(REVERSE_TEMPLATE, template.variables, groups);
  const text = template.fill(example);
  if (text !== exampleInput) {
    throw ApiError.invalidField(
      REVERSE_TEMPLATE.name,
      `The reverse template yields "${text}" instead of the example input`,
    );
  }
  return template.variables;
}

function checkAlternative(source: string, groups: string[], needed: string[]): void {
  const template = urlTemplate(ALTERNATIVE, source);
  checkVariables(ALTERNATIVE, template.variables, groups);
  const missing = needed.find((name) => !template.variables.includes(name));
  if (missing !== undefined) {
    throw ApiError.invalidField(
      ALTERNATIVE.name,
      `The variable "${missing}" of the reverse template is not in an alternative URL template`,
    );
  }
  checkExpandedUrl(ALTERNATIVE, template);
}

function urlTemplate({ name, noun }: Field, source: string): UrlTemplate {
  try {
    return readUrlTemplate(source);
  } catch (error) {
    if (!(error instanceof UrlTemplateProblem)) throw error;
    throw ApiError.invalidField(name, `${noun} ${error.message}`);
  }
}

function reverseTemplate(source: string): ReturnType<typeof readReverseTemplate> {
  try {
    return readReverseTemplate(source);
  } catch (error) {
    if (!(error instanceof ReverseTemplateProblem)) throw error;
    throw ApiError.invalidField(REVERSE_TEMPLATE.name, `The reverse template ${error.message}`);
  }
}

function checkVariables({ name, noun }: Field, variables: string[], groups: string[]): void {
  const unknown = variables.find((variable) => !groups.includes(variable));
  if (unknown === undefined) return;
  throw ApiError.invalidField(
    name,
    `${noun} has the variable "${unknown}", which is not a group of the pattern`,
  );
}

/** The template must expand to an allowed URL regardless of the values of its variables. */
function checkExpandedUrl({ name, noun }: Field, { variables, expand }: UrlTemplate): void {
  const sample = Object.fromEntries(variables.map((variable) => [variable, 'x']));
  if (checkedUrl(expand(sample)) !== undefined) return;
  throw ApiError.invalidField(name, `${noun} expands to a URL of a type that is not allowed`);
}
