// How the parts of the state are reached. The state has the shape of POST /register's answer, so
// its parts are lists of rows, ids in ascending lists, and plain values.

export type Row = Record<string, unknown>;

/** An event as GET /events gives it. */
export interface WireEvent {
  id: number;
  type: string;
  op?: string;
  [field: string]: unknown;
}

export function rows(fields: Row, list: string): Row[] {
  return fields[list] as Row[];
}

/** Adds to or takes from an ascending list of ids. */
export function setMembers(owner: Row, list: string, ids: number[], present: boolean): void {
  const members = new Set(owner[list] as number[]);
  for (const id of ids) {
    if (present) members.add(id);
    else members.delete(id);
  }
  owner[list] = [...members].toSorted((a, b) => a - b);
}

/** Throws when what an event tells does not follow from what is known. */
export function expectSame(known: unknown, told: unknown): void {
  if (known !== told) throw new Error(`${String(told)} is known as ${String(known)}`);
}

export function topicKey(topic: Row): string {
  return `${topic['stream_id'] as number} ${(topic['topic_name'] as string).toLowerCase()}`;
}
