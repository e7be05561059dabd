import { type GivenTerm, narrowProblem } from '#modules/messages/narrow';
import { Bool, Id, Integer, JsonValue, Text } from '#platform/http/parameters/decorators.js';

export class NarrowFlagsDto {
  @Text()
  anchor!: string;

  @Bool({ default: true })
  include_anchor!: boolean;

  @Integer({ min: 0 })
  num_before!: number;

  @Integer({ min: 0 })
  num_after!: number;

  @JsonValue({ check: narrowProblem })
  narrow!: GivenTerm[];

  @Text({ oneOf: ['add', 'remove'] })
  op!: 'add' | 'remove';

  @Text()
  flag!: string;
}

export class MarkStreamReadDto {
  @Id()
  stream_id!: number;
}

export class MarkTopicReadDto extends MarkStreamReadDto {
  @Text()
  topic_name!: string;
}
