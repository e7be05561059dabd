// The lifecycle of calls as one table: each row has a trigger, a condition and a change. The first row that
// matches is applied; if no row matches, the action is refused. docs/calls.md contains the same table.
// All functions are pure; services load a call, apply a trigger and store the result.
import type { CallState, EndReason, MediaType } from './call.entity.js';
import type { CallAction } from './call-action.entity.js';
import type { ParticipantState } from './call-participant.entity.js';

export interface Participant {
  userId: number;
  state: ParticipantState;
  isMuted: boolean;
  isNotified: boolean;
  joinedAt: Date | null;
  endedAt: Date | null;
}

/** The properties of a call that the lifecycle reads and changes. */
export interface LiveCall {
  /** `none` before the call exists. */
  state: CallState | 'none';
  mediaType: MediaType;
  initiatorId: number;
  answeredAt: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
  ringEndsAt: Date | null;
  participants: Participant[];
}

export type Trigger =
  | 'start'
  | CallAction
  | 'ring time over'
  | 'deactivated, or access lost'
  | 'channel archived, organization closed, or `CALL_MAX_HOURS` over';

export interface Act {
  trigger: Trigger;
  /** The user who acts or loses access; undefined for triggers that affect all participants. */
  userId?: number;
  now: Date;
  /** When a call that starts to ring now stops ringing. */
  ringEndsAt: Date;
  /** For `mute`; undefined reverses the state. */
  muted?: boolean | undefined;
}

interface Row {
  trigger: Trigger;
  /** As in docs/calls.md. */
  when: string;
  result: string;
  applies(call: LiveCall, self: Participant | undefined): boolean;
  change(call: LiveCall, self: Participant | undefined, act: Act): void;
}

const isLive = ({ state }: LiveCall): boolean => state === 'ringing' || state === 'active';

const answer: Row['change'] = (call, self, { now }) => {
  self!.state = 'joined';
  self!.joinedAt ??= now;
  self!.endedAt = null;
  self!.isNotified = true;
  if (call.state === 'active') return;
  call.state = 'active';
  call.answeredAt = now;
};

