// Property decorators that declare the parameters of a DTO class, one per kind of value:
//
//   @Text({ aliases: ['subject'], optional: true, maxLength: 60 }) topic?: string;
//
// Each is a composition: class-transformer reads the text of the field, and class-validator checks the
// value. A property is named as on the wire. `optional` leaves it undefined when absent, `default` fills it.
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import { declareParameter, type Dto } from './declared-parameters.js';
import { instancesOf } from './instances.js';
import { InvalidText } from './invalid-text.js';
import { parseJson } from './json-text.js';
import {
  boolRules,
  integerRules,
  type IntegerRules,
  IsPresent,
  IsReadable,
  type JsonCheck,
  listRules,
  type ListRules,
  objectRules,
  Satisfies,
  textOrJsonRules,
  textRules,
  type TextRules,
} from './rules.js';
import {
  isJsonNull,
  readBool,
  readInteger,
  readTextOrJson,
  readTextOrJsonString,
} from './wire-text.js';

export interface ParameterOptions<T> {
  optional?: boolean;
  /** Makes the parameter optional, with this value when it is absent. */
  default?: T;
  /** Other names of the same parameter; sending two of them is refused. */
  aliases?: readonly string[];
  /** Accept JSON null. */
  nullable?: boolean;
}

export interface TextOptions extends Omit<ParameterOptions<string>, 'nullable'>, TextRules {
  /** Treat JSON null, as clients send it for an empty variable, like an absent parameter. */
  nullIsAbsent?: boolean;
  /** Remove white space at both ends first. */
  trim?: boolean;
  /** Accept the text as a JSON string too, for parameters that clients send in either form. */
  orJson?: boolean;
}

/** The largest id of a table whose key is a PostgreSQL integer. */
export const MAX_ID = 2_147_483_647;

/** Plain text, which is not changed: a quoted string keeps its quotes unless `orJson` is set. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { trim = false, orJson = false } = options;
  return applyDecorators(
    Parameter({
      ...options,
      json: orJson,
      read: orJson ? readTextOrJsonString : (text) => text,
      adjust: trim ? (value) => (typeof value === 'string' ? value.trim() : value) : undefined,
    }),
    ...textRules(options),
  );
}

export function Integer(
  options: ParameterOptions<number | null> & IntegerRules = {},
): PropertyDecorator {
  return applyDecorators(
    Parameter({ ...options, json: true, read: readInteger }),
    ...integerRules(options),
  );
}

/** The id of a row: a whole number that fits the column. */
export function Id(
  options: ParameterOptions<number | null> & IntegerRules = {},
): PropertyDecorator {
  return Integer({ min: 0, max: MAX_ID, ...options });
}

export function Bool(options: ParameterOptions<boolean | null> = {}): PropertyDecorator {
  return applyDecorators(Parameter({ ...options, json: true, read: readBool }), ...boolRules());
}

interface Repeatable {
  /** A form can also send each item as a field of this name, as check boxes do. */
  repeats?: boolean;
}

export function IntegerList(
  options: ParameterOptions<number[] | null> & IntegerRules & ListRules & Repeatable = {},
): PropertyDecorator {
  return applyDecorators(
    Parameter({ ...options, json: true, read: parseJson }),
    ...listRules(options),
    ...integerRules(options, { each: true }),
  );
}

export function IdList(
  options: ParameterOptions<number[] | null> & IntegerRules & ListRules & Repeatable = {},
): PropertyDecorator {
  return IntegerList({ min: 0, max: MAX_ID, ...options });
}

/** The text rules hold for each item. */
export function TextList(
  options: ParameterOptions<string[] | null> & TextRules & ListRules = {},
): PropertyDecorator {
  return applyDecorators(
    Parameter({ ...options, json: true, read: parseJson }),
    ...listRules(options),
    ...textRules(options, { each: true }),
  );
}

export interface JsonOptions extends ParameterOptions<unknown>, ListRules {
  /** The value is an object with the parameters of this class as members, and no others. */
  object?: Dto;
  /** The value is a list of such objects. */
  listOf?: Dto;
  /** For any other shape. */
  check?: JsonCheck;
}

export function JsonValue(options: JsonOptions = {}): PropertyDecorator {
  const { object, listOf, check } = options;
  const members = object ?? listOf;
  return applyDecorators(
    Parameter({
      ...options,
      json: true,
      members,
      read: members ? (text) => instancesOf(members, parseJson(text)) : parseJson,
    }),
    ...(listOf ? [...listRules(options), ...objectRules({ each: true })] : []),
    ...(object ? objectRules() : []),
    ...(members ? [ValidateNested({ each: listOf !== undefined })] : []),
    ...(check ? [Satisfies(check)] : []),
  );
}

export type TextOrJsonValue = string | number | (string | number)[];

/** Unchanged text, unless it is JSON for a string, an integer or a list of those. */
export function TextOrJson(
  options: ParameterOptions<TextOrJsonValue> & Pick<JsonOptions, 'check'> = {},
): PropertyDecorator {
  return applyDecorators(
    Parameter({ ...options, json: true, read: readTextOrJson }),
    ...textOrJsonRules(),
    ...(options.check ? [Satisfies(options.check)] : []),
  );
}

interface Reading<T> extends ParameterOptions<T> {
  json: boolean;
  repeats?: boolean | undefined;
  nullIsAbsent?: boolean;
  members?: Dto | undefined;
  /** Converts the text of a field. Throws InvalidText, or returns a value that the rules reject. */
  read: (text: string) => unknown;
  /** Adjusts a value from text or from JSON. */
  adjust?: ((value: unknown) => unknown) | undefined;
}

/** The part that all kinds of parameters have in common. The rules of the kind follow it. */
export function Parameter<T>(reading: Reading<T>): PropertyDecorator {
  const { optional = false, aliases = [], json, members, read } = reading;
  const { nullable = false, nullIsAbsent = false, repeats = false } = reading;
  const { default: initial, adjust = (value) => value } = reading;
  const required = initial === undefined && !optional;
  const fromText = (text: string): unknown => {
    if ((nullable || nullIsAbsent) && isJsonNull(text)) return nullable ? null : copy(initial);
    return adjust(read(text));
  };
  const fromJson = (value: unknown): unknown =>
    value === undefined || (nullIsAbsent && value === null) ? copy(initial) : adjust(value);
  return applyDecorators(
    (prototype: object, property: string | symbol) => {
      const name = String(property);
      declareParameter(prototype, {
        name,
        required,
        json,
        nullIsAbsent,
        aliases,
        members,
        repeats,
        fromJson,
      });
    },
    Transform(({ value }: { value: string }) => attempt(fromText, value)),
    ...(required ? [IsPresent()] : [ValidateIf((_, value) => value !== undefined)]),
    ...(nullable ? [ValidateIf((_, value) => value !== null)] : []),
    IsReadable(),
  );
}

/** Copies a default value, because handlers may change their input. */
function copy(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

function attempt(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof InvalidText) return error;
    throw error;
  }
}
