import { JsonValue, TextList } from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';

const MAX_KEY_LENGTH = 500;
const MAX_LISTED = 10_000;

function storageProblem(value: unknown): string | undefined {
  if (!isObject(value) || !Object.values(value).every((entry) => typeof entry === 'string')) {
    return 'must be an object whose values are strings';
  }
  const isKey = (key: string): boolean => key !== '' && [...key].length <= MAX_KEY_LENGTH;
  return Object.keys(value).every(isKey)
    ? undefined
    : `must have keys of 1 to ${MAX_KEY_LENGTH} characters`;
}

export class BotStorageKeysDto {
  @TextList({ optional: true, maxItems: MAX_LISTED })
  keys?: string[];
}

export class UpdateBotStorageDto {
  @JsonValue({ check: storageProblem })
  storage!: Record<string, string>;
}
