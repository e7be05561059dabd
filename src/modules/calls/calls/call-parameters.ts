// Limits of the strings and objects that clients store with calls.
import { applyDecorators } from '@nestjs/common';
import { parseTime } from '#platform/clock.js';
import { JsonValue, Text, type TextOptions } from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';
import { Satisfies } from '#platform/http/parameters/rules.js';

const MAX_METADATA_BYTES = 4096;
const MAX_METADATA_LEVELS = 5;

/** A name or identifier that the client chooses. */
export function Label(options: TextOptions = {}): PropertyDecorator {
  return Text({ minLength: 1, maxLength: 200, ...options });
}

export function Metadata(): PropertyDecorator {
  return JsonValue({ optional: true, nullable: true, check: metadataProblem });
}

function metadataProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_METADATA_BYTES) {
    return `is too long (at most ${MAX_METADATA_BYTES} bytes)`;
  }
  if (levels(value) > MAX_METADATA_LEVELS) {
    return `is nested too deeply (at most ${MAX_METADATA_LEVELS} levels)`;
  }
  return undefined;
}

export function IsoTime(): PropertyDecorator {
  return applyDecorators(
    Text({ optional: true, nullIsAbsent: true }),
    Satisfies((value) =>
      parseTime(String(value)) === undefined ? 'must be an ISO 8601 date and time' : undefined,
    ),
  );
}

function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}
