import { CallConversationDto } from '#modules/calls/conversations';
import { JsonValue, Text } from '#platform/http/parameters/decorators.js';
import { IsoTime, Label, Metadata } from './call-parameters.js';

export class StartCallDto {
  @JsonValue({ object: CallConversationDto })
  conversation!: CallConversationDto;

  @Text({ oneOf: ['audio', 'video'], default: 'audio' })
  media_type!: 'audio' | 'video';

  @Text({ default: '', maxLength: 100 })
  title!: string;

  @Label({ optional: true })
  app_call_id?: string;

  @Label()
  idempotency_key!: string;

  @Label()
  device_instance_id!: string;

  @Label()
  call_trace_id!: string;

  @Metadata()
  metadata?: object | null;
}

export class ActOnCallDto {
  @Label()
  call_trace_id!: string;

  @Text({ oneOf: ['answer', 'decline', 'hangup', 'mute'] })
  action!: 'answer' | 'decline' | 'hangup' | 'mute';

  @Label()
  source!: string;

  @Label()
  surface!: string;

  @Label()
  device_instance_id!: string;

  @Label()
  client_action_id!: string;

  @Label()
  idempotency_key!: string;

  @IsoTime()
  occurred_at?: string;

  @Label({ optional: true, nullIsAbsent: true })
  accessory_instance_id_hash?: string;

  @Metadata()
  metadata?: object | null;
}
