// Collects notes to follow up on: copies them into a channel, in a topic for each sender.
import { silentMention } from '#modules/messages/send';
import type { EmbeddedBot } from './embedded-bot.js';

const CHANNEL_NAME_MAX_LENGTH = 60;

export const followup: EmbeddedBot = {
  name: 'followup',
  config: { channel: 'followup' },
  problem(_key, value) {
    const length = [...value.trim()].length;
    if (length === 0) return 'must name a channel';
    return length > CHANNEL_NAME_MAX_LENGTH ? 'is longer than the name of a channel' : undefined;
  },
  reply({ text, sender }, config) {
    const note = text.trim();
    if (note === '') return [{ text: 'Write what to follow up on, and I will note it.' }];
    const elsewhere = { channel: config['channel']!.trim(), topic: sender.fullName };
    return [
      { text: `From ${silentMention(sender)}:\n${quoted(note)}`, elsewhere },
      { text: `I have noted it in #**${elsewhere.channel}**.` },
    ];
  },
};

/** Quoted, so that mentions in the copy notify no user. */
function quoted(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence} quote\n${text}\n${fence}`;
}
