// The input and output of the renderer besides the text. The renderer is pure: its caller looks up the
// references that `referencesOf` finds and passes them as a MarkdownContext.
import { type LinkifierSet, NO_LINKIFIERS } from './linkifier-set.js';

export interface MentionedUser {
  id: number;
  fullName: string;
  isActive: boolean;
}

interface MentionedGroup {
  id: number;
  /** The name shown to people, which differs from the API name for system groups. */
  displayName: string;
  isActive: boolean;
}

export interface LinkedStream {
  id: number;
  name: string;
}

export interface UploadedFile {
  contentType: string;
  /** Images only: in pixels, after rotation. */
  dimensions?: { width: number; height: number };
  isAnimated?: boolean;
  /** File name of a converted copy, for formats that few browsers show. */
  transcodedImage?: string;
  thumbnail: 'ready' | 'pending' | 'none';
}

/** Open Graph data of a web page; missing texts are empty. */
export interface LinkPreview {
  title: string;
  description: string;
  /** URL of the preview image. */
  image: string;
}

/** Names are looked up by `nameKey`, which ignores case. */
export interface MarkdownContext {
  /** URL of the organization, without a trailing slash. */
  realmUrl: string;
  translateEmoticons: boolean;
  /** Whether linked images and videos get a preview below the paragraph. */
  mediaPreviews: boolean;
  defaultCodeLanguage: string;
  emptyTopicName: string;
  usersByName: ReadonlyMap<string, MentionedUser>;
  usersById: ReadonlyMap<number, MentionedUser>;
  groupsByName: ReadonlyMap<string, MentionedGroup>;
  streamsByName: ReadonlyMap<string, LinkedStream>;
  /** By `topicKey`: id of the newest message of the topic that the sender can read. */
  topicMessageIds: ReadonlyMap<string, number>;
  customEmoji: ReadonlyMap<string, { url: string }>;
  /** By path id, which follows `/user_uploads/` in the URL. */
  uploads: ReadonlyMap<string, UploadedFile>;
  /** By URL of the page. */
  linkPreviews: ReadonlyMap<string, LinkPreview>;
  linkifiers: LinkifierSet;
  /** Returns the URL at which this server proxies content of another host. */
  externalContentUrl(url: string): string;
}

/** Resolves no references. */
export const EMPTY_CONTEXT: MarkdownContext = {
  realmUrl: '',
  translateEmoticons: false,
  mediaPreviews: false,
  defaultCodeLanguage: '',
  emptyTopicName: '',
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  streamsByName: new Map(),
  topicMessageIds: new Map(),
  customEmoji: new Map(),
  uploads: new Map(),
  linkPreviews: new Map(),
  linkifiers: NO_LINKIFIERS,
  externalContentUrl: (url) => url,
};

export interface Mentions {
  userIds: number[];
  groupIds: number[];
  silentUserIds: number[];
  silentGroupIds: number[];
  streamWildcard: boolean;
  topicWildcard: boolean;
}

export interface RenderedMessage {
  html: string;
  mentions: Mentions;
  /** Distinct URLs linked outside quotes. */
  links: string[];
  /** The subset of `links` whose preview requires fetching the page. */
  previewable: string[];
  /** Distinct path ids of the uploads of the context in links and images. */
  attachments: string[];
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  isMeMessage: boolean;
}

export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function topicKey(streamId: number, topic: string): string {
  return `${streamId}:${nameKey(topic)}`;
}
