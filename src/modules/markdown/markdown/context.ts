// What the renderer may know of the world, and what it tells of a text.
// The renderer itself is pure: whoever calls it looks up what `referencesOf` found and fills this in.
import { type LinkifierSet, NO_LINKIFIERS } from './linkifier-set.js';

export interface MentionedUser {
  id: number;
  fullName: string;
  isActive: boolean;
}

interface MentionedGroup {
  id: number;
  /** As people see it; for system groups not the name by which the API knows them. */
  displayName: string;
  isActive: boolean;
}

export interface LinkedChannel {
  id: number;
  name: string;
}

export interface UploadedFile {
  contentType: string;
  /** Of images: in pixels, as shown. */
  dimensions?: { width: number; height: number };
  isAnimated?: boolean;
  /** Name of the format that stands in for one that few browsers show. */
  transcodedImage?: string;
  thumbnail: 'ready' | 'pending' | 'none';
}

/** What a web page says of itself; texts are empty where it says nothing. */
export interface LinkPreview {
  title: string;
  description: string;
  /** Address of a picture. */
  image: string;
}

/** Lookups are by `nameKey`, which makes case not matter. */
export interface MarkdownContext {
  /** Address of the organization, without a slash at the end. */
  realmUrl: string;
  translateEmoticons: boolean;
  /** Whether images and videos are shown under the links to them. */
  mediaPreviews: boolean;
  defaultCodeLanguage: string;
  emptyTopicName: string;
  usersByName: ReadonlyMap<string, MentionedUser>;
  usersById: ReadonlyMap<number, MentionedUser>;
  groupsByName: ReadonlyMap<string, MentionedGroup>;
  channelsByName: ReadonlyMap<string, LinkedChannel>;
  /** By `topicKey`: the newest message of the topic, among those that the writer may read. */
  topicMessageIds: ReadonlyMap<string, number>;
  customEmoji: ReadonlyMap<string, { url: string }>;
  /** By what follows `/user_uploads/`. */
  uploads: ReadonlyMap<string, UploadedFile>;
  /** By the address of the link. */
  linkPreviews: ReadonlyMap<string, LinkPreview>;
  linkifiers: LinkifierSet;
  /** The address at which this server passes on what lies at another one. */
  externalContentUrl(url: string): string;
}

/** For texts that refer to nobody, and to begin from. */
export const NOTHING_KNOWN: MarkdownContext = {
  realmUrl: '',
  translateEmoticons: false,
  mediaPreviews: false,
  defaultCodeLanguage: '',
  emptyTopicName: '',
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
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
  channelWildcard: boolean;
  topicWildcard: boolean;
}

export interface RenderedMessage {
  html: string;
  mentions: Mentions;
  /** Where the links outside quotes lead, once each; for previews of pages. */
  links: string[];
  /** Those of them that lead to web pages of which nothing is shown without asking them. */
  previewable: string[];
  /** What follows `/user_uploads/` in links and images, once each. */
  attachments: string[];
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  isMeMessage: boolean;
}

export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${nameKey(topic)}`;
}
