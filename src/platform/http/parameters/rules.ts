// The rules of parameters: rules of class-validator with the messages of this API, and a few more. A rule
// with `each` holds for every item of a list; its message names the first item that breaks it.
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  isIn,
  IsInt,
  isInt,
  IsString,
  isString,
  Max,
  max as isAtMost,
  Min,
  min as isAtLeast,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { InvalidText } from './invalid-text.js';
import { atPath, isObject } from './json-object.js';

export interface TextRules {
  /** In code points. */
  maxLength?: number;
  /** In code points; 1 refuses blank text. */
  minLength?: number;
  oneOf?: readonly string[];
}

export interface IntegerRules {
  min?: number;
  max?: number;
  oneOf?: readonly number[];
}

export interface ListRules {
  minItems?: number;
  maxItems?: number;
}

/** Returns the problem of the value, worded to follow the parameter's name; a path may come first. */
export type JsonCheck = (value: unknown) => string | undefined;

/** The constraint of a parameter that was not sent, which has a separate error code. */
export const PRESENT = 'isPresent';

/** The constraint of HasAllowedValue, which has a separate error code. */
export const ALLOWED_VALUE = 'hasAllowedValue';

export function IsPresent(): PropertyDecorator {
  return ValidateBy(
    { name: PRESENT, validator: { validate: (value) => value !== undefined } },
    { message: '$property is required' },
  );
}

/** Rejects values that represent unreadable text. */
export function IsReadable(): PropertyDecorator {
  return Satisfies((value) => (value instanceof InvalidText ? value.reason : undefined));
}

export function Satisfies(check: JsonCheck): PropertyDecorator {
  return ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value) => check(value) === undefined,
      defaultMessage: (rule) => atPath('$property', check(rule?.value) ?? ''),
    },
  });
}

/** Its error has the code REQUEST_VARIABLE_INVALID and contains the value: a number or a short text. */
export function HasAllowedValue(isAllowed: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({ name: ALLOWED_VALUE, validator: { validate: isAllowed } });
}

export function textRules(
  { oneOf, minLength = 0, maxLength = Infinity }: TextRules,
  { each = false } = {},
): PropertyDecorator[] {
  const rules = [IsString(worded('must be a string', each, isString))];
  if (oneOf) {
    const reason = `must be one of: ${oneOf.join(', ')}`;
    rules.push(
      IsIn(
        [...oneOf],
        worded(reason, each, (value) => isIn(value, [...oneOf])),
      ),
    );
  }
  if (minLength === 1) rules.push(textRule('must not be blank', each, isNotBlank));
  if (minLength > 1) {
    const reason = `is too short (at least ${minLength} characters)`;
    rules.push(textRule(reason, each, (text) => codePoints(text) >= minLength));
  }
  if (maxLength < Infinity) {
    const reason = `is too long (at most ${maxLength} characters)`;
    const isShort = (text: string): boolean =>
      text.length <= maxLength || codePoints(text) <= maxLength;
    rules.push(textRule(reason, each, isShort));
  }
  return rules;
}

export function integerRules(
  { oneOf, min, max }: IntegerRules,
  { each = false } = {},
): PropertyDecorator[] {
  const rules = [IsInt(worded('must be an integer', each, isInt))];
  if (oneOf) {
    const reason = `must be one of: ${oneOf.join(', ')}`;
    rules.push(
      IsIn(
        [...oneOf],
        worded(reason, each, (value) => isIn(value, [...oneOf])),
      ),
    );
  }
  if (min !== undefined) {
    rules.push(
      Min(
        min,
        worded(`must be at least ${min}`, each, (value) => isAtLeast(value, min)),
      ),
    );
  }
  if (max !== undefined) {
    rules.push(
      Max(
        max,
        worded(`must be at most ${max}`, each, (value) => isAtMost(value, max)),
      ),
    );
  }
  return rules;
}

export function boolRules(): PropertyDecorator[] {
  return [IsBoolean({ message: '$property must be true or false' })];
}

export function listRules({ minItems, maxItems }: ListRules): PropertyDecorator[] {
  const rules = [IsArray({ message: '$property must be a list' })];
  if (minItems !== undefined) {
    rules.push(
      ArrayMinSize(minItems, { message: `$property must have at least ${minItems} items` }),
    );
  }
  if (maxItems !== undefined) {
    rules.push(
      ArrayMaxSize(maxItems, { message: `$property must have at most ${maxItems} items` }),
    );
  }
  return rules;
}

export function objectRules({ each = false } = {}): PropertyDecorator[] {
  return [
    ValidateBy(
      { name: 'isObject', validator: { validate: isObject } },
      worded('must be an object', each, isObject),
    ),
  ];
}

/** For a string, an integer, or a list of those. */
export function textOrJsonRules(): PropertyDecorator[] {
  return [
    ValidateBy(
      {
        name: 'isStringOrInteger',
        validator: { validate: (value) => Array.isArray(value) || isStringOrInteger(value) },
      },
      { message: '$property must be a string, an integer or a list of them' },
    ),
    ValidateBy(
      { name: 'areStringsOrIntegers', validator: { validate: isStringOrInteger } },
      worded('must be a string or an integer', true, isStringOrInteger),
    ),
  ];
}

function isStringOrInteger(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function textRule(
  reason: string,
  each: boolean,
  isMet: (text: string) => boolean,
): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && isMet(value);
  return ValidateBy({ name: reason, validator: { validate } }, worded(reason, each, validate));
}

function worded(
  reason: string,
  each: boolean,
  isMet: (value: unknown) => boolean,
): ValidationOptions {
  if (!each) return { message: `$property ${reason}` };
  const position = (items: unknown[]): number => items.findIndex((item) => !isMet(item));
  return { each, message: ({ value }) => `$property[${position(value as unknown[])}] ${reason}` };
}

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xdc00 || code > 0xdfff) count++;
  }
  return count;
}
