import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { ChannelFolderEntity } from './channel-folder.entity.js';
import type { ChannelFolderChanges } from './channel-folders.repository.js';

export function channelFolderView(folder: ChannelFolderEntity): Schema<'ChannelFolder'> {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    order: folder.position,
    date_created: toSeconds(folder.dateCreated),
    creator_id: folder.creatorId,
    is_archived: folder.isArchived,
  };
}

export function channelFolderChangesView(
  changes: ChannelFolderChanges,
): Schema<'ChannelFolderUpdateEvent'>['data'] {
  const { name, description, renderedDescription, isArchived } = changes;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined
      ? {}
      : { description, rendered_description: renderedDescription }),
    ...(isArchived === undefined ? {} : { is_archived: isArchived }),
  };
}
