// Events of streams. Clients without the capability for archived streams receive archiving as a
// deletion and unarchiving as a creation.
import type { EventBody, Schema } from '#platform/http/contract.js';
import { defineEvent, type NewEvent } from '#platform/event-log/event-definition.js';
import type { Audience } from '#platform/event-log/audience.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { Stream } from './streams.repository.js';

type StreamCreated = EventBody<'StreamCreateEvent'>;

export interface StreamUpdated extends EventBody<'StreamUpdateEvent'> {
  /** Not on the wire: the stream was archived before the change. */
  ofArchived?: boolean;
  /** Not on the wire: the whole stream, if it was unarchived. */
  restored?: Schema<'Channel'>;
}

type StreamDeleted = EventBody<'StreamDeleteEvent'>;

type StreamChange = StreamCreated | StreamUpdated | StreamDeleted;

/** Properties on which no permission depends. */
const WITHOUT_RIGHTS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'first_message_id',
  'is_recently_active',
  'folder_id',
  'message_retention_days',
]);

export const streamEvent = defineEvent<
  StreamChange,
  EventBody<'StreamCreateEvent' | 'StreamUpdateEvent' | 'StreamDeleteEvent'>
>({
  type: 'stream',
  changesRights: (change) =>
    change.op === 'delete' || (change.op === 'update' && !WITHOUT_RIGHTS.has(change.property)),
  variantFor: (payload, queue) =>
    concernsArchived(payload) && !receivesArchived(queue) ? 'without archived' : '',
  present(payload, queue) {
    if (concernsArchived(payload) && !receivesArchived(queue)) return withoutArchived(payload);
    if (payload.op !== 'update') return payload;
    const { ofArchived: _archived, restored: _restored, ...update } = payload;
    return update;
  },
});

/** A change of one property. For archived streams, only clients with the capability receive it. */
export function streamChanged(
  before: Stream,
  change: Omit<StreamUpdated, 'op' | 'stream_id' | 'name' | 'ofArchived'> & { name?: string },
  audience: Audience,
): NewEvent {
  const { id, name, realmId, isArchived: wasArchived } = before;
  return streamEvent(
    realmId,
    { op: 'update', stream_id: id, name, ...change, ...(wasArchived ? { ofArchived: true } : {}) },
    audience,
  );
}

/** The default streams of new users changed. */
export const defaultStreamsEvent = defineEvent<EventBody<'DefaultStreamsEvent'>>({
  type: 'default_streams',
});

/**
 * Internal: invalidates cached streams when a stream has its first message, which clients see from the
 * message itself.
 */
export const firstMessageEvent = defineEvent<{ streamId: number }>({
  type: 'parley:first_message',
});

export function streamsDeleted(ids: number[]): StreamDeleted {
  return { op: 'delete', stream_ids: ids, streams: ids.map((id) => ({ stream_id: id })) };
}

function receivesArchived(queue: EventQueue): boolean {
  return queue.options.capabilities.archived_channels === true;
}

function concernsArchived(payload: StreamChange): boolean {
  if (payload.op === 'create') return payload.streams.some(isArchived);
  return (
    payload.op === 'update' && (payload.property === 'is_archived' || payload.ofArchived === true)
  );
}

function withoutArchived(payload: StreamChange): StreamChange | undefined {
  if (payload.op === 'create') {
    const streams = payload.streams.filter((stream) => !isArchived(stream));
    return streams.length === 0 ? undefined : { op: 'create', streams };
  }
  if (payload.op === 'delete' || payload.property !== 'is_archived') return undefined;
  if (payload.restored) return { op: 'create', streams: [payload.restored] };
  return streamsDeleted([payload.stream_id]);
}

function isArchived(stream: Schema<'Channel'>): boolean {
  return stream.is_archived;
}
