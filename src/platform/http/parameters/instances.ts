// Makes instances of DTO classes of the objects in a JSON value. Not by class-transformer, which calls
// whatever a client names `constructor` in an object.
import { type Dto, declaredParametersOf } from './declared-parameters.js';

/** Of an object or of each object in a list; any other value stays as it is, for the rules to refuse. */
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
