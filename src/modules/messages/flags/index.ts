export { ChannelAccessFlags } from './channel-access-flags.service.js';
export { MarkReadService } from './mark-read.service.js';
export { messageFlagsEvent } from './message-flags.events.js';
export { MessageFlagsModule } from './message-flags.module.js';
export { MessageFlagsService } from './message-flags.service.js';
