export { ChannelAdministrationModule } from './channel-administration.module.js';
