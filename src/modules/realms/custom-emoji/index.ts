export { CustomEmojiModule } from './custom-emoji.module.js';
