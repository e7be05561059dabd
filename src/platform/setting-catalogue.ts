// The material of a settings catalogue: one table that names each setting with its type, what it
// accepts and its default. Storage keeps only what differs; everything else reads the table.
import {
  boolKind,
  integerKind,
  type Kind,
  nullable as nullableKind,
  textKind,
} from '#platform/http/parameters/kinds.js';
import { Refusal } from '#platform/http/parameters/refusal.js';
import { LANGUAGES } from '#platform/languages.js';

export interface Setting<Value> {
  readonly default: Value;
  /** How a value is read from a form field. */
  readonly kind: Kind;
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
    kind: boolKind,
    accepts: (value): value is boolean => typeof value === 'boolean',
  };
}

export function integer(
  initial: number,
  { min = 0, max = 2_147_483_647 }: { min?: number; max?: number } = {},
): Setting<number> {
  return {
    default: initial,
    kind: integerKind({ min, max }),
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
    kind: choiceKind(values),
    accepts: (value): value is Value => values.includes(value as Value),
  };
}

function choiceKind(values: readonly (string | number)[]): Kind {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  return texts.length > 0 ? textKind({ oneOf: texts }) : integerKind({ oneOf: numbers });
}

/** `maxLength` counts code points. */
export function text(initial: string, { maxLength }: { maxLength: number }): Setting<string> {
  return {
    default: initial,
    kind: textKind({ maxLength }),
    accepts: (value): value is string =>
      typeof value === 'string' && [...value].length <= maxLength,
  };
}

/** Null is a value too, and the default unless another is given. */
export function nullable<Value>(
  setting: Setting<Value>,
  initial: Value | null = null,
): Setting<Value | null> {
  return {
    default: initial,
    kind: nullableKind(setting.kind),
    accepts: (value): value is Value | null => value === null || setting.accepts(value),
  };
}

/** A language, by a code that LANGUAGES has. */
export function language(initial: string): Setting<string> {
  return {
    default: initial,
    kind: languageKind,
    accepts: (value): value is string => typeof value === 'string' && LANGUAGES.has(value),
  };
}

const languageKind: Kind = {
  json: false,
  fromText: knownLanguage,
  fromJson: (value) => knownLanguage(String(value)),
};

function knownLanguage(code: string): string {
  if (!LANGUAGES.has(code)) throw new Refusal('is not the code of a language that can be chosen');
  return code;
}

/** The stored values with the defaults for all others. Names that left the catalogue are dropped. */
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
