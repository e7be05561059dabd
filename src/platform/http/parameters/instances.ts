// Converts the objects in a JSON value to instances of DTO classes. class-transformer is not used for this,
// because it calls the value of a property `constructor`, which a client can set.
import { type Dto, declaredParametersOf } from './declared-parameters.js';

/** Converts an object, or each object in a list. Other values are unchanged, and rejected by the rules. */
export function instancesOf(dto: Dto, value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => instanceOf(dto, item)) : instanceOf(dto, value);
}

function instanceOf(dto: Dto, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const instance = new dto() as Record<string, unknown>;
  for (const { name, members, fromJson } of declaredParametersOf(dto)) {
    const member = Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
    instance[name] = fromJson(members ? instancesOf(members, member) : member);
  }
  return instance;
}
