// How people, groups, channels and topics are referred to in a text. The scan before rendering and
// the rules of the parser both read it from here, so that what is looked up is what is rendered.

/** What a reference may directly follow, besides the start of the text. */
const LEAD_IN = /[\s'"({[/<]/;

const MENTION = /@(_?)(\*\*?)([^*\n]{1,300})(\*\*?)/y;
const CHANNEL = /#\*\*([^*>\n]{1,100})(?:>([^*\n]{0,200}))?\*\*/y;
const NAME_AND_ID = /^(.*)\|(\d{1,9})$/;
const TOPIC_AND_MESSAGE = /^(.*)@(\d{1,15})$/;

const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

export type MentionReference = { isSilent: boolean; length: number } & (
  | { kind: 'user'; name: string; id: number | undefined }
  | { kind: 'group'; name: string }
  | { kind: 'wildcard'; name: string; of: 'channel' | 'topic' }
);

export interface ChannelReference {
  channel: string;
  topic: string | undefined;
  messageId: number | undefined;
  length: number;
}

/** The mention that begins at this position, wherever that is. */
export function mentionAt(source: string, at: number): MentionReference | undefined {
  MENTION.lastIndex = at;
  const match = MENTION.exec(source);
  if (!match || match[2] !== match[4]) return undefined;
  const name = match[3]!;
  const common = { isSilent: match[1] === '_', length: match[0].length };
  if (match[2] === '*') return { ...common, kind: 'group', name };
  if (name === 'topic') return { ...common, kind: 'wildcard', name, of: 'topic' };
  if (CHANNEL_WILDCARDS.has(name)) return { ...common, kind: 'wildcard', name, of: 'channel' };
  const [, ownName, id] = NAME_AND_ID.exec(name) ?? [];
  return ownName === undefined
    ? { ...common, kind: 'user', name, id: undefined }
    : { ...common, kind: 'user', name: ownName, id: Number(id) };
}

/** The reference to a channel, topic or message that begins at this position. */
export function channelAt(source: string, at: number): ChannelReference | undefined {
  CHANNEL.lastIndex = at;
  const [match, channel, rest] = CHANNEL.exec(source) ?? [];
  if (match === undefined || channel === undefined) return undefined;
  const [, topic, messageId] = TOPIC_AND_MESSAGE.exec(rest ?? '') ?? [];
  return {
    channel,
    topic: topic ?? rest,
    messageId: messageId === undefined ? undefined : Number(messageId),
    length: match.length,
  };
}

/**
 * Whether a reference counts at this position of running text. In a whole message that can not be
 * told: its lines may yet lose the signs before them.
 */
export function mayReferAt(source: string, at: number): boolean {
  return at === 0 || LEAD_IN.test(source[at - 1]!);
}
