import { Id, IdList, Text } from '#platform/http/parameters/decorators.js';

type TypingOperation = 'start' | 'stop';

class TypingOperationDto {
  @Text({ oneOf: ['start', 'stop'] })
  op!: TypingOperation;
}

export class TypingDto extends TypingOperationDto {
  @Text({ oneOf: ['direct', 'stream', 'channel'], default: 'direct' })
  type!: 'direct' | 'stream' | 'channel';

  @IdList({ optional: true })
  to?: number[];

  @Id({ optional: true })
  stream_id?: number;

  @Text({ optional: true })
  topic?: string;
}

export class EditTypingDto extends TypingOperationDto {}
