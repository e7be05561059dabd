// Code blocks, highlighted if the language is known and the code is within the limits.
import { highlighted } from './highlighting.js';
import { element, escaped, joined, type SafeHtml } from './html.view.js';
import { languageOf } from './languages.js';
import type { Rendering } from './rendering.js';

/** Some grammars take quadratic time in the length of a line, and in runs of empty lines. */
const MAX_LINE_LENGTH = 400;
const MAX_LINES = 800;

const RUN = /[\w\s<>,.[\]]+|\W+/g;

export function codeBlock(rendering: Rendering, code: string, language: string): SafeHtml {
  const { name, grammar } = languageOf(language);
  const text = `${trimEmptyLines(code)}\n`;
  const isHighlighted =
    grammar !== undefined &&
    isWithinLimits(text) &&
    rendering.spend('codeSteps', stepsOf(text)) &&
    rendering.spend('codeCharacters', text.length);
  const content = isHighlighted ? highlighted(text, grammar) : escaped(text);
  const pre = [element('span', {}, escaped('')), element('code', {}, content)];
  return element(
    'div',
    { class: 'codehilite', 'data-code-language': name },
    element('pre', {}, joined(pre)),
  );
}

function isWithinLimits(code: string): boolean {
  const lines = code.split('\n');
  return lines.length <= MAX_LINES && lines.every(({ length }) => length <= MAX_LINE_LENGTH);
}

/**
 * The steps of the slowest grammars, which look from each word for the end of a declaration, and from each
 * sign for the end of a string: quadratic in the length of a run.
 */
function stepsOf(code: string): number {
  let steps = 0;
  for (const { 0: run } of code.matchAll(RUN)) steps += run.length * run.length;
  return steps;
}

function trimEmptyLines(code: string): string {
  let start = 0;
  let end = code.length;
  while (start < end && code[start] === '\n') start++;
  while (end > start && code[end - 1] === '\n') end--;
  return code.slice(start, end);
}
