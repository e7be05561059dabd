// The material of a settings catalogue: one table that names each setting with its type, what it
// accepts and its default. Storage keeps only what differs; everything else reads the table.

export interface Setting<Value> {
  readonly default: Value;
  /** How a value travels in a form field: as it is, or as JSON. */
  readonly encoding: 'text' | 'json';
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
    encoding: 'json',
    accepts: (value): value is boolean => typeof value === 'boolean',
  };
}

export function integer(
  initial: number,
  { min = 0, max = 2_147_483_647 }: { min?: number; max?: number } = {},
): Setting<number> {
  return {
    default: initial,
    encoding: 'json',
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
    encoding: typeof initial === 'string' ? 'text' : 'json',
    accepts: (value): value is Value => values.includes(value as Value),
  };
}

/** `maxLength` counts code points. */
export function text(initial: string, { maxLength }: { maxLength: number }): Setting<string> {
  return {
    default: initial,
    encoding: 'text',
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
    ...setting,
    default: initial,
    accepts: (value): value is Value | null => value === null || setting.accepts(value),
  };
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
