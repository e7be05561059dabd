// Access to the parts of the state, which has the form of the response of POST /register: lists of
// rows, ascending lists of ids, and plain values.

export type Row = Record<string, unknown>;

/** An event of GET /events. */
export interface WireEvent {
  id: number;
  type: string;
  op?: string;
  [field: string]: unknown;
}

export function rows(fields: Row, list: string): Row[] {
  return fields[list] as Row[];
}

/** Adds ids to an ascending list, or removes them. */
export function setMembers(owner: Row, list: string, ids: number[], present: boolean): void {
  const members = new Set(owner[list] as number[]);
  for (const id of ids) {
    if (present) members.add(id);
    else members.delete(id);
  }
  owner[list] = [...members].toSorted((a, b) => a - b);
}

/** Throws if the value in an event differs from that of the state. */
export function expectSame(known: unknown, received: unknown): void {
  if (known !== received) throw new Error(`${String(received)} does not match ${String(known)}`);
}

export function topicKey(topic: Row): string {
  return `${topic['stream_id'] as number} ${(topic['topic_name'] as string).toLowerCase()}`;
}
