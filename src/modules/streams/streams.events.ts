// Events that tell people which channels there are.
import { defineEvent } from '#platform/event-log/event-definition.js';

export interface StreamCreated {
  op: 'create';
  streams: Record<string, unknown>[];
}

export interface StreamUpdated {
  op: 'update';
  stream_id: number;
  name: string;
  property: string;
  value: unknown;
}

export interface StreamDeleted {
  op: 'delete';
  stream_ids: number[];
  streams: { stream_id: number }[];
}

export const streamEvent = defineEvent<StreamCreated | StreamUpdated | StreamDeleted>({
  type: 'stream',
});

/** New members will be subscribed to other channels. */
export const defaultStreamsEvent = defineEvent<{ default_streams: number[] }>({
  type: 'default_streams',
});
