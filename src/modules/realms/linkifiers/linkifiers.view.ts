import type { Schema } from '#platform/http/contract.js';

/** What a linkifier consists of, apart from its place among the others. */
export interface LinkifierRule {
  pattern: string;
  urlTemplate: string;
  exampleInput: string | null;
  reverseTemplate: string | null;
  alternativeUrlTemplates: string[];
}

export interface Linkifier extends LinkifierRule {
  id: number;
}

export function linkifierView(linkifier: Linkifier): Schema<'Linkifier'> {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: linkifier.alternativeUrlTemplates,
  };
}
