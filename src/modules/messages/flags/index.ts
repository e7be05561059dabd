export { HistoricalCopies } from './historical-copies.service.js';
export { ignoredChannels } from './ignored-channels.view.js';
export { LostAccess } from './lost-access.service.js';
export { messageFlagsEvent } from './message-flags.events.js';
export { MessageFlagsModule } from './message-flags.module.js';
export { MessageFlagsService } from './message-flags.service.js';
export { MutedSenders } from './muted-senders.service.js';
