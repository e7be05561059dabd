import { callConversationView } from '#modules/calls/conversations';
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { Participant } from './call-lifecycle.js';
import type { Call } from './calls.repository.js';

export function callView(call: Call): Schema<'Call'> {
  if (call.state === 'none') throw new Error('The call has not started');
  return {
    callId: call.id,
    appCallId: call.appCallId,
    kind: call.streamId === null ? 'dm' : 'channel',
    state: call.state,
    mediaType: call.mediaType,
    initiatorUserId: call.initiatorId,
    conversation: callConversationView(call),
    participants: call.participants.map(participantView),
    startedAt: toSeconds(call.startedAt),
    answeredAt: seconds(call.answeredAt),
    endedAt: seconds(call.endedAt),
    endReason: call.endReason,
    metadata: call.metadata as Record<string, never>,
  };
}

function participantView(participant: Participant): Schema<'Call'>['participants'][number] {
  const { userId, state, isMuted, joinedAt, endedAt } = participant;
  return {
    userId,
    state,
    isMuted,
    joinedAt: seconds(joinedAt),
    leftAt: state === 'left' ? seconds(endedAt) : null,
  };
}

function seconds(time: Date | null): number | null {
  return time && toSeconds(time);
}
