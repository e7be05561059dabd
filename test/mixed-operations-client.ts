// A client that works on a topic and follows it. Its state of each message comes from events only; a
// journal records its requests and their results.
import {
  ApiFailure,
  ConnectionFailure,
  type Event,
  type Listener,
  ParleyClient,
} from 'parley-client';
import type { Parameters } from './client.js';

export type Outcome = 'done' | 'refused' | 'unknown';

export interface Attempt {
  kind: 'send' | 'edit' | 'move' | 'delete' | 'flag' | 'react';
  outcome: Outcome;
  /** Undefined if it is unknown whether the message was sent. */
  messageId: number | undefined;
  /** Of a flag or reaction: its name. Of a move: the topic. Of a text: the text. */
  value: string;
  /** For flags and reactions: whether it was added or removed. */
  isSet: boolean;
}

export interface KnownMessage {
  content: string;
  topic: string;
  streamId: number;
  flags: string[];
  /** Who, and with what. */
  reactions: string[];
}

const EVENT_TYPES = [
  'message',
  'update_message',
  'delete_message',
  'update_message_flags',
  'reaction',
] as const;

interface WireMessage {
  id: number;
  content: string;
  subject: string;
  stream_id: number;
  flags: string[];
  reactions: { user_id: number; emoji_name: string }[];
}

export class MixedClient {
  readonly known = new Map<number, KnownMessage>();
  readonly journal: Attempt[] = [];
  /** Unexpected failures, and events that do not fit the state. */
  readonly surprises: string[] = [];
  private listener!: Listener;
  private following!: Promise<void>;
  private lastEventId = 0;

  constructor(
    readonly name: string,
    readonly userId: number,
    private readonly client: ParleyClient,
    private readonly applyMarkdown: boolean,
  ) {}

  /** Follows the events of the channels until the topic `last` starts. */
  async begin(last: string, streamIds: number[]): Promise<void> {
    this.listener = await this.client.listen({
      eventTypes: EVENT_TYPES,
      applyMarkdown: this.applyMarkdown,
      onReplaced: ({ reason }) => this.surprises.push(`the queue was replaced: ${reason}`),
    });
    for (const [id, message] of await this.fetched(streamIds)) this.known.set(id, message);
    this.following = this.follow(last);
  }

  async end(): Promise<void> {
    await this.following;
    await this.listener.close();
  }

  send(to: number, topic: string, content: string): Promise<Attempt> {
    const sending = (): Promise<number> =>
      this.listener.send({ type: 'channel', to, topic, content });
    return this.attempt({ kind: 'send', messageId: undefined, value: content }, sending);
  }

  edit(messageId: number, value: string): Promise<Attempt> {
    return this.attempt({ kind: 'edit', messageId, value }, () =>
      this.client.request('PATCH', `messages/${messageId}`, { content: value }),
    );
  }

  move(messageId: number, topic: string, parameters: Parameters): Promise<Attempt> {
    return this.attempt({ kind: 'move', messageId, value: topic }, () =>
      this.client.request('PATCH', `messages/${messageId}`, { topic, ...parameters }),
    );
  }

  delete(messageId: number): Promise<Attempt> {
    return this.attempt({ kind: 'delete', messageId, value: '' }, () =>
      this.client.request('DELETE', `messages/${messageId}`),
    );
  }

  flag(messageId: number, value: string, isSet: boolean): Promise<Attempt> {
    const change = { messages: [messageId], flag: value, op: isSet ? 'add' : 'remove' };
    return this.attempt({ kind: 'flag', messageId, value, isSet }, () =>
      this.client.request('POST', 'messages/flags', change),
    );
  }

  react(messageId: number, value: string, isSet: boolean): Promise<Attempt> {
    return this.attempt({ kind: 'react', messageId, value, isSet }, () =>
      this.client.request(isSet ? 'POST' : 'DELETE', `messages/${messageId}/reactions`, {
        emoji_name: value,
      }),
    );
  }

  /** All messages of the channels, fetched from the server, in the form of the state. */
  async fetched(streamIds: number[]): Promise<Map<number, KnownMessage>> {
    const answers = await Promise.all(streamIds.map((id) => this.messagesOf(id)));
    const messages = answers.flat().toSorted((one, other) => one.id - other.id);
    return new Map(messages.map((message) => [message.id, knownFrom(message, message.flags)]));
  }

