// Events of channel folders.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const channelFolderEvent = defineEvent<
  EventBody<'ChannelFolderAddEvent' | 'ChannelFolderUpdateEvent' | 'ChannelFolderReorderEvent'>
>({ type: 'channel_folder' });
