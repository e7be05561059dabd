// What a program follows: the events of its account, one after the other, and the state that they
// lead to. Whatever happens to connections and servers, no event is missed and none comes twice,
// unless the server itself gave up the queue; then the program is told so.
import { EventQueue, isLost } from './event-queue.js';
import { ApiFailure } from './api-failure.js';
import type { ClientState } from './state/effects.js';
import { openQuestions } from './state/newest.js';
import type { Row, WireEvent } from './state/rows.js';
import { appliedEvents, applyEvent, stateFrom, unreadOf } from './state/state.js';
import type { Parameters, Transport } from './transport.js';
import type { Event, Message, OutgoingMessage, State, UnreadMessages } from './types.js';

/** The session has a new state that does not follow from the old one by events. */
export interface Replacement {
  /**
   * `queue-lost`: the program was away for longer than its queue may be idle, and events in
   * between were missed. `mismatch`: an event did not fit the state; no event was missed.
   */
  reason: 'queue-lost' | 'mismatch';
  /** The state before, and what did not fit. */
  previous: ClientState | undefined;
  cause: unknown;
}

export interface SessionOptions {
  /** Told after the state was replaced and before the next event is given. */
  onReplaced?: (replacement: Replacement) => void;
  /** For how long a poll may be silent before the connection counts as dead, in milliseconds. */
  silenceMs?: number;
}

const known = new Set(appliedEvents);

abstract class Following {
  protected readonly closing = new AbortController();
  private readonly sending = new Set<Promise<unknown>>();
  private isReading = false;

  protected constructor(
    protected readonly transport: Transport,
    protected readonly registration: Parameters,
    protected readonly options: SessionOptions,
    protected queue: EventQueue,
    /** Of the account that the session belongs to. */
    readonly userId: number,
  ) {}

  get queueId(): string {
    return this.queue.id;
  }

  get lastEventId(): number {
    return this.queue.lastEventId;
  }

  /**
   * Every event, in order, until the session is closed. After a `break` it can be called again and
   * goes on after the last event given. Throws an ApiFailure when the account is refused.
   */
  async *events(): AsyncGenerator<Event, void, void> {
    if (this.isReading) throw new Error('The events of a session can be followed only once');
    this.isReading = true;
    try {
      while (!this.isClosed) {
        for (const event of await this.poll()) {
          await this.take(event);
          this.queue.lastEventId = event.id;
          if (event.type !== 'heartbeat') yield event as unknown as Event;
          if (this.isClosed) return;
        }
      }
    } catch (error) {
      if (!this.isClosed) throw error;
    } finally {
      this.isReading = false;
    }
  }

  /**
   * Sends once, also when answers are lost on the way and the request has to be repeated. Returns
   * the message's id. Its event has `local_message_id`.
   */
  async send(message: OutgoingMessage, localId: string = crypto.randomUUID()): Promise<number> {
    const sent = this.transport.request<{ id: number }>(
      'POST',
      'messages',
      { ...message, queue_id: this.queueId, local_id: localId },
      { isRepeatable: true, lastAttempt: this.closing.signal },
    );
    this.sending.add(sent);
    try {
      return (await sent).id;
    } finally {
      this.sending.delete(sent);
    }
  }

  /** Sends to where a message came from: its topic, or the people of its conversation. */
  reply(to: Message, content: string): Promise<number> {
    if (to.type === 'private') {
      const people = to.display_recipient as readonly { id: number }[];
      return this.send({ type: 'direct', to: people.map(({ id }) => id), content });
    }
    return this.send({ type: 'channel', to: to.stream_id!, topic: to.subject, content });
  }

  get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  /** Ends the waiting for events, waits for what is being sent, and gives the queue back. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.closing.abort(new Error('The session is closed'));
    await Promise.allSettled(this.sending);
    await this.queue.end();
  }

  /** Registers for as long as it takes. */
  protected register(): Promise<{ queue: EventQueue; answer: Row }> {
    return EventQueue.register(this.transport, this.registration, {
      silenceMs: this.options.silenceMs,
      retryForMs: Infinity,
      signal: this.closing.signal,
    });
  }

