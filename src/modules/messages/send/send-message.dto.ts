import { Bool, JsonValue, Text, TextOrJson } from '#platform/http/parameters/decorators.js';
import type { TextOrJsonValue } from '#platform/http/parameters/decorators.js';
import { type Widget, widgetProblem } from '#modules/messages/submessages';

export class SendMessageDto {
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

  @JsonValue({ check: widgetProblem, optional: true })
  widget_content?: Widget;

  @Text({ optional: true })
  sender?: string;

  @Text({ optional: true })
  time?: string;

  @Text({ optional: true })
  forged?: string;
}