  async history(messageId: number): Promise<Record<string, unknown>[]> {
    const { message_history: history } = await this.client.request<{
      message_history: Record<string, unknown>[];
    }>('GET', `messages/${messageId}/history`);
    return history;
  }

  private async messagesOf(streamId: number): Promise<WireMessage[]> {
    const { messages, found_oldest: isWhole } = await this.client.request<{
      messages: WireMessage[];
      found_oldest: boolean;
    }>('GET', 'messages', {
      narrow: [{ operator: 'channel', operand: streamId }],
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
      apply_markdown: this.applyMarkdown,
    });
    if (!isWhole) throw new Error('The channel has more messages than one answer');
    return messages;
  }

  private async attempt(
    what: Pick<Attempt, 'kind' | 'messageId' | 'value'> & { isSet?: boolean },
    act: () => Promise<unknown>,
  ): Promise<Attempt> {
    const attempt: Attempt = { isSet: true, ...what, outcome: 'unknown' };
    this.journal.push(attempt);
    try {
      const answer = await act();
      attempt.outcome = 'done';
      if (what.kind === 'send') attempt.messageId = answer as number;
    } catch (error) {
      attempt.outcome = this.outcomeOf(error, what.kind);
    }
    return attempt;
  }

  private outcomeOf(error: unknown, kind: string): Outcome {
    if (error instanceof ConnectionFailure) return 'unknown';
    if (!(error instanceof ApiFailure)) throw error;
    const { status, code, message } = error;
    if (status !== 400) this.surprises.push(`${kind}: ${status} ${code} ${message}`);
    return status < 500 ? 'refused' : 'unknown';
  }

  private async follow(last: string): Promise<void> {
    for await (const event of this.listener.events()) {
      if (event.id <= this.lastEventId) this.surprises.push(`event ${event.id} came twice`);
      this.lastEventId = event.id;
      this.apply(event);
      if (event.type === 'message' && event.message.subject === last) return;
    }
  }

  private apply(event: Event): void {
    switch (event.type) {
      case 'message':
        if (this.known.has(event.message.id)) {
          this.surprises.push(`message ${event.message.id} came twice`);
        }
        this.known.set(
          event.message.id,
          knownFrom(event.message as unknown as WireMessage, event.flags),
        );
        break;
      case 'update_message':
        this.update(event);
        break;
      case 'delete_message':
        for (const id of event.message_ids ?? [event.message_id!]) this.known.delete(id);
        break;
      case 'update_message_flags':
        for (const id of event.messages) {
          const flags = new Set(this.message(id)?.flags);
          if (event.op === 'add') flags.add(event.flag);
          else flags.delete(event.flag);
          this.change(id, { flags: [...flags].toSorted() });
        }
        break;
      case 'reaction': {
        const reactions = new Set(this.message(event.message_id)?.reactions);
        const reaction = `${event.user_id} ${event.emoji_name}`;
        if (event.op === 'add') reactions.add(reaction);
        else reactions.delete(reaction);
        this.change(event.message_id, { reactions: [...reactions].toSorted() });
        break;
      }
      default:
        this.surprises.push(`an event of type ${event.type} without a registration`);
    }
  }

  private update(event: Record<string, unknown>): void {
    for (const id of event['message_ids'] as number[]) {
      this.change(id, {
        topic: (event['subject'] ?? this.message(id)?.topic) as string,
        streamId: (event['new_stream_id'] ?? this.message(id)?.streamId) as number,
      });
    }
    const id = event['message_id'] as number;
    this.change(id, { flags: (event['flags'] as string[]).toSorted() });
    const content = event[this.applyMarkdown ? 'rendered_content' : 'content'];
    if (content !== undefined) this.change(id, { content: content as string });
  }

  private message(id: number): KnownMessage | undefined {
    const message = this.known.get(id);
    if (!message) this.surprises.push(`an event is about the unknown message ${id}`);
    return message;
  }

  private change(id: number, changes: Partial<KnownMessage>): void {
    const message = this.message(id);
    if (message) Object.assign(message, changes);
  }
}

function knownFrom(message: WireMessage, flags: string[]): KnownMessage {
  return {
    content: message.content,
    topic: message.subject,
    streamId: message.stream_id,
    flags: flags.toSorted(),
    reactions: message.reactions
      .map((reaction) => `${reaction.user_id} ${reaction.emoji_name}`)
      .toSorted(),
  };
}
