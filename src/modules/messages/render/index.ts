export {
  type ChannelTopic,
  MessageMentionsService,
  TEXT_FLAGS,
  type TextFlags,
} from './message-mentions.service.js';
export { normalizedContent, normalizedTopic } from './message-text.js';
export { RenderMessageService } from './render-message.service.js';
export { RenderModule } from './render.module.js';
