// The elements of a settings catalogue: a table of all settings with type, accepted values and
// default. The database stores only values that differ from the default.
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
  /** Parses a value from a form field. */
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

/** Accepts null as well, which is the default unless `initial` is set. */
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

/** The code of a language in LANGUAGES. */
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
  if (!LANGUAGES.has(code)) throw new Refusal('is not the code of a supported language');
  return code;
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