  /** What an event means for the session, before it is given. */
  protected abstract take(event: WireEvent): Promise<void>;

  /** The queue is a new one, and this came with it. */
  protected abstract begin(answer: Row): ClientState | undefined;

  private async poll(): Promise<WireEvent[]> {
    try {
      return await this.queue.poll(this.closing.signal);
    } catch (error) {
      if (!isLost(error)) throw error;
      const { queue, answer } = await this.register();
      this.queue = queue;
      this.options.onReplaced?.({
        reason: 'queue-lost',
        previous: this.begin(answer),
        cause: error,
      });
      return [];
    }
  }
}

/** Follows all events and keeps the whole state. */
export class Session extends Following {
  private current: ClientState;
  /** Up to this event the state contains everything; later ones are applied to it. */
  private stateEventId: number;

  private constructor(
    transport: Transport,
    registration: Parameters,
    options: SessionOptions,
    { queue, answer }: { queue: EventQueue; answer: Row },
  ) {
    super(transport, registration, options, queue, answer['user_id'] as number);
    this.current = stateFrom(answer);
    this.stateEventId = queue.lastEventId;
  }

  static async connect(
    transport: Transport,
    registration: Parameters,
    options: SessionOptions,
  ): Promise<Session> {
    const { silenceMs } = options;
    const registered = await EventQueue.register(transport, registration, { silenceMs });
    return new Session(transport, registration, options, registered);
  }

  /** As of the last event that was given. Read it anew after each event; do not change it. */
  get state(): State {
    return this.current.fields as unknown as State;
  }

  /** The unread messages, grouped as POST /register does. */
  get unread(): UnreadMessages {
    return unreadOf(this.current) as unknown as UnreadMessages;
  }

  /** For comparing states (see `comparable`). */
  get clientState(): ClientState {
    return this.current;
  }

  /** When it fails, the event comes again. */
  protected override async take(event: WireEvent): Promise<void> {
    if (event.id > this.stateEventId) await this.apply(event);
    await this.settle();
  }

  private async apply(event: WireEvent): Promise<void> {
    // A newer server may tell of things that this library does not keep.
    if (!known.has(event.op === undefined ? event.type : `${event.type}/${event.op}`)) return;
    try {
      applyEvent(this.current, event);
      this.stateEventId = event.id;
    } catch (error) {
      await this.readAnew(error);
    }
  }

  /** A server that refuses is asked again after the next event. */
  private async settle(): Promise<void> {
    for (const { parameters, answer } of openQuestions(this.current)) {
      try {
        const { messages } = await this.transport.request<{ messages: Message[] }>(
          'GET',
          'messages',
          parameters,
          { signal: this.closing.signal },
        );
        answer(messages[0]?.id);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
      }
    }
  }

  protected override begin(answer: Row): ClientState {
    const previous = this.current;
    this.current = stateFrom(answer);
    this.stateEventId = this.queue.lastEventId;
    return previous;
  }

  /** Only the state is taken from the new registration: the old queue goes on, without a gap. */
  private async readAnew(cause: unknown): Promise<void> {
    const { queue, answer } = await this.register();
    const previous = this.current;
    this.current = stateFrom(answer);
    this.stateEventId = queue.lastEventId;
    await queue.end();
    this.options.onReplaced?.({ reason: 'mismatch', previous, cause });
  }
}

/** Follows some kinds of event and keeps no state: all that most bots need. */
export class Listener extends Following {
  static async connect(
    transport: Transport,
    registration: Parameters,
    options: SessionOptions,
  ): Promise<Listener> {
    const { silenceMs } = options;
    const { user_id: userId } = await transport.request<{ user_id: number }>('GET', 'users/me');
    const { queue } = await EventQueue.register(transport, registration, { silenceMs });
    return new Listener(transport, registration, options, queue, userId);
  }

  protected override take(): Promise<void> {
    return Promise.resolve();
  }

  protected override begin(): undefined {
    return undefined;
  }
}
