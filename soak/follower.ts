// A client that keeps its state current and detects missed and repeated events.
import { isDeepStrictEqual } from 'node:util';
import {
  comparable,
  type Event,
  type ParleyClient,
  type Replacement,
  type Session,
} from 'parley-client';

export class Follower {
  /** Descriptions of errors. */
  readonly faults: string[] = [];
  readonly messageIds = new Set<number>();
  eventCount = 0;
  lastEventAt = 0;
  private lastId = 0;
  private session: Session | undefined;
  private following: Promise<void> | undefined;

  constructor(
    readonly name: string,
    private readonly client: ParleyClient,
  ) {}

  async start(): Promise<void> {
    this.session = await this.client.connect({ onReplaced: (what) => this.noteReplacement(what) });
    this.lastId = this.session.lastEventId;
    this.following = this.follow(this.session).catch((error: unknown) => {
      this.faults.push(`ended: ${String(error)}`);
    });
  }

  /** The fields in which the state differs from that of a new registration. */
  async differences(): Promise<string[]> {
    const fresh = await this.client.connect();
    const [own, registered] = [this.session!, fresh].map(({ clientState }) =>
      comparable(clientState),
    );
    await fresh.close();
    const names = new Set([...Object.keys(own!), ...Object.keys(registered!)]);
    return [...names]
      .filter((name) => !isDeepStrictEqual(own![name], registered![name]))
      .map((name) => `${name}: ${difference(own![name], registered![name])}`);
  }

  async stop(): Promise<void> {
    await this.session?.close();
    await this.following;
  }

  private async follow(session: Session): Promise<void> {
    for await (const event of session.events()) this.take(event);
  }

  private take(event: Event): void {
    this.eventCount++;
    this.lastEventAt = performance.now();
    if (event.id <= this.lastId) this.faults.push(`event ${event.id} after ${this.lastId}`);
    this.lastId = event.id;
    if (event.type !== 'message') return;
    const { id } = event.message;
    if (this.messageIds.has(id)) this.faults.push(`message ${id} came twice`);
    this.messageIds.add(id);
  }

  private noteReplacement({ reason, cause }: Replacement): void {
    this.faults.push(`state replaced, ${reason}: ${String(cause)}`);
  }
}

function difference(own: unknown, registered: unknown): string {
  const [here, there] =
    Array.isArray(own) && Array.isArray(registered)
      ? [without(own, registered), without(registered, own)]
      : [own, registered];
  return `${excerpt(here)} instead of ${excerpt(there)}`;
}

function without(list: unknown[], other: unknown[]): unknown[] {
  return list.filter((entry) => !other.some((same) => isDeepStrictEqual(entry, same)));
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
