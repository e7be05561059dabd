// The declarations of the parameters of DTO classes, in addition to their rules, which class-validator
// stores: the order in which problems are reported, aliases, and the encoding of the value.

export type Dto<T extends object = object> = new () => T;

export interface ParameterDescription {
  name: string;
  required: boolean;
  /** Whether the value is JSON text rather than plain text. */
  json: boolean;
  /** Whether JSON null in place of plain text is treated like an absent parameter. */
  nullIsAbsent: boolean;
  aliases: readonly string[];
}

export interface DeclaredParameter extends ParameterDescription {
  /** The class of the object, or of each object in the list. */
  members?: Dto | undefined;
  /** Whether a form can send each item of the list as a field of this name. */
  repeats: boolean;
  /** Converts a member of a JSON object; undefined, for an absent one, to the default. */
  fromJson: (value: unknown) => unknown;
}

interface Declaration {
  parameters: readonly DeclaredParameter[];
  /** The names of all parameters, including aliases. */
  names: ReadonlySet<string>;
}

const own = new Map<object, DeclaredParameter[]>();
const declarations = new Map<Dto, Declaration>();

/** Adds a parameter to the class with this prototype; called by the property decorators. */
export function declareParameter(prototype: object, parameter: DeclaredParameter): void {
  const parameters = own.get(prototype);
  if (parameters) parameters.push(parameter);
  else own.set(prototype, [parameter]);
}

/** In the order of declaration, inherited ones first. */
export function declaredParametersOf(dto: Dto): readonly DeclaredParameter[] {
  return declarationOf(dto).parameters;
}

/** The parameters of a DTO class, for comparison with the documentation. */
export function parametersOf(dto: Dto): ParameterDescription[] {
  return declaredParametersOf(dto).map(({ name, required, json, nullIsAbsent, aliases }) => ({
    name,
    required,
    json,
    nullIsAbsent,
    aliases,
  }));
}

export function namesOf(dto: Dto): ReadonlySet<string> {
  return declarationOf(dto).names;
}

function declarationOf(dto: Dto): Declaration {
  let declaration = declarations.get(dto);
  if (!declaration) {
    const parameters = inherited(dto.prototype as object);
    const names = new Set(parameters.flatMap(({ name, aliases }) => [name, ...aliases]));
    declaration = { parameters, names };
    declarations.set(dto, declaration);
  }
  return declaration;
}

function inherited(prototype: object | null): DeclaredParameter[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const parameters = own.get(prototype) ?? [];
  const names = new Set(parameters.map(({ name }) => name));
  const above = inherited(Object.getPrototypeOf(prototype) as object | null);
  return [...above.filter(({ name }) => !names.has(name)), ...parameters];
}
