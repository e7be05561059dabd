// A cheap look through a text for what has to be looked up before it is rendered. It may find more
// than is rendered (what looks like a mention inside code), never less.
import { mayHaveEmoticons } from './emoticons.js';
import { channelAt, mentionAt } from './mention-syntax.js';

export interface MarkdownReferences {
  userNames: string[];
  userIds: number[];
  groupNames: string[];
  channelNames: string[];
  topics: { channel: string; topic: string }[];
  /** What follows `/user_uploads/`. */
  uploads: string[];
  mayHaveEmoticons: boolean;
}

const SIGN = /[@#](?=_?\*)/g;
const UPLOAD = /user_uploads\/([^\s()<>"?#]{1,500})/g;

export function referencesOf(source: string): MarkdownReferences {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const channelNames = new Set<string>();
  const topics: MarkdownReferences['topics'] = [];
  for (const { index, 0: sign } of source.matchAll(SIGN)) {
    if (sign === '@') {
      const mention = mentionAt(source, index);
      if (mention?.kind === 'group') groupNames.add(mention.name);
      if (mention?.kind !== 'user') continue;
      if (mention.id === undefined) userNames.add(mention.name);
      else userIds.add(mention.id);
    } else {
      const reference = channelAt(source, index);
      if (!reference) continue;
      const { channel, topic, messageId } = reference;
      channelNames.add(channel);
      if (topic !== undefined && messageId === undefined) topics.push({ channel, topic });
    }
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
    topics,
    uploads: [...new Set(Array.from(source.matchAll(UPLOAD), ([, path]) => path!))],
    mayHaveEmoticons: mayHaveEmoticons(source),
  };
}
