export { ChannelFoldersAccess } from './channel-folders.access.js';
export { ChannelFoldersModule } from './channel-folders.module.js';
