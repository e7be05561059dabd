import type { Schema } from '#platform/http/contract.js';
import type { LinkifierEntity } from './linkifier.entity.js';

export function linkifierView(linkifier: LinkifierEntity): Schema<'Linkifier'> {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: linkifier.alternativeUrlTemplates,
  };
}
