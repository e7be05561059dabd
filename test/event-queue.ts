// A client's event queue: registers and polls like a client program.
import type { WireEvent } from 'parley-client';
import type { Answer, Client, Parameters } from './client.js';

export type { WireEvent };

export class TestQueue {
  private constructor(
    private readonly client: Client,
    /** The whole response of POST /register. */
    readonly state: Record<string, unknown>,
    readonly id: string,
    /** The event id that the next poll acknowledges. */
    public lastEventId: number,
  ) {}

  static async register(client: Client, parameters: Parameters = {}): Promise<TestQueue> {
    const state = await client.expect('POST', 'register', parameters);
    return new TestQueue(
      client,
      state,
      state['queue_id'] as string,
      state['last_event_id'] as number,
    );
  }

  /** The same queue for a client of another process, or of another user. */
  through(client: Client): TestQueue {
    return new TestQueue(client, this.state, this.id, this.lastEventId);
  }

  /** One poll with these parameters; does not change the acknowledged id. */
  ask(parameters: Parameters = {}): Promise<Answer> {
    return this.client.get('events', {
      queue_id: this.id,
      last_event_id: this.lastEventId,
      ...parameters,
    });
  }

  /** The events of one poll, which the next one acknowledges. */
  async poll(parameters: Parameters = {}): Promise<WireEvent[]> {
    const { status, body } = await this.ask(parameters);
    if (status !== 200) throw new Error(`GET events: ${status} ${JSON.stringify(body)}`);
    const events = body['events'] as WireEvent[];
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    return events;
  }

  /** The events that are available now. */
  now(): Promise<WireEvent[]> {
    return this.poll({ dont_block: true });
  }

  /** Polls without waiting until there are no more events. */
  async all(): Promise<WireEvent[]> {
    const all: WireEvent[] = [];
    for (;;) {
      const events = await this.now();
      if (events.length === 0) return all;
      all.push(...events);
    }
  }
}

/** Waits until a condition holds, for at most twenty seconds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  seconds = 20,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      throw new Error(`Not within ${seconds} s: ${condition.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
