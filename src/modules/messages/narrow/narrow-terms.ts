// A narrow as clients send it: a list of terms, each an object or a pair. This file checks and reads the
// form of terms; narrow-operators.repository.ts defines their meaning.
import { ApiError } from '#platform/http/api-error.js';
import { atPath, isObject, unexpectedKeyProblem } from '#platform/http/parameters/json-object.js';

export type NarrowOperand = string | number | number[];

/** A term in one of its two forms, as validated JSON of the parameter `narrow`. */
export type NarrowTermInput =
  | { operator: string; operand: NarrowOperand; negated?: boolean }
  | [string, string];

export interface NarrowTerm {
  /** The operator of the input, in lower case. */
  operator: string;
  operand: NarrowOperand;
  negated: boolean;
}

export function readTerm(input: NarrowTermInput): NarrowTerm {
  const { operator, operand, negated } = Array.isArray(input)
    ? { operator: input[0], operand: input[1], negated: false }
    : { negated: false, ...input };
  return { operator: operator.toLowerCase(), operand, negated };
}

export function badNarrow(description: string): ApiError {
  return new ApiError('BAD_NARROW', 400, `Invalid narrow: ${description}`, { desc: description });
}

const TERM_KEYS = ['operator', 'operand', 'negated'];

/** Each term may need a query. */
const MAX_TERMS = 100;

/** Describes the first error in the JSON of `narrow`; undefined when it is valid. */
export function narrowProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length > MAX_TERMS) return `has more than ${MAX_TERMS} terms`;
  for (const [index, term] of value.entries()) {
    const problem = Array.isArray(term) ? pairProblem(term) : termProblem(term);
    if (problem) return atPath(`[${index}]`, problem);
  }
  return undefined;
}

function pairProblem(term: unknown[]): string | undefined {
  const isPair = term.length === 2 && term.every((part) => typeof part === 'string');
  return isPair ? undefined : 'is not a pair of strings';
}

function termProblem(term: unknown): string | undefined {
  if (!isObject(term)) return 'is not an object or a pair';
  const { operator, operand, negated } = term;
  if (typeof operator !== 'string') return '["operator"] is not a string';
  if (!isOperand(operand)) return '["operand"] is not a string, an integer or a list of integers';
  if (negated !== undefined && typeof negated !== 'boolean') return '["negated"] is not a boolean';
  return unexpectedKeyProblem(term, TERM_KEYS);
}

function isOperand(operand: unknown): operand is NarrowOperand {
  if (typeof operand === 'string' || Number.isSafeInteger(operand)) return true;
  return Array.isArray(operand) && operand.every((part) => Number.isSafeInteger(part));
}
