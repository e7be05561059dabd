// Turns an ended call into records of the call history of its participants.
import type { CallOutcome, NewCallRecord } from '#modules/calls/history';
import type { Participant } from './call-lifecycle.js';
import type { Call } from './calls.repository.js';

export function recordsOf(call: Call): NewCallRecord[] {
  const participantIds = call.participants.map(({ userId }) => userId);
  return call.participants.map((participant) => {
    const { userId, joinedAt, endedAt } = participant;
    const isOutgoing = userId === call.initiatorId;
    return {
      userId,
      callId: call.id,
      recipientId: call.recipientId,
      topic: call.topic,
      mediaType: call.mediaType,
      isOutgoing,
      outcome: isOutgoing ? outcomeOfInitiator(call) : outcomeOf(participant),
      startedAt: call.startedAt,
      answeredAt: isOutgoing ? call.answeredAt : joinedAt,
      endedAt,
      participantIds,
    };
  });
}

/** A call that failed before it was answered counts as missed. */
function outcomeOfInitiator({ answeredAt, endReason }: Call): CallOutcome {
  if (answeredAt !== null) return 'answered';
  return endReason === 'cancelled' || endReason === 'declined' ? endReason : 'missed';
}

function outcomeOf({ joinedAt, state }: Participant): CallOutcome {
  if (joinedAt !== null) return 'answered';
  return state === 'declined' ? 'declined' : 'missed';
}
