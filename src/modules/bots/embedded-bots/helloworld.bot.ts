// Answers greetings, and explains itself to other messages.
import { silentMention } from '#modules/messages/send';
import type { EmbeddedBot } from './embedded-bot.js';

const GREETING = /\b(hello|hi|hey|good (morning|afternoon|evening)|greetings)\b/i;

export const helloworld: EmbeddedBot = {
  name: 'helloworld',
  config: {},
  reply({ text, sender }) {
    return [
      GREETING.test(text)
        ? { text: `Hello, ${silentMention(sender)}! :wave:` }
        : { text: 'I only know how to return a greeting. Try `hello`.' },
    ];
  },
};
