import {
  CLIENT_CAPABILITIES,
  type ClientCapabilities,
  MAX_IDLE_SECONDS,
  MOBILE_IDLE_SECONDS,
} from '#platform/event-log/event-queue.js';
import {
  Bool,
  Integer,
  JsonValue,
  Text,
  TextList,
  TextOrJson,
} from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';

const CAPABILITIES = new Set<string>(CLIENT_CAPABILITIES);

function capabilitiesProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object';
  const wrong = Object.entries(value).find(
    ([name, understood]) => CAPABILITIES.has(name) && typeof understood !== 'boolean',
  );
  return wrong ? `["${wrong[0]}"] is not a boolean` : undefined;
}

/** Clients may have capabilities that this server does not know. */
export function knownCapabilities(capabilities: ClientCapabilities): ClientCapabilities {
  return Object.fromEntries(
    Object.entries(capabilities).filter(([name]) => CAPABILITIES.has(name)),
  );
}

/** The options of a queue are stored with it and evaluated for each event. */
const MAX_TERMS = 100;
const MAX_TERM_LENGTH = 1000;
const MAX_TYPES = 500;
const MAX_TYPE_LENGTH = 100;

/** Pairs of operator and operand. */
function narrowProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length > MAX_TERMS) return `has more than ${MAX_TERMS} terms`;
  const index = value.findIndex(
    (pair) =>
      !Array.isArray(pair) || pair.length !== 2 || !pair.every((part) => typeof part === 'string'),
  );
  if (index !== -1) return `[${index}] is not a pair of strings`;
  const long = value.findIndex((pair: string[]) =>
    pair.some(({ length }) => length > MAX_TERM_LENGTH),
  );
  return long === -1 ? undefined : `[${long}] is longer than ${MAX_TERM_LENGTH} characters`;
}

function idleTimeoutProblem(value: unknown): string | undefined {
  if (value === 'mobile') return undefined;
  const isSeconds = typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
  return isSeconds ? undefined : 'is not a positive number of seconds or "mobile"';
}

/** Longer times are reduced to the maximum. */
export function idleSeconds(timeout: number | 'mobile'): number {
  return timeout === 'mobile' ? MOBILE_IDLE_SECONDS : Math.min(timeout, MAX_IDLE_SECONDS);
}

export class RegisterDto {
  @Bool({ default: false })
  apply_markdown!: boolean;

  /** True by default, for clients with an account. */
  @Bool({ optional: true })
  client_gravatar?: boolean;

  @Text({ oneOf: ['true', 'false', 'partial'], default: 'false' })
  include_subscribers!: 'true' | 'false' | 'partial';

  @Bool({ default: false })
  slim_presence!: boolean;

  @Integer({ min: 0, optional: true })
  presence_history_limit_days?: number;

  /** All types if null or absent. */
  @TextList({ optional: true, nullable: true, maxItems: MAX_TYPES, maxLength: MAX_TYPE_LENGTH })
  event_types?: string[] | null;

  @TextList({ optional: true, nullable: true })
  fetch_event_types?: string[] | null;

  @Bool({ default: false })
  all_public_streams!: boolean;

  @JsonValue({ check: capabilitiesProblem, default: {} })
  client_capabilities!: ClientCapabilities;

  @JsonValue({ check: narrowProblem, default: [] })
  narrow!: [string, string][];

  /** Clients send the word with and without JSON quotes. */
  @TextOrJson({ check: idleTimeoutProblem, optional: true })
  idle_queue_timeout?: number | 'mobile';
}

export class GetEventsDto {
  @Text()
  queue_id!: string;

  @Integer({ optional: true })
  last_event_id?: number;

  @Bool({ default: false })
  dont_block!: boolean;
}

export class DeleteQueueDto {
  @Text()
  queue_id!: string;
}