export const LIFECYCLE: readonly Row[] = [
  {
    trigger: 'start',
    when: 'no live call in the conversation',
    result: 'call `ringing`; initiator `joined`; the others `ringing`',
    applies: ({ state }) => state === 'none',
    change(call, self, { now }) {
      call.state = 'ringing';
      self!.state = 'joined';
      self!.joinedAt = now;
    },
  },
  {
    trigger: 'start',
    when: 'call `ringing` or `active`; self `joined`',
    result: 'no change',
    applies: (call, self) => isLive(call) && self?.state === 'joined',
    change: () => undefined,
  },
  {
    trigger: 'start',
    when: 'call `ringing` or `active`; self another participant',
    result: 'as `answer`',
    applies: (call, self) => isLive(call) && self !== undefined,
    change: answer,
  },
  {
    trigger: 'start',
    when: 'call `ringing` or `active`; self no participant',
    result: 'self added as `ringing`',
    applies: (call, self) => isLive(call) && self === undefined,
    change(call, _, { userId }) {
      call.participants.push(newParticipant(userId!));
    },
  },
  {
    trigger: 'answer',
    when: 'call `ringing` or `active`; self `ringing`, `declined`, `missed` or `left`',
    result: 'self `joined`; with the first answer: call `active`, `answeredAt` set',
    applies: (call, self) => isLive(call) && self !== undefined && self.state !== 'joined',
    change: answer,
  },
  {
    trigger: 'decline',
    when: 'self `ringing`',
    result:
      'self `declined`; if the call is `ringing` and no other participant is: ended, `declined` if all others declined, else `missed`',
    applies: (_, self) => self?.state === 'ringing',
    change(call, self, { now }) {
      end(self!, 'declined', now);
      endUnanswered(call, now);
    },
  },
  {
    trigger: 'hangup',
    when: 'call `ringing`; self the initiator',
    result: 'ended, `cancelled`; `ringing` → `missed`, self → `left`',
    applies: (call, self) => call.state === 'ringing' && self?.userId === call.initiatorId,
    change: (call, _, { now }) => endCall(call, 'cancelled', now),
  },
  {
    trigger: 'hangup',
    when: 'call `active`; self `joined`',
    result:
      'self `left`; if no participant is `joined` any more, or there are two participants: ended, `hangup`; `ringing` → `missed`, `joined` → `left`',
    applies: (call, self) => call.state === 'active' && self?.state === 'joined',
    change(call, self, { now }) {
      end(self!, 'left', now);
      const isOver = !has(call, 'joined') || call.participants.length === 2;
      if (isOver) endCall(call, 'hangup', now);
    },
  },
  {
    trigger: 'mute',
    when: 'self `joined`',
    result: '`isMuted` is `metadata.muted`, or reversed without it',
    applies: (_, self) => self?.state === 'joined',
    change(_, self, { muted }) {
      self!.isMuted = muted ?? !self!.isMuted;
    },
  },
  {
    trigger: 'ring time over',
    when: 'a participant `ringing`',
    result: '`ringing` → `missed`; if the call is `ringing`: ended, as under `decline`',
    applies: (call) => has(call, 'ringing'),
    change(call, _, { now }) {
      endAll(call, 'ringing', 'missed', now);
      endUnanswered(call, now);
    },
  },
  {
    trigger: 'deactivated, or access lost',
    when: 'self `ringing` or `joined`',
    result:
      '`ringing` → `missed`, `joined` → `left`; if self is the initiator of a `ringing` call, or fewer than two participants are `ringing` or `joined`: ended, `failed`',
    applies: (_, self) => self?.state === 'ringing' || self?.state === 'joined',
    change(call, self, { now }) {
      const cancels = call.state === 'ringing' && self!.userId === call.initiatorId;
      end(self!, self!.state === 'ringing' ? 'missed' : 'left', now);
      self!.isNotified = false;
      const remaining = call.participants.filter(
        ({ state }) => state === 'ringing' || state === 'joined',
      );
      if (cancels || remaining.length < 2) endCall(call, 'failed', now);
    },
  },
  {
    trigger: 'channel archived, organization closed, or `CALL_MAX_HOURS` over',
    when: 'call `ringing` or `active`',
    result: 'ended, `failed`; `ringing` → `missed`, `joined` → `left`',
    applies: isLive,
    change: (call, _, { now }) => endCall(call, 'failed', now),
  },
];

/** Returns the call after the transition, or undefined if it is refused. Does not change `call`. */
export function afterAct<Call extends LiveCall>(call: Call, act: Act): Call | undefined {
  const next = { ...call, participants: call.participants.map((one) => ({ ...one })) };
  const self = next.participants.find(({ userId }) => userId === act.userId);
  const row = LIFECYCLE.find((one) => one.trigger === act.trigger && one.applies(next, self));
  if (!row) return undefined;
  row.change(next, self, act);
  next.participants.sort((a, b) => a.userId - b.userId);
  next.ringEndsAt = has(next, 'ringing') ? (call.ringEndsAt ?? act.ringEndsAt) : null;
  return next;
}

export function newParticipant(userId: number, { isNotified = true } = {}): Participant {
  return { userId, state: 'ringing', isMuted: false, isNotified, joinedAt: null, endedAt: null };
}

function has({ participants }: LiveCall, wanted: ParticipantState): boolean {
  return participants.some(({ state }) => state === wanted);
}

function end(participant: Participant, state: ParticipantState, now: Date): void {
  participant.state = state;
  participant.endedAt = now;
}

function endAll(call: LiveCall, from: ParticipantState, to: ParticipantState, now: Date): void {
  for (const participant of call.participants) {
    if (participant.state === from) end(participant, to, now);
  }
}

function endCall(call: LiveCall, reason: EndReason, now: Date): void {
  endAll(call, 'ringing', 'missed', now);
  endAll(call, 'joined', 'left', now);
  call.state = 'ended';
  call.endReason = reason;
  call.endedAt = now;
}

/** Ends a call that no longer rings for any participant. */
function endUnanswered(call: LiveCall, now: Date): void {
  if (call.state !== 'ringing' || has(call, 'ringing')) return;
  const others = call.participants.filter(({ userId }) => userId !== call.initiatorId);
  const allDeclined = others.every(({ state }) => state === 'declined');
  endCall(call, allDeclined ? 'declined' : 'missed', now);
}
