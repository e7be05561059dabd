// Parts of responses that are JSON text already, or become it while they are sent. Only a field of the
// response itself can be one of them, not a value inside a field.

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

/** Text that is sent in pieces, as fast as the client reads. */
export abstract class ReadyJson<T> {
  /** Exists only as a type, so that ReadyJson of different types are not interchangeable. */
  declare readonly [VALUE]: T;

  /** A list that many responses contain. */
  static list<T>(items: readonly Json<T>[]): ReadyJson<T[]> {
    return new WholeJson(`[${items.join(',')}]`);
  }

  /** Each member is a name and its value. */
  static object<T>(
    members: readonly (readonly [string | number, Json<T>])[],
  ): ReadyJson<Record<string, T>> {
    return new WholeJson(
      `{${members.map(([name, json]) => `${JSON.stringify(String(name))}:${json}`).join(',')}}`,
    );
  }

  /** A list of one response. `read` reads the items from one position to another again. */
  static items<T>(items: readonly Json<T>[], read?: ReadItems<T>): ReadyJson<T[]> {
    const characters = items.reduce((sum, item) => sum + item.length + 1, 1);
    return characters > PIECE ? new JsonItems(items, characters, read) : ReadyJson.list(items);
  }

  /** A list in a response, whose values are computed and serialized while they are sent. */
  static values<Source, T>(
    sources: readonly Source[],
    view: (source: Source) => T,
  ): ReadyJson<T[]> {
    return sources.length > VALUES
      ? new JsonValues(sources, view)
      : new WholeJson(JSON.stringify(sources.map(view)));
  }

  /** Length in bytes; undefined if it is not known before the response is sent. */
  abstract get length(): number | undefined;

  /** Can be called once for each response. */
  abstract pieces(): Iterable<Buffer> | AsyncIterable<Buffer>;

  /** Called when many clients read slowly. */
  release(): void {
    // Text that many responses contain is not released.
  }

  abstract toJSON(): T;
}

/** Returns the items that still exist. */
export type ReadItems<T> = (start: number, end: number) => Promise<Json<T>[]>;

class WholeJson<T> extends ReadyJson<T> {
  private readonly bytes: Buffer;

  constructor(json: string) {
    super();
    this.bytes = Buffer.from(json);
  }

  get length(): number {
    return this.bytes.length;
  }

  pieces(): Iterable<Buffer> {
    return [this.bytes];
  }

  toJSON(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }
}

/** Values of a piece. */
const VALUES = 250;

class JsonValues<Source, T> extends ReadyJson<T[]> {
  readonly length = undefined;

  constructor(
    private readonly sources: readonly Source[],
    private readonly view: (source: Source) => T,
  ) {
    super();
  }

  *pieces(): Generator<Buffer> {
    for (let start = 0; start < this.sources.length; start += VALUES) {
      const values = this.sources.slice(start, start + VALUES).map(this.view);
      yield Buffer.from(`${start === 0 ? '[' : ','}${JSON.stringify(values).slice(1, -1)}`);
    }
    yield Buffer.from(']');
  }

  toJSON(): T[] {
    return this.sources.map(this.view);
  }
}

/** In characters. */
const PIECE = 256 * 1024;

class JsonItems<T> extends ReadyJson<T[]> {
  private readonly items: (Json<T> | undefined)[];

  constructor(
    items: readonly Json<T>[],
    private readonly characters: number,
    private readonly read: ReadItems<T> | undefined,
  ) {
    super();
    this.items = [...items];
  }

  get length(): number | undefined {
    if (this.read) return undefined;
    const separators = Math.max(this.items.length - 1, 0);
    return this.items.reduce((sum, item) => sum + Buffer.byteLength(item!), separators + 2);
  }

  async *pieces(): AsyncGenerator<Buffer> {
    const { items } = this;
    let text = '[';
    let isFirst = true;
    for (let start = 0; start < items.length;) {
      const end = this.endOfPiece(start);
      const ready = items.slice(start, end);
      const isReady = ready.every((item) => item !== undefined);
      const next = isReady ? ready : await this.read!(start, end);
      items.fill(undefined, start, end);
      for (const item of next) {
        text += isFirst ? item : `,${item}`;
        isFirst = false;
      }
      start = end;
      if (text.length < PIECE) continue;
      yield Buffer.from(text);
      text = '';
    }
    yield Buffer.from(`${text}]`);
  }

  /** Items that can be read again need not be held. */
  override release(): void {
    if (this.read) this.items.fill(undefined);
  }

  toJSON(): T[] {
    return JSON.parse(`[${this.items.join(',')}]`) as T[];
  }

  /** The position after the items of the next piece, by the average length of items. */
  private endOfPiece(start: number): number {
    const average = this.characters / this.items.length;
    return Math.min(this.items.length, start + Math.max(1, Math.floor(PIECE / average)));
  }
}
