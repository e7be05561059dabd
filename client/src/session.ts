// Sessions: the events of an account in order, and the state that they lead to. No event is missed or
// repeated across lost connections and server restarts, unless the server deleted the queue, which is
// reported by `onReplaced`.
import { EventQueue, isLost } from './event-queue.js';
import { ApiFailure } from './api-failure.js';
import type { ClientState } from './state/effects.js';
import type { Row, WireEvent } from './state/rows.js';
import { appliedEvents, applyEvent, openQuestions, stateFrom, unreadOf } from './state/state.js';
import type { Parameters, Transport } from './transport.js';
import type { Event, Message, OutgoingMessage, State, UnreadMessages } from './types.js';

/** A new state that does not follow from the old one by events. */
export interface Replacement {
  /**
   * `queue-lost`: the queue exceeded its idle timeout, and events in between were missed.
   * `mismatch`: an event did not fit the state; no event was missed.
   */
  reason: 'queue-lost' | 'mismatch';
  /** The previous state, and the difference. */
  previous: ClientState | undefined;
  cause: unknown;
}

export interface SessionOptions {
  /** Called after the state was replaced and before the next event. */
  onReplaced?: (replacement: Replacement) => void;
  /** Time without a response after which a poll counts as dead, in milliseconds. */
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
    /** User of the session. */
    readonly userId: number,
  ) {}

  get queueId(): string {
    return this.queue.id;
  }

  get lastEventId(): number {
    return this.queue.lastEventId;
  }

  /**
   * Yields every event, in order, until the session is closed. After a `break` it can be called again
   * and continues after the last event. Throws an ApiFailure if the account is refused.
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
   * Sends exactly once, also if responses are lost and the request is repeated. Returns the id of the
   * message. Its event has `local_message_id`.
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

  /** Sends to the topic or the participants of a message. */
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

  /** Ends the loop over events, waits for pending sends, and deletes the queue. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.closing.abort(new Error('The session is closed'));
    await Promise.allSettled(this.sending);
    await this.queue.end();
  }

  /** Registers, with retries without a limit. */
  protected register(): Promise<{ queue: EventQueue; answer: Row }> {
    return EventQueue.register(this.transport, this.registration, {
      silenceMs: this.options.silenceMs,
      retryForMs: Infinity,
      signal: this.closing.signal,
    });
  }

  /** Processes an event before it is yielded. */
  protected abstract take(event: WireEvent): Promise<void>;

  /** Processes the response of a new registration after a lost queue. */
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
  /** The state contains the effects of all events up to this id. */
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

  /** The state after the last yielded event. Read it again after each event; do not change it. */
  get state(): State {
    return this.current.fields as unknown as State;
  }

  /** The unread messages, grouped as POST /register does. */
  get unread(): UnreadMessages {
    return unreadOf(this.current) as unknown as UnreadMessages;
  }

  /** The state in a form for comparisons (see `comparable`). */
  get clientState(): ClientState {
    return this.current;
  }

  /** If this fails, the event is processed again. */
  protected override async take(event: WireEvent): Promise<void> {
    if (event.id > this.stateEventId) await this.apply(event);
    await this.settle();
  }

  private async apply(event: WireEvent): Promise<void> {
    // A newer server may send kinds of events that this library does not know.
    if (!known.has(event.op === undefined ? event.type : `${event.type}/${event.op}`)) return;
    try {
      applyEvent(this.current, event);
      this.stateEventId = event.id;
    } catch (error) {
      await this.reload(error);
    }
  }

  /** After an error response, the request is repeated after the next event. */
  private async settle(): Promise<void> {
    for (const { parameters, answer } of openQuestions(this.current)) {
      try {
        const { messages } = await this.transport.request<{ messages: Message[] }>(
          'GET',
          'messages',
          parameters,
          { signal: this.closing.signal },
        );
        answer(messages);
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

  /** Takes only the state from the new registration: the old queue continues without a gap. */
  private async reload(cause: unknown): Promise<void> {
    const { queue, answer } = await this.register();
    const previous = this.current;
    this.current = stateFrom(answer);
    this.stateEventId = queue.lastEventId;
    await queue.end();
    this.options.onReplaced?.({ reason: 'mismatch', previous, cause });
  }
}

/** Follows some kinds of events without a state, which is sufficient for most bots. */
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
