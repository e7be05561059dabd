import { type NarrowTermInput, narrowProblem } from '#modules/messages/narrow';
import {
  Bool,
  Integer,
  IntegerList,
  JsonValue,
  Text,
} from '#platform/http/parameters/decorators.js';

export class GetMessagesDto {
  @Text({ optional: true })
  anchor?: string;

  @Bool({ default: true })
  include_anchor!: boolean;

  @Text({ optional: true })
  anchor_date?: string;

  @Integer({ min: 0, optional: true })
  num_before?: number;

  @Integer({ min: 0, optional: true })
  num_after?: number;

  @JsonValue({ check: narrowProblem, default: [] })
  narrow!: NarrowTermInput[];

  @Bool({ default: true })
  client_gravatar!: boolean;

  @Bool({ default: true })
  apply_markdown!: boolean;

  @Bool({ default: false })
  use_first_unread_anchor!: boolean;

  @IntegerList({ optional: true })
  message_ids?: number[];

  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}

export class GetMessageDto {
  @Bool({ default: true })
  apply_markdown!: boolean;

  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}

export class MatchesNarrowDto {
  @IntegerList({ maxItems: 5000 })
  msg_ids!: number[];

  @JsonValue({ check: narrowProblem })
  narrow!: NarrowTermInput[];
}
