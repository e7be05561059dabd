// The clients of calls in tests: requests with the parameters that every client sends.
import type { Answer, Parameters } from './client.js';
import { listen, type EventListener } from './event-listener.js';
import { type TestRealm, type TestUser, unique } from './factories.js';
import type { TestApp } from './app.js';

export interface WireCall {
  callId: string;
  state: string;
  endReason: string | null;
  answeredAt: number | null;
  endedAt: number | null;
  conversation: Record<string, unknown>;
  participants: {
    userId: number;
    state: string;
    isMuted: boolean;
    joinedAt: number | null;
    leftAt: number | null;
  }[];
  [name: string]: unknown;
}

export interface CallEvent {
  id: number;
  op: string;
  call: WireCall;
}

export function withUsers(...users: TestUser[]): Parameters {
  return { kind: 'dm', dmUserIds: users.map(({ userId }) => userId) };
}

export function inTopic(streamId: number, topic = 'calls'): Parameters {
  return { kind: 'channel', streamId, topic };
}

export function tryStart(
  user: TestUser,
  conversation: Parameters,
  parameters: Parameters = {},
): Promise<Answer> {
  return user.client.post('calls/start', {
    conversation,
    idempotency_key: unique('key'),
    device_instance_id: 'sample-device',
    call_trace_id: unique('trace'),
    ...parameters,
  });
}

export async function start(
  user: TestUser,
  conversation: Parameters,
  parameters: Parameters = {},
): Promise<WireCall> {
  return callOf(await tryStart(user, conversation, parameters));
}

export function tryAct(
  user: TestUser,
  callId: string,
  action: string,
  parameters: Parameters = {},
): Promise<Answer> {
  return user.client.post(`calls/${callId}/actions`, {
    action,
    call_trace_id: unique('trace'),
    source: 'user',
    surface: 'call_screen',
    device_instance_id: 'sample-device',
    client_action_id: unique('action'),
    idempotency_key: unique('key'),
    ...parameters,
  });
}

export async function act(
  user: TestUser,
  callId: string,
  action: string,
  parameters: Parameters = {},
): Promise<WireCall> {
  return callOf(await tryAct(user, callId, action, parameters));
}

export async function recover(user: TestUser): Promise<WireCall[]> {
  return (await user.client.expect('POST', 'calls/recovery'))['calls'] as WireCall[];
}

/** The states of the participants, in the order of these users. */
export function statesOf(call: WireCall, ...users: TestUser[]): (string | undefined)[] {
  return users.map(({ userId }) => call.participants.find((one) => one.userId === userId)?.state);
}

/** A client that receives the events of calls. */
export class CallListener {
  private constructor(private readonly listener: EventListener) {}

  static async open(test: TestApp, realm: TestRealm, user: TestUser): Promise<CallListener> {
    return new CallListener(await listen(test, realm, user, { event_types: ['call'] }));
  }

  async take(): Promise<CallEvent[]> {
    return (await this.listener.take()) as unknown as CallEvent[];
  }

  async ops(): Promise<string[]> {
    return (await this.take()).map(({ op }) => op);
  }
}

function callOf({ status, body }: Answer): WireCall {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body['call'] as WireCall;
}
