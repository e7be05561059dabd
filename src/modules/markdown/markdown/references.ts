// Finds, before rendering, the references that have to be looked up. The result may include references
// that are not rendered (in code, for instance) but never misses one that is.
import { mayHaveEmoticons } from './emoticons.js';
import { streamReferenceAt, mentionAt } from './mention-syntax.js';
import { percentDecoded } from './urls.js';

export interface MarkdownReferences {
  userNames: string[];
  userIds: number[];
  groupNames: string[];
  streamNames: string[];
  topics: { stream: string; topic: string }[];
  /** Path ids, which follow `/user_uploads/`. */
  uploads: string[];
  mayHaveEmoticons: boolean;
}

const SIGN = /[@#](?=_?\*)/g;
const UPLOAD = /user_uploads\/([^\s()<>"?#]{1,1000})/g;
/** Matches characters that may follow a bare URL in a sentence. */
const TRAILING = /[.,:;!?'*_~\]]+$/;

export function referencesOf(source: string): MarkdownReferences {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const streamNames = new Set<string>();
  const topics: MarkdownReferences['topics'] = [];
  for (const { index, 0: sign } of source.matchAll(SIGN)) {
    if (sign === '@') {
      const mention = mentionAt(source, index);
      if (mention?.kind === 'group') groupNames.add(mention.name);
      if (mention?.kind !== 'user') continue;
      if (mention.id === undefined) userNames.add(mention.name);
      else userIds.add(mention.id);
    } else {
      const reference = streamReferenceAt(source, index);
      if (!reference) continue;
      const { stream, topic, messageId } = reference;
      streamNames.add(stream);
      if (topic !== undefined && messageId === undefined) topics.push({ stream, topic });
    }
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    streamNames: [...streamNames],
    topics,
    uploads: uploadsIn(source),
    mayHaveEmoticons: mayHaveEmoticons(source),
  };
}

function uploadsIn(source: string): string[] {
  const paths = new Set<string>();
  for (const [, path] of source.matchAll(UPLOAD)) {
    paths.add(percentDecoded(path!));
    paths.add(percentDecoded(path!.replace(TRAILING, '')));
  }
  return [...paths];
}
