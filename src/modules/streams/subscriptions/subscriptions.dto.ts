import { applyDecorators } from '@nestjs/common';
import { NewStreamDto } from '#modules/streams/streams';
import {
  Bool,
  JsonValue,
  MAX_ID,
  Parameter,
  Text,
  TextList,
} from '#platform/http/parameters/decorators.js';
import { Satisfies } from '#platform/http/parameters/rules.js';
import { normalizedColor } from './subscription-settings.js';

/** Maximum number of streams in one request. */
export const MAX_CHANNELS = 1000;

export class GetSubscriptionsDto {
  /** Whether to list all, none or some of the subscribers. */
  @Text({ oneOf: ['true', 'false', 'partial'], default: 'false' })
  include_subscribers!: 'true' | 'false' | 'partial';
}

/** Digits of a color; the value has six of them in lower case. */
const Color = (): PropertyDecorator => {
  const normalized = (value: unknown): string | undefined =>
    typeof value === 'string' ? normalizedColor(value) : undefined;
  return applyDecorators(
    Parameter({
      optional: true,
      json: false,
      read: (text) => text,
      adjust: (value) => normalized(value) ?? value,
    }),
    Satisfies((value) => (normalized(value) ? undefined : 'is not a valid hex color code')),
  );
};

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
