// Templates that turn the parts of an address back into text: `{name}` stands for a part, `{{` and
// `}}` for braces.

export interface ReverseTemplate {
  /** Each once, in the order of their first use. */
  variables: string[];
  fill(values: Readonly<Record<string, string>>): string;
}

/** What is wrong with a template, as a part of a sentence. */
export class ReverseTemplateProblem extends Error {
  override readonly name = 'ReverseTemplateProblem';
}

type Part = { text: string } | { variable: string };

const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;

/** Throws ReverseTemplateProblem. */
export function readReverseTemplate(source: string): ReverseTemplate {
  const parts = Array.from(source.matchAll(PART), ([piece, name]): Part => {
    if (piece === '{{') return { text: '{' };
    if (piece === '}}') return { text: '}' };
    if (name !== undefined) {
      if (/^\w+$/.test(name)) return { variable: name };
      throw new ReverseTemplateProblem(`has "${name}" in braces, which is not a variable`);
    }
    if (piece === '{' || piece === '}') {
      throw new ReverseTemplateProblem(
        `has a single ${piece}; write ${piece}${piece} for the character itself`,
      );
    }
    return { text: piece };
  });
  const names = parts.flatMap((part) => ('variable' in part ? [part.variable] : []));
  return {
    variables: [...new Set(names)],
    fill: (values) =>
      parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join(''),
  };
}
