// The syntax of references to users, groups, channels and topics. The scan for references and the parser
// rules share it, so that the references that are looked up are those that are rendered.

/** Characters that may directly precede a reference, besides the start of the text. */
const LEAD_IN = /[\s'"({[/<]/;

const MENTION = /@(_?)(\*\*?)([^*\n]{1,300})(\*\*?)/y;
const STREAM = /#\*\*([^*>\n]{1,100})(?:>([^*\n]{0,200}))?\*\*/y;
const NAME_AND_ID = /^(.*)\|(\d{1,9})$/;
const TOPIC_AND_MESSAGE = /^(.*)@(\d{1,15})$/;

const STREAM_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

export type MentionReference = { isSilent: boolean; length: number } & (
  | { kind: 'user'; name: string; id: number | undefined }
  | { kind: 'group'; name: string }
  | { kind: 'wildcard'; name: string; of: 'stream' | 'topic' }
);

export interface StreamReference {
  stream: string;
  topic: string | undefined;
  messageId: number | undefined;
  length: number;
}

/** Parses the mention that starts at `at`, whatever precedes it. */
export function mentionAt(source: string, at: number): MentionReference | undefined {
  MENTION.lastIndex = at;
  const match = MENTION.exec(source);
  if (!match || match[2] !== match[4]) return undefined;
  const name = match[3]!;
  const common = { isSilent: match[1] === '_', length: match[0].length };
  if (match[2] === '*') return { ...common, kind: 'group', name };
  if (name === 'topic') return { ...common, kind: 'wildcard', name, of: 'topic' };
  if (STREAM_WILDCARDS.has(name)) return { ...common, kind: 'wildcard', name, of: 'stream' };
  const [, ownName, id] = NAME_AND_ID.exec(name) ?? [];
  return ownName === undefined
    ? { ...common, kind: 'user', name, id: undefined }
    : { ...common, kind: 'user', name: ownName, id: Number(id) };
}

/** Parses the reference to a channel, topic or message that starts at `at`. */
export function streamReferenceAt(source: string, at: number): StreamReference | undefined {
  STREAM.lastIndex = at;
  const [match, stream, rest] = STREAM.exec(source) ?? [];
  if (match === undefined || stream === undefined) return undefined;
  const [, topic, messageId] = TOPIC_AND_MESSAGE.exec(rest ?? '') ?? [];
  return {
    stream,
    topic: topic ?? rest,
    messageId: messageId === undefined ? undefined : Number(messageId),
    length: match.length,
  };
}

/**
 * Whether a reference may start at this position of inline text. Not applicable to the source of a
 * whole message, whose lines may start with block markers.
 */
export function mayReferAt(source: string, at: number): boolean {
  return at === 0 || LEAD_IN.test(source[at - 1]!);
}
