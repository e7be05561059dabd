// Property decorators that declare the parameters of a DTO class, one per kind of value:
//
//   @Text({ aliases: ['subject'], optional: true, maxLength: 60 }) topic?: string;
//
// A property is named as on the wire. `optional` leaves it undefined when absent, `default` fills it.
import {
  boolKind,
  checked,
  checkedJsonKind,
  integerKind,
  type IntegerRules,
  type JsonCheck,
  type Kind,
  listKind,
  type ListRules,
  nullable,
  textKind,
  textOrJsonKind,
  type TextRules,
} from './kinds.js';
import { declareParameter, type Dto, objectKind } from './parameter-set.js';

export interface ParameterOptions<T> {
  optional?: boolean;
  /** Makes the parameter optional, with this value when it is absent. */
  default?: T;
  /** Other names of the same parameter; sending two of them is refused. */
  aliases?: readonly string[];
  /** Accept JSON null, for values that travel as JSON. */
  nullable?: boolean;
}

/** The largest id of a table whose key is a PostgreSQL integer. */
export const MAX_ID = 2_147_483_647;

/** Plain text, taken as it is: a quoted string keeps its quotes. */
export function Text(options: ParameterOptions<string> & TextRules = {}): PropertyDecorator {
  return parameter(textKind(options), options);
}

export function Integer(
  options: ParameterOptions<number | null> & IntegerRules = {},
): PropertyDecorator {
  return parameter(integerKind(options), options);
}

/** The id of a row: a whole number that fits the column. */
export function Id(
  options: ParameterOptions<number | null> & IntegerRules = {},
): PropertyDecorator {
  return Integer({ min: 0, max: MAX_ID, ...options });
}

export function Bool(options: ParameterOptions<boolean | null> = {}): PropertyDecorator {
  return parameter(boolKind, options);
}

export function IntegerList(
  options: ParameterOptions<number[] | null> & IntegerRules & ListRules = {},
): PropertyDecorator {
  return parameter(listKind(integerKind(options), options), options);
}

export function IdList(
  options: ParameterOptions<number[] | null> & IntegerRules & ListRules = {},
): PropertyDecorator {
  return IntegerList({ min: 0, max: MAX_ID, ...options });
}

/** The text rules hold for each item. */
export function TextList(
  options: ParameterOptions<string[] | null> & TextRules & ListRules = {},
): PropertyDecorator {
  return parameter(listKind(textKind(options), options), options);
}

export interface JsonOptions extends ParameterOptions<unknown>, ListRules {
  /** The value is an object with the parameters of this class as keys; other keys are dropped. */
  object?: Dto;
  /** The value is a list of such objects. */
  listOf?: Dto;
  /** For any other shape. Returns what is wrong, worded to follow the parameter's name. */
  check?: JsonCheck;
}

export function JsonValue(options: JsonOptions = {}): PropertyDecorator {
  return parameter(kindOfJson(options), options);
}

/** Text as it is, or JSON for a string, an integer or a list of those (`TextOrJsonValue`). */
export function TextOrJson(
  options: ParameterOptions<string> & Pick<JsonOptions, 'check'> = {},
): PropertyDecorator {
  return parameter(checked(textOrJsonKind, options.check), options);
}

function kindOfJson(options: JsonOptions): Kind {
  if (options.listOf) return listKind(objectKind(options.listOf), options);
  if (options.object) return objectKind(options.object);
  return checkedJsonKind(options.check);
}

function parameter(kind: Kind, options: ParameterOptions<unknown>): PropertyDecorator {
  return (prototype, property) => {
    declareParameter(prototype, {
      name: String(property),
      required: options.default === undefined && !options.optional,
      aliases: options.aliases ?? [],
      absent: options.default,
      kind: options.nullable ? nullable(kind) : kind,
    });
  };
}
