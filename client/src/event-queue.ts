// A client's queue on the server: registering, asking for what is new, and giving it back.
import { ApiFailure } from './api-failure.js';
import type { Row, WireEvent } from './state/rows.js';
import type { Parameters, Transport } from './transport.js';

/** A waiting poll gets a heartbeat in less than this time, so a longer silence is a dead connection. */
const SILENCE_MS = 90_000;
const CLOSE_MS = 5000;

export class EventQueue {
  private constructor(
    private readonly transport: Transport,
    readonly id: string,
    /** The newest event that the client has. What comes after it comes with the next poll. */
    public lastEventId: number,
    private readonly silenceMs: number,
  ) {}

  /** The queue and the whole answer of POST /register, to which its events are the sequel. */
  static async register(
    transport: Transport,
    parameters: Parameters,
    options: { silenceMs?: number | undefined; retryForMs?: number; signal?: AbortSignal } = {},
  ): Promise<{ queue: EventQueue; answer: Row }> {
    const { silenceMs = SILENCE_MS, ...request } = options;
    // A queue whose answer was lost is dropped when it has been idle long enough.
    const answer = await transport.request<Row>('POST', 'register', parameters, {
      ...request,
      isRepeatable: true,
    });
    const id = answer['queue_id'] as string;
    const lastEventId = answer['last_event_id'] as number;
    return { queue: new EventQueue(transport, id, lastEventId, silenceMs), answer };
  }

  /** Waits for events, however often the connection fails. Throws isLost when there is no queue. */
  async poll(signal: AbortSignal): Promise<WireEvent[]> {
    const { events } = await this.transport.request<{ events: WireEvent[] }>(
      'GET',
      'events',
      { queue_id: this.id, last_event_id: this.lastEventId },
      { signal, timeoutMs: this.silenceMs, retryForMs: Infinity },
    );
    return events.filter(({ id }) => id > this.lastEventId);
  }

  /** Tells the server that nobody asks any more. That it does not hear it does no harm. */
  async end(): Promise<void> {
    const limits = { timeoutMs: CLOSE_MS, retryForMs: 0 };
    await this.transport
      .request('DELETE', 'events', { queue_id: this.id }, limits)
      .catch(() => undefined);
  }
}

/** The server knows no such queue, or not the place in it (after a backup was restored). */
export function isLost(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 400;
}
