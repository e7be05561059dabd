import { type NarrowTermInput, narrowProblem } from '#modules/messages/narrow';
import {
  Bool,
  Id,
  Integer,
  IntegerList,
  JsonValue,
  Text,
} from '#platform/http/parameters/decorators.js';

export class UpdateFlagsDto {
  @IntegerList()
  messages!: number[];

  @Text({ oneOf: ['add', 'remove'] })
  op!: 'add' | 'remove';

  @Text()
  flag!: string;
}

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
  narrow!: NarrowTermInput[];

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
