// The call operations of one device, and a list of live calls that events keep current.
import type { components } from './api-types.js';
import type { Parameters, RequestOptions } from './transport.js';
import type { EventOf } from './types.js';

type Schemas = components['schemas'];

export type Call = Schemas['Call'];
export type SipCredentials = Schemas['SipCredentials'];

/** The users of a direct message conversation, with or without oneself, or a topic of a channel. */
export type CallConversation =
  | { kind: 'dm'; dmUserIds: readonly number[] }
  | { kind: 'channel'; streamId: number; topic: string };

export interface CallDevice {
  /** Stable id of the device, which the program must store. */
  deviceInstanceId: string;
  /** Part of the program in which users act, such as `call_screen`. Default: `app`. */
  surface?: string;
  /** Cause of actions. Default: `user`. */
  source?: string;
}

export interface CallHistoryPage {
  groups: Schemas['CallHistoryGroup'][];
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

export interface HistoryOptions {
  cursor?: string | null;
  /** Maximum number of groups or, with a group key, of records in a page; at most 200. */
  limit?: number;
  missedOnly?: boolean;
  mediaType?: 'audio' | 'video';
  /** Returns only records of this group. */
  groupKey?: string;
}

export interface StartOptions {
  mediaType?: 'audio' | 'video';
  title?: string;
  appCallId?: string;
  metadata?: object;
}

type Request = <Answer>(
  method: 'POST',
  path: string,
  parameters?: Parameters,
  options?: RequestOptions,
) => Promise<Answer>;

/** Requests whose response is lost are repeated; the server recognizes repetitions by the idempotency key. */
const SAFE: RequestOptions = { isRepeatable: true };

export class Calls {
  private readonly traceIds = new Map<string, string>();

  constructor(
    private readonly request: Request,
    private readonly device: CallDevice,
  ) {}

  /** Rings the other users of the conversation, or joins its live call. */
  async start(
    conversation: CallConversation,
    { mediaType, title, appCallId, metadata }: StartOptions = {},
  ): Promise<Call> {
    const traceId = newId();
    const { call } = await this.request<{ call: Call }>(
      'POST',
      'calls/start',
      {
        conversation,
        media_type: mediaType,
        title,
        app_call_id: appCallId,
        metadata,
        device_instance_id: this.device.deviceInstanceId,
        call_trace_id: traceId,
        idempotency_key: newId(),
      },
      SAFE,
    );
    this.traceIds.set(call.callId, traceId);
    return call;
  }

  /** Like the other actions, throws an ApiFailure with the code `INVALID_CALL_STATE` if the call cannot be answered. */
  answer(callId: string): Promise<Call> {
    return this.act(callId, 'answer');
  }

  decline(callId: string): Promise<Call> {
    return this.act(callId, 'decline');
  }

  hangUp(callId: string): Promise<Call> {
    return this.act(callId, 'hangup');
  }

  /** Sets whether other participants see the user as muted. The program itself must stop sending audio. */
  mute(callId: string, muted: boolean): Promise<Call> {
    return this.act(callId, 'mute', { muted });
  }

  /** Returns the live calls. Call it after a session or listener for `call` events is connected. */
  async recover(): Promise<CallList> {
    const { calls } = await this.request<{ calls: Call[] }>(
      'POST',
      'calls/recovery',
      { device_instance_id: this.device.deviceInstanceId },
      SAFE,
    );
    return new CallList(calls);
  }

  /** Returns a page of the call history, newest first. */
  async history({
    cursor,
    limit,
    missedOnly,
    mediaType,
    groupKey,
  }: HistoryOptions = {}): Promise<CallHistoryPage> {
    const { groups, nextCursor } = await this.request<CallHistoryPage>(
      'POST',
      'calls/history',
      {
        cursor: cursor ?? undefined,
        limit,
        missed_only: missedOnly,
        media_type: mediaType,
        group_key: groupKey,
      },
      SAFE,
    );
    return { groups, nextCursor };
  }

  /** Deletes the user's records of a group. Returns their number. */
  async clearHistory(groupKey: string): Promise<number> {
    const { deletedRecords } = await this.request<{ deletedRecords: number }>(
      'POST',
      'calls/history/clear',
      { group_key: groupKey },
      SAFE,
    );
    return deletedRecords;
  }

  private async act(callId: string, action: string, metadata?: object): Promise<Call> {
    const { deviceInstanceId, surface = 'app', source = 'user' } = this.device;
    const traceId = this.traceIds.get(callId) ?? newId();
    this.traceIds.set(callId, traceId);
    const { call } = await this.request<{ call: Call }>(
      'POST',
      `calls/${encodeURIComponent(callId)}/actions`,
      {
        action,
        metadata,
        source,
        surface,
        device_instance_id: deviceInstanceId,
        call_trace_id: traceId,
        client_action_id: newId(),
        idempotency_key: newId(),
        occurred_at: new Date().toISOString(),
      },
      SAFE,
    );
    if (call.state === 'ended') this.traceIds.delete(callId);
    return call;
  }
}

/** The live calls of a user. */
export class CallList {
  private readonly byId: Map<string, Call>;

  constructor(calls: readonly Call[] = []) {
    this.byId = new Map(calls.map((call) => [call.callId, call]));
  }

  /** Newest first. */
  get calls(): Call[] {
    return [...this.byId.values()].toSorted(
      (a, b) => b.startedAt - a.startedAt || (a.callId < b.callId ? -1 : 1),
    );
  }

  apply({ call }: EventOf<'call'>): void {
    if (call.state === 'ended') this.byId.delete(call.callId);
    else this.byId.set(call.callId, call);
  }
}

function newId(): string {
  return globalThis.crypto.randomUUID();
}
