import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { HistoryGroup, HistoryRecord } from './history.repository.js';

export function historyGroupView(
  group: HistoryGroup,
  records: HistoryRecord[],
  lastCallAt: Date,
): Schema<'CallHistoryGroup'> {
  const { streamId } = group;
  return {
    groupKey: group.id,
    kind: streamId === null ? 'dm' : 'channel',
    dmUserIds: group.dmUserIds ?? [],
    streamId,
    topic: streamId === null ? null : group.topic,
    title: group.title,
    callCount: group.callCount,
    missedCount: group.missedCount,
    lastCallAt: toSeconds(lastCallAt),
    records: records.map(recordView),
  };
}

function recordView(record: HistoryRecord): Schema<'CallRecord'> {
  const { answeredAt, endedAt } = record;
  const joined = answeredAt && toSeconds(answeredAt);
  const ended = endedAt && toSeconds(endedAt);
  return {
    recordId: record.id,
    callId: record.callId,
    direction: record.isOutgoing ? 'outgoing' : 'incoming',
    outcome: record.outcome,
    mediaType: record.mediaType,
    startedAt: toSeconds(record.startedAt),
    answeredAt: joined,
    endedAt: ended,
    durationSeconds: joined === null || ended === null ? 0 : Math.max(0, ended - joined),
    participantUserIds: record.participantIds,
  };
}
