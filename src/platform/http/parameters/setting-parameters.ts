// Declares every setting of a catalogue as an optional parameter of a DTO class.
import type { Catalogue, SettingValues } from '#platform/setting-catalogue.js';

export function SettingParameters(catalogue: Catalogue): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, setting] of Object.entries(catalogue)) {
      setting.parameter({ optional: true })(prototype as object, name);
    }
  };
}

/** The settings that the request contains, from an instance of such a class. */
export function pickSettings<C extends Catalogue>(
  catalogue: C,
  input: object,
): Partial<SettingValues<C>> {
  const values = input as Record<string, unknown>;
  const names = Object.keys(catalogue).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<SettingValues<C>>;
}
