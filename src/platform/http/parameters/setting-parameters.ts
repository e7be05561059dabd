// Makes every setting of a catalogue a parameter of a DTO class: optional, named as in the catalogue,
// and read as the catalogue says.
import type { Catalogue, SettingValues } from '#platform/setting-catalogue.js';
import { declareParameter } from './parameter-set.js';

export function SettingParameters(catalogue: Catalogue): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, { kind }] of Object.entries(catalogue)) {
      declareParameter(prototype as object, {
        name,
        required: false,
        aliases: [],
        absent: undefined,
        kind,
      });
    }
  };
}

/** Those settings that the request has, out of an instance of such a class. */
export function givenSettings<C extends Catalogue>(
  catalogue: C,
  input: object,
): Partial<SettingValues<C>> {
  const values = input as Record<string, unknown>;
  const given = Object.keys(catalogue).filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, values[name]])) as Partial<SettingValues<C>>;
}
