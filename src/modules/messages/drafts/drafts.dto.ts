import { IdList, Integer, JsonValue, Text } from '#platform/http/parameters/decorators.js';

/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799;

export class DraftDto {
  @Text({ oneOf: ['', 'stream', 'private'] })
  type!: '' | 'stream' | 'private';

  @IdList()
  to!: number[];

  @Text()
  topic!: string;

  @Text()
  content!: string;

  @Integer({ optional: true, min: 0, max: MAX_SECONDS })
  timestamp?: number;
}

export class CreateDraftsDto {
  @JsonValue({ listOf: DraftDto, default: [] })
  drafts!: DraftDto[];
}

export class EditDraftDto {
  @JsonValue({ object: DraftDto })
  draft!: DraftDto;
}
