// A part of responses that is serialized once because many responses contain it. Only a field of the
// response itself can be a ReadyJson, not a value inside a field.

declare const VALUE: unique symbol;

/** JSON text of a value of type `T`. */
export type Json<T> = string & { readonly [VALUE]?: T };

export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** `json`, an object, with further fields, which it must not have yet. */
export function extendJson<T extends object, U extends object>(
  json: Json<T>,
  fields: U,
): Json<T & U> {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

export class ReadyJson<T> {
  readonly bytes: Buffer;
  /** Exists only as a type, so that ReadyJson of different types are not interchangeable. */
  declare readonly [VALUE]: T;

  private constructor(json: string) {
    this.bytes = Buffer.from(json);
  }

  static list<T>(items: readonly Json<T>[]): ReadyJson<T[]> {
    return new ReadyJson(`[${items.join(',')}]`);
  }

  /** Each member is a name and its value. */
  static object<T>(
    members: readonly (readonly [string | number, Json<T>])[],
  ): ReadyJson<Record<string, T>> {
    return new ReadyJson(
      `{${members.map(([name, json]) => `${JSON.stringify(String(name))}:${json}`).join(',')}}`,
    );
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString()) as unknown;
  }
}
