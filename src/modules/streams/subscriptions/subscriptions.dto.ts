import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { NewStreamDto } from '#modules/streams/streams';
import { Bool, JsonValue, MAX_ID, Text, TextList } from '#platform/http/parameters/decorators.js';

/** Maximum number of streams in one request. */
export const MAX_CHANNELS = 1000;

export class GetSubscriptionsDto {
  /** Whether to list all, none or some of the subscribers. */
  @Text({ oneOf: ['true', 'false', 'partial'], default: 'false' })
  include_subscribers!: 'true' | 'false' | 'partial';
}

const Color = (): PropertyDecorator =>
  applyDecorators(
    Text({ optional: true }),
    Matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, { message: 'is not a valid hex color code' }),
  );

export class StreamToSubscribeDto {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;

  @Color()
  color?: string;
}

/** Returns the problem of a list of user ids or emails; undefined if it is valid. */
function principalsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is not a list';
  const isId = (item: unknown): boolean =>
    Number.isSafeInteger(item) && Number(item) >= 0 && Number(item) <= MAX_ID;
  const valid = value.every((item) => typeof item === 'string') || value.every(isId);
  return valid ? undefined : 'is not a list of user IDs or of email addresses';
}

export type Principals = number[] | string[];

export class SubscribeDto extends NewStreamDto {
  @JsonValue({ listOf: StreamToSubscribeDto, maxItems: MAX_CHANNELS })
  subscriptions!: StreamToSubscribeDto[];

  @JsonValue({ check: principalsProblem, optional: true })
  principals?: Principals;

  @Bool({ default: true })
  authorization_errors_fatal!: boolean;
}

export class UnsubscribeDto {
  @TextList({ maxItems: MAX_CHANNELS })
  subscriptions!: string[];

  @JsonValue({ check: principalsProblem, optional: true })
  principals?: Principals;
}
