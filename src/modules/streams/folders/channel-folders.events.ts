// Events about channel folders.
import { defineEvent } from '#platform/event-log/event-definition.js';

export interface ChannelFolderAdded {
  op: 'add';
  channel_folder: Record<string, unknown>;
}

/** The changed fields. */
export interface ChannelFolderChanges {
  name?: string;
  description?: string;
  rendered_description?: string;
  is_archived?: boolean;
}

export interface ChannelFolderUpdated {
  op: 'update';
  channel_folder_id: number;
  data: ChannelFolderChanges;
}

export interface ChannelFoldersReordered {
  op: 'reorder';
  order: number[];
}

export const channelFolderEvent = defineEvent<
  ChannelFolderAdded | ChannelFolderUpdated | ChannelFoldersReordered
>({ type: 'channel_folder' });
