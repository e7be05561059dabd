import { IdList, Text, TextList } from '#platform/http/parameters/decorators.js';

export class CreateLinkifierDto {
  @Text()
  pattern!: string;

  @Text()
  url_template!: string;

  @Text({ optional: true, nullable: true })
  example_input?: string | null;

  @Text({ optional: true, nullable: true })
  reverse_template?: string | null;

  @TextList({ optional: true })
  alternative_url_templates?: string[];
}

export class UpdateLinkifierDto extends CreateLinkifierDto {}

export class ReorderLinkifiersDto {
  @IdList()
  ordered_linkifier_ids!: number[];
}
