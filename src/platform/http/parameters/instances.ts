// Converts the objects in a JSON value to instances of DTO classes. class-transformer is not used for this,
// because it calls the value of a property `constructor`, which a client can set.
import { type Dto, declaredParametersOf } from './declared-parameters.js';
import { InvalidText } from './invalid-text.js';
import { atPath, isObject, unexpectedKeyProblem } from './json-object.js';

/**
 * Converts an object, or each object in a list. Other values are unchanged, and rejected by the rules.
 * Throws an InvalidText for an object with a key that the class does not declare. `path` leads to the
 * value, for example `[0]["terms"]`.
 */
export function instancesOf(dto: Dto, value: unknown, path = ''): unknown {
  return Array.isArray(value)
    ? value.map((item, index) => instanceOf(dto, item, `${path}[${index}]`))
    : instanceOf(dto, value, path);
}

function instanceOf(dto: Dto, value: unknown, path: string): unknown {
  if (!isObject(value)) return value;
  const declared = declaredParametersOf(dto);
  const problem = unexpectedKeyProblem(
    value,
    declared.map(({ name }) => name),
  );
  if (problem !== undefined) throw new InvalidText(atPath(path, problem).trimStart());
  const instance = new dto() as Record<string, unknown>;
  for (const { name, members, fromJson } of declared) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    instance[name] = fromJson(
      members ? instancesOf(members, member, `${path}["${name}"]`) : member,
    );
  }
  return instance;
}
