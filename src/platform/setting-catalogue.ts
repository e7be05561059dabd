// The elements of a settings catalogue: a table of all settings with type, accepted values and
// default. The database stores only values that differ from the default.
import { applyDecorators } from '@nestjs/common';
import { Bool, Integer, Parameter, Text } from '#platform/http/parameters/decorators.js';
import { Satisfies } from '#platform/http/parameters/rules.js';
import { LANGUAGES } from '#platform/languages.js';

interface SettingParameterOptions {
  optional: boolean;
  nullable?: boolean;
}

export interface Setting<Value> {
  readonly default: Value;
  /** Declares the setting as a parameter of a DTO class. */
  parameter(options: SettingParameterOptions): PropertyDecorator;
  accepts(value: unknown): value is Value;
}

export type Catalogue = Readonly<Record<string, Setting<unknown>>>;

/** The values of all settings of a catalogue. */
export type SettingValues<C extends Catalogue> = {
  [Name in keyof C]: C[Name] extends Setting<infer Value> ? Value : never;
};

export function flag(initial: boolean): Setting<boolean> {
  return {
    default: initial,
    parameter: Bool,
    accepts: (value): value is boolean => typeof value === 'boolean',
  };
}

export function integer(
  initial: number,
  { min = 0, max = 2_147_483_647 }: { min?: number; max?: number } = {},
): Setting<number> {
  return {
    default: initial,
    parameter: (options) => Integer({ ...options, min, max }),
    accepts: (value): value is number =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  };
}

export function choice<const Value extends string | number>(
  initial: NoInfer<Value>,
  values: readonly Value[],
): Setting<Value> {
  return {
    default: initial,
    parameter: (options) => choiceParameter(values, options),
    accepts: (value): value is Value => values.includes(value as Value),
  };
}

function choiceParameter(
  values: readonly (string | number)[],
  options: SettingParameterOptions,
): PropertyDecorator {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  return texts.length > 0
    ? Text({ ...options, oneOf: texts })
    : Integer({ ...options, oneOf: numbers });
}

/** `maxLength` counts code points. */
export function text(initial: string, { maxLength }: { maxLength: number }): Setting<string> {
  return {
    default: initial,
    parameter: (options) => Text({ ...options, maxLength }),
    accepts: (value): value is string =>
      typeof value === 'string' && [...value].length <= maxLength,
  };
}

/** Accepts null as well, which is the default unless `initial` is set. */
export function nullable<Value>(
  setting: Setting<Value>,
  initial: Value | null = null,
): Setting<Value | null> {
  return {
    default: initial,
    parameter: (options) => setting.parameter({ ...options, nullable: true }),
    accepts: (value): value is Value | null => value === null || setting.accepts(value),
  };
}

/** The code of a language in LANGUAGES. */
export function language(initial: string): Setting<string> {
  return {
    default: initial,
    parameter: languageParameter,
    accepts: (value): value is string => typeof value === 'string' && LANGUAGES.has(value),
  };
}

function languageParameter(options: SettingParameterOptions): PropertyDecorator {
  return applyDecorators(
    Parameter({ ...options, json: false, read: (code) => code }),
    Satisfies((value) =>
      LANGUAGES.has(String(value)) ? undefined : 'is not the code of a supported language',
    ),
  );
}

/** Stored values, with defaults for all others. Names that are not in the catalogue are dropped. */
export function settingValues<C extends Catalogue>(
  catalogue: C,
  stored: Readonly<Record<string, unknown>>,
): SettingValues<C> {
  const values: Record<string, unknown> = {};
  for (const name in catalogue) {
    values[name] = name in stored ? stored[name] : catalogue[name]?.default;
  }
  return values as SettingValues<C>;
}
