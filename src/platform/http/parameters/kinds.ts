// The kinds of value a parameter can have. A kind reads a value twice over: from the text of a
// form field, and from parsed JSON when the value is part of a list or an object. It throws a
// Refusal that says what the value must be.
import { MalformedJson, parseJson } from './json-text.js';
import { Refusal } from './refusal.js';

export interface Kind {
  /** Whether the value travels as JSON text rather than as plain text. */
  readonly json: boolean;
  fromText(text: string): unknown;
  fromJson(value: unknown): unknown;
}

export interface TextRules {
  /** In code points. */
  maxLength?: number;
  /** In code points; 1 refuses blank text. */
  minLength?: number;
  oneOf?: readonly string[];
  /** Remove white space at both ends first. */
  trim?: boolean;
  /** Take the text as a JSON string too, for parameters that clients send in either form. */
  orJson?: boolean;
}

export function textKind(rules: TextRules): Kind {
  const check = (given: string): string => {
    const text = rules.trim ? given.trim() : given;
    if (rules.oneOf && !rules.oneOf.includes(text)) {
      throw new Refusal(`must be one of: ${rules.oneOf.join(', ')}`);
    }
    if (rules.minLength === 1 && text.trim() === '') throw new Refusal('must not be blank');
    if (rules.minLength !== undefined && codePoints(text) < rules.minLength) {
      throw new Refusal(`is too short (at least ${rules.minLength} characters)`);
    }
    if (
      rules.maxLength !== undefined &&
      text.length > rules.maxLength &&
      codePoints(text) > rules.maxLength
    ) {
      throw new Refusal(`is too long (at most ${rules.maxLength} characters)`);
    }
    return text;
  };
  return {
    json: rules.orJson ?? false,
    fromText: (text) => check(rules.orJson ? unquoted(text) : text),
    fromJson: (value) => {
      if (typeof value !== 'string') throw new Refusal('must be a string');
      return check(value);
    },
  };
}

/** What starts with a quote can be nothing but a JSON string. */
function unquoted(text: string): string {
  return text.startsWith('"') ? (parseJson(text) as string) : text;
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xdc00 || code > 0xdfff) count++;
  }
  return count;
}

export interface IntegerRules {
  min?: number;
  max?: number;
  oneOf?: readonly number[];
}

export function integerKind(rules: IntegerRules): Kind {
  const fromJson = (value: unknown): number => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      throw new Refusal('must be an integer');
    }
    if (rules.oneOf && !rules.oneOf.includes(value)) {
      throw new Refusal(`must be one of: ${rules.oneOf.join(', ')}`);
    }
    if (rules.min !== undefined && value < rules.min) {
      throw new Refusal(`must be at least ${rules.min}`);
    }
    if (rules.max !== undefined && value > rules.max) {
      throw new Refusal(`must be at most ${rules.max}`);
    }
    return value;
  };
  return {
    json: true,
    fromJson,
    fromText: (text) => {
      const digits = trimJson(text);
      if (!/^-?(0|[1-9]\d*)$/.test(digits)) throw new Refusal('must be an integer');
      return fromJson(Number(digits) + 0);
    },
  };
}

export const boolKind: Kind = {
  json: true,
  fromText: (text) => {
    const word = trimJson(text);
    if (word !== 'true' && word !== 'false') throw new Refusal('must be true or false');
    return word === 'true';
  },
  fromJson: (value) => {
    if (typeof value !== 'boolean') throw new Refusal('must be true or false');
    return value;
  },
};

export interface ListRules {
  minItems?: number;
  maxItems?: number;
}

export function listKind(item: Kind, rules: ListRules): Kind {
  return jsonKind((value) => {
    if (!Array.isArray(value)) throw new Refusal('must be a list');
    if (rules.minItems !== undefined && value.length < rules.minItems) {
      throw new Refusal(`must have at least ${rules.minItems} items`);
    }
    if (rules.maxItems !== undefined && value.length > rules.maxItems) {
      throw new Refusal(`must have at most ${rules.maxItems} items`);
    }
    let index = 0;
    try {
      const items: unknown[] = [];
      for (; index < value.length; index++) items.push(item.fromJson(value[index]));
      return items;
    } catch (error) {
      throw error instanceof Refusal ? error.within(`[${index}]`) : error;
    }
  });
}

/** `check` returns what is wrong with the value, worded to follow its name, or undefined. */
export type JsonCheck = (value: unknown) => string | undefined;

export function checkedJsonKind(check: JsonCheck | undefined): Kind {
  return checked(
    jsonKind((value) => value),
    check,
  );
}

/** What the kind accepts, as far as the check has nothing against it. */
export function checked(kind: Kind, check: JsonCheck | undefined): Kind {
  const pass = (value: unknown): unknown => {
    const reason = check?.(value);
    if (reason !== undefined) throw new Refusal(reason);
    return value;
  };
  return {
    json: kind.json,
    fromText: (text) => pass(kind.fromText(text)),
    fromJson: (value) => pass(kind.fromJson(value)),
  };
}

export function nullable(kind: Kind): Kind {
  return {
    json: kind.json,
    fromText: (text) => (kind.json && trimJson(text) === 'null' ? null : kind.fromText(text)),
    fromJson: (value) => (value === null ? null : kind.fromJson(value)),
  };
}

export type TextOrJsonValue = string | number | (string | number)[];

/** Text as it is, unless it is JSON for a string, an integer, or a list of those. */
export const textOrJsonKind: Kind = {
  json: true,
  fromText: (text) => {
    const start = text.trimStart();
    if (/^-?\d+\s*$/.test(start)) {
      const number = Number(start);
      return Number.isSafeInteger(number) ? number : text;
    }
    if (!start.startsWith('"') && !start.startsWith('[')) return text;
    try {
      return stringsOrIntegers(parseJson(text));
    } catch (error) {
      if (error instanceof MalformedJson) return text;
      throw error;
    }
  },
  fromJson: stringsOrIntegers,
};

function stringsOrIntegers(value: unknown): TextOrJsonValue {
  if (isStringOrInteger(value)) return value;
  if (!Array.isArray(value)) throw new Refusal('must be a string, an integer or a list of them');
  value.forEach((item, index) => {
    if (!isStringOrInteger(item)) {
      throw new Refusal('must be a string or an integer').within(`[${index}]`);
    }
  });
  return value as (string | number)[];
}

function isStringOrInteger(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function jsonKind(fromJson: (value: unknown) => unknown): Kind {
  return { json: true, fromJson, fromText: (text) => fromJson(parseJson(text)) };
}

/** Without the white space that JSON allows around a value. */
function trimJson(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isJsonSpace(text.charCodeAt(start))) start++;
  while (end > start && isJsonSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
