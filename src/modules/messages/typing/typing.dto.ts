import { Id, IdList, Text } from '#platform/http/parameters/decorators.js';

type TypingOperation = 'start' | 'stop';

class TypingOperationParameters {
  @Text({ oneOf: ['start', 'stop'] })
  op!: TypingOperation;
}

export class TypingParameters extends TypingOperationParameters {
  @Text({ oneOf: ['direct', 'stream', 'channel'], default: 'direct' })
  type!: 'direct' | 'stream' | 'channel';

  @IdList({ optional: true })
  to?: number[];

  @Id({ optional: true })
  stream_id?: number;

  @Text({ optional: true })
  topic?: string;
}

export class EditTypingParameters extends TypingOperationParameters {}
