import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';

/** A row of the table `channel_folders`. */
export interface ChannelFolder {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  creator_id: number | null;
  date_created: Date;
  is_archived: boolean;
  position: number;
}

export function channelFolderView(folder: ChannelFolder): Schema<'ChannelFolder'> {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.rendered_description,
    order: folder.position,
    date_created: toSeconds(folder.date_created),
    creator_id: folder.creator_id,
    is_archived: folder.is_archived,
  };
}
