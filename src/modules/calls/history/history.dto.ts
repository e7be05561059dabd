import { Bool, Integer, Text } from '#platform/http/parameters/decorators.js';

export class ReadCallHistoryDto {
  @Text({ optional: true, nullIsAbsent: true, maxLength: 300 })
  cursor?: string;

  @Integer({ default: 50, min: 1, max: 200 })
  limit!: number;

  @Bool({ default: false })
  missed_only!: boolean;

  @Text({ optional: true, nullIsAbsent: true, oneOf: ['audio', 'video'] })
  media_type?: 'audio' | 'video';

  @Text({ optional: true, nullIsAbsent: true })
  group_key?: string;
}

export class ClearCallHistoryDto {
  @Text()
  group_key!: string;
}
