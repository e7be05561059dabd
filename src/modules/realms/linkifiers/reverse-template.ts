// Reverse templates of linkifiers, which build the text of a link from the parts of a URL. `{name}` stands
// for a part, and `{{` and `}}` for braces.

export interface ReverseTemplate {
  /** Without duplicates, in the order of first use. */
  variables: string[];
  fill(values: Readonly<Record<string, string>>): string;
}

/** An invalid template. The message is the predicate of a sentence about the template. */
export class ReverseTemplateProblem extends Error {
  override readonly name = 'ReverseTemplateProblem';
}

type Part = { text: string } | { variable: string };

const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;

/** Throws ReverseTemplateProblem. */
export function readReverseTemplate(source: string): ReverseTemplate {
  const parts = Array.from(source.matchAll(PART), ([token, name]): Part => {
    if (token === '{{') return { text: '{' };
    if (token === '}}') return { text: '}' };
    if (name !== undefined) {
      if (/^\w+$/.test(name)) return { variable: name };
      throw new ReverseTemplateProblem(`has "${name}" in braces, which is not a variable`);
    }
    if (token === '{' || token === '}') {
      throw new ReverseTemplateProblem(
        `has a single ${token}; write ${token}${token} for the character itself`,
      );
    }
    return { text: token };
  });
  const names = parts.flatMap((part) => ('variable' in part ? [part.variable] : []));
  return {
    variables: [...new Set(names)],
    fill: (values) =>
      parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join(''),
  };
}
