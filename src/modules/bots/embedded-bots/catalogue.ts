// The list of embedded bots. A new one is a file of its own and an entry here.
import { converter } from './converter.bot.js';
import type { EmbeddedBot } from './embedded-bot.js';
import { followup } from './followup.bot.js';
import { helloworld } from './helloworld.bot.js';

/** By name. */
export const EMBEDDED_BOTS: readonly EmbeddedBot[] = [converter, followup, helloworld];

export function embeddedBot(name: string): EmbeddedBot | undefined {
  return EMBEDDED_BOTS.find((bot) => bot.name === name);
}
