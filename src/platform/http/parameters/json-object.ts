// Checks of JSON objects from clients, and the wording of their problems.

export type JsonObject = Record<string, unknown>;

/** Longer keys are shortened in errors. */
const MAX_SHOWN_KEY = 60;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words the problem of a value at `path`, such as `[0]`; the problem may begin with a path itself. */
export function atPath(path: string, problem: string): string {
  return problem.startsWith('[') ? path + problem : `${path} ${problem}`;
}

/** Returns the problem of an object with a key other than `expected`; undefined if it has none. */
export function unexpectedKeyProblem(
  value: object,
  expected: readonly string[],
): string | undefined {
  const key = Object.keys(value).find((one) => !expected.includes(one));
  return key === undefined ? undefined : `has an unexpected key "${key.slice(0, MAX_SHOWN_KEY)}"`;
}
