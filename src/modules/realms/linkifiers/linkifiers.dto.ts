import { IdList, Text, TextList } from '#platform/http/parameters/decorators.js';

export class LinkifierDto {
  @Text()
  pattern!: string;

  @Text()
  url_template!: string;

  @Text({ optional: true, nullIsAbsent: true })
  example_input?: string;

  @Text({ optional: true, nullIsAbsent: true })
  reverse_template?: string;

  @TextList({ optional: true })
  alternative_url_templates?: string[];
}

export class ReorderLinkifiersDto {
  @IdList()
  ordered_linkifier_ids!: number[];
}
