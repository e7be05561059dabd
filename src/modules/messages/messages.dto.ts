import { type GivenTerm, narrowProblem } from '#modules/narrow/narrow.service.js';
import {
  Bool,
  Integer,
  IntegerList,
  JsonValue,
  Text,
  TextOrJson,
} from '#platform/http/parameters/decorators.js';
import type { TextOrJsonValue } from '#platform/http/parameters/kinds.js';

export class SendMessageParameters {
  @Text({ oneOf: ['direct', 'private', 'channel', 'stream'] })
  type!: 'direct' | 'private' | 'channel' | 'stream';

  @TextOrJson()
  to!: TextOrJsonValue;

  @Text()
  content!: string;

  @Text({ aliases: ['subject'], optional: true })
  topic?: string;

  @Text({ optional: true, maxLength: 100 })
  queue_id?: string;

  @Text({ optional: true, maxLength: 100 })
  local_id?: string;

  @Bool({ optional: true })
  read_by_sender?: boolean;
}

export class RenderMessageParameters {
  @Text()
  content!: string;
}

export class GetMessagesParameters {
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
  narrow!: GivenTerm[];

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

export class UpdateFlagsParameters {
  @IntegerList()
  messages!: number[];

  @Text({ oneOf: ['add', 'remove'] })
  op!: 'add' | 'remove';

  @Text()
  flag!: string;
}
