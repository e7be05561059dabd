export { TypingModule } from './typing.module.js';
