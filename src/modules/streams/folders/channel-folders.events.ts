// Events of channel folders.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

export interface ChannelFolderAdded {
  op: 'add';
  channel_folder: Schema<'ChannelFolder'>;
}

export interface ChannelFolderUpdated {
  op: 'update';
  channel_folder_id: number;
  /** The changed fields. */
  data: Schema<'ChannelFolderUpdateEvent'>['data'];
}

export interface ChannelFoldersReordered {
  op: 'reorder';
  order: number[];
}

export const channelFolderEvent = defineEvent<
  ChannelFolderAdded | ChannelFolderUpdated | ChannelFoldersReordered
>({ type: 'channel_folder' });
