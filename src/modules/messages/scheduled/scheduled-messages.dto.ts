import { Bool, Integer, JsonValue, MAX_ID, Text } from '#platform/http/parameters/decorators.js';

/** The end of the year 9999, in UNIX seconds. */
export const MAX_SECONDS = 253_402_300_799;

const TYPES = ['direct', 'channel', 'stream', 'private'] as const;
type WireType = (typeof TYPES)[number];

export class CreateScheduledMessageDto {
  @Text({ oneOf: TYPES })
  type!: WireType;

  @JsonValue({ check: recipientProblem })
  to!: number | number[];

  @Text()
  content!: string;

  @Text({ optional: true })
  topic?: string;

  @Integer({ min: 0, max: MAX_SECONDS })
  scheduled_delivery_timestamp!: number;

  @Bool({ optional: true })
  read_by_sender?: boolean;
}

export class EditScheduledMessageDto {
  @Text({ oneOf: TYPES, optional: true })
  type?: WireType;

  @JsonValue({ check: recipientProblem, optional: true })
  to?: number | number[];

  @Text({ optional: true })
  content?: string;

  @Text({ optional: true })
  topic?: string;

  @Integer({ min: 0, max: MAX_SECONDS, optional: true })
  scheduled_delivery_timestamp?: number;
}

export function isChannelType(type: WireType): boolean {
  return type === 'channel' || type === 'stream';
}

function recipientProblem(value: unknown): string | undefined {
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  if (ids.length === 0) return 'must not be empty';
  return ids.every(isId) ? undefined : 'must be an ID or a list of IDs';
}

function isId(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_ID;
}
