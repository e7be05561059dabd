// URL templates (RFC 6570). The library that expands them accepts any text, so templates are checked
// here when they are entered: a mistake is an error then, instead of a wrong link later.
import { parseTemplate, type Template } from 'url-template';

const EXPRESSION = /\{([^{}]*)\}/g;
const NAME = /(?:\w|%[0-9a-f]{2})+(?:\.(?:\w|%[0-9a-f]{2})+)*/.source;
const VARIABLE = new RegExp(`^(${NAME})(?:\\*|:[1-9]\\d{0,3})?$`, 'i');
const OPERATORS = '+#./;?&';
const RESERVED_OPERATORS = '=,!@|';

export interface UrlTemplate {
  /** Without duplicates, in the order of first use. */
  variables: string[];
  expand: Template['expand'];
}

/** The message is a predicate, such as "is empty", that completes a sentence about the template. */
export class UrlTemplateProblem extends Error {
  override readonly name = 'UrlTemplateProblem';
}

/** Throws UrlTemplateProblem. */
export function readUrlTemplate(text: string): UrlTemplate {
  if (text.trim() === '') throw new UrlTemplateProblem('is empty');
  const variables = new Set<string>();
  for (const { 1: expression = '' } of text.matchAll(EXPRESSION)) {
    for (const variable of variablesOf(expression)) variables.add(variable);
  }
  checkLiterals(text.replace(EXPRESSION, ''));
  const template = parseTemplate(text);
  return { variables: [...variables], expand: (values) => template.expand(values) };
}

function variablesOf(expression: string): string[] {
  const operator = expression.slice(0, 1);
  if (operator !== '' && RESERVED_OPERATORS.includes(operator)) {
    throw new UrlTemplateProblem(`uses the operator ${operator}, which has no meaning yet`);
  }
  const list = operator !== '' && OPERATORS.includes(operator) ? expression.slice(1) : expression;
  return list.split(',').map((item) => {
    const name = VARIABLE.exec(item)?.[1];
    if (name === undefined) {
      throw new UrlTemplateProblem(`has "${item}" in braces, which is not a variable`);
    }
    return name;
  });
}

/** Checks the text outside of expressions. */
function checkLiterals(literals: string): void {
  if (/[{}]/.test(literals)) throw new UrlTemplateProblem('has an unbalanced brace');
  if (/[\s\p{Cc}\p{Cs}]/u.test(literals)) {
    throw new UrlTemplateProblem('contains spaces or control characters');
  }
  if (/%(?![0-9a-f]{2})/i.test(literals)) {
    throw new UrlTemplateProblem('has a percent sign that is not followed by two hex digits');
  }
}
