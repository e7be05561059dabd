// An event queue on the server: registering, polling, and deleting it.
import { ApiFailure } from './api-failure.js';
import type { Row, WireEvent } from './state/rows.js';
import type { Parameters, Transport } from './transport.js';

/** The server sends a heartbeat within this time, so a longer silence is a dead connection. */
const SILENCE_MS = 90_000;
const CLOSE_MS = 5000;

export class EventQueue {
  private constructor(
    private readonly transport: Transport,
    readonly id: string,
    /** The newest event that the client has; the next poll returns the events after it. */
    public lastEventId: number,
    private readonly silenceMs: number,
  ) {}

  /** Returns the queue and the response of POST /register, whose state its events continue. */
  static async register(
    transport: Transport,
    parameters: Parameters,
    options: { silenceMs?: number | undefined; retryForMs?: number; signal?: AbortSignal } = {},
  ): Promise<{ queue: EventQueue; answer: Row }> {
    const { silenceMs = SILENCE_MS, ...request } = options;
    // The server deletes a queue whose response was lost after its idle timeout.
    const answer = await transport.request<Row>('POST', 'register', parameters, {
      ...request,
      isRepeatable: true,
    });
    const id = answer['queue_id'] as string;
    const lastEventId = answer['last_event_id'] as number;
    return { queue: new EventQueue(transport, id, lastEventId, silenceMs), answer };
  }

  /** Waits for events, with retries after failed connections. Throws an error with isLost without a queue. */
  async poll(signal: AbortSignal): Promise<WireEvent[]> {
    const { events } = await this.transport.request<{ events: WireEvent[] }>(
      'GET',
      'events',
      { queue_id: this.id, last_event_id: this.lastEventId },
      { signal, timeoutMs: this.silenceMs, retryForMs: Infinity },
    );
    return events.filter(({ id }) => id > this.lastEventId);
  }

  /** Deletes the queue on the server. A failure is harmless: the queue expires. */
  async end(): Promise<void> {
    const limits = { timeoutMs: CLOSE_MS, retryForMs: 0 };
    await this.transport
      .request('DELETE', 'events', { queue_id: this.id }, limits)
      .catch(() => undefined);
  }
}

/** The server has no such queue, or not this position in it (after a backup was restored). */
export function isLost(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 400;
}
