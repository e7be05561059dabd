// A part of an answer that is JSON already, because many answers have it: it is sent as it is. Only the
// fields of an answer can be of this kind, not what is inside them.
export class ReadyJson {
  readonly bytes: Buffer;

  constructor(json: string) {
    this.bytes = Buffer.from(json);
  }

  /** Each item as JSON. */
  static list(items: readonly string[]): ReadyJson {
    return new ReadyJson(`[${items.join(',')}]`);
  }

  /** Each member as JSON: the name, a colon and the value. */
  static object(members: readonly string[]): ReadyJson {
    return new ReadyJson(`{${members.join(',')}}`);
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString()) as unknown;
  }
}
