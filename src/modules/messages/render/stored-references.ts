// The references in the HTML of a message. When a message is rendered again, these references replace those
// that are looked up today: users, groups and channels may have been renamed or hidden since, custom emoji
// deactivated, and link previews deleted from the cache. The HTML must come from our renderer.
import {
  type LinkPreview,
  type MarkdownContext,
  nameKey,
  referencesOf,
  topicKey,
} from '#modules/markdown/markdown';

const USER = /<span class="user-mention( silent)?" data-user-id="(\d+)">([^<]*)<\/span>/g;
const GROUP =
  /<span class="user-group-mention( silent)?" data-user-group-id="(\d+)">([^<]*)<\/span>/g;
const STREAM =
  /<a class="(?:stream|stream-topic|message-link)"[^>]* href="\/#narrow\/channel\/(\d+)-([^"]*)">#(.*?)<\/a>/g;
const CUSTOM_EMOJI = /<img alt=":([^":]+):" class="emoji" src="([^"]*)"/g;
const PREVIEW =
  /<a class="message_embed_image" href="([^"]*)" style="background-image: url\(&quot;(.*?)&quot;\)"><\/a><div class="data-container">(.*?)<\/div><\/div>/gs;
const PREVIEW_TITLE = /<a href="[^"]*" title="([^"]*)"/;
const PREVIEW_DESCRIPTION = /<div class="message_embed_description">([^<]*)/;
const PROXIED = /^\/external_content\/[0-9a-f]+\/((?:[0-9a-f]{2})+)$/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

type Stored = Pick<
  MarkdownContext,
  | 'usersByName'
  | 'usersById'
  | 'groupsByName'
  | 'streamsByName'
  | 'topicMessageIds'
  | 'customEmoji'
  | 'linkPreviews'
>;

/** Adds the references of the HTML, which `source` was rendered to before, to the context. */
export function withStoredReferences(
  context: Partial<MarkdownContext>,
  source: string,
  html: string,
): Partial<MarkdownContext> {
  if (!html.includes(' class="')) return context;
  const { usersByName, usersById } = storedUsers(html);
  const stored: Stored = {
    usersByName,
    usersById,
    groupsByName: storedGroups(html),
    ...storedStreams(source, html),
    customEmoji: new Map(
      Array.from(html.matchAll(CUSTOM_EMOJI), ([, name, url]) => [name!, { url: text(url!) }]),
    ),
    linkPreviews: new Map(Array.from(html.matchAll(PREVIEW), previewOf)),
  };
  const merged = Object.entries(stored).map(([name, map]) => {
    const current = context[name as keyof Stored] as ReadonlyMap<unknown, unknown> | undefined;
    return [name, map.size === 0 && current ? current : new Map([...(current ?? []), ...map])];
  });
  return { ...context, ...(Object.fromEntries(merged) as Stored) };
}

function storedUsers(html: string): Pick<Stored, 'usersByName' | 'usersById'> {
  // Active where one of several mentions is not silent.
  const users = Array.from(html.matchAll(USER), ([, silent, id, name]) => ({
    id: Number(id),
    fullName: silent ? text(name!) : text(name!).replace(/^@/, ''),
    isActive: !silent,
  })).toSorted((a, b) => Number(a.isActive) - Number(b.isActive));
  return {
    usersByName: new Map(users.map((user) => [nameKey(user.fullName), user])),
    usersById: new Map(users.map((user) => [user.id, user])),
  };
}

/** System groups, whose shown names are not those in the source, are never renamed. */
function storedGroups(html: string): Stored['groupsByName'] {
  const groups = Array.from(html.matchAll(GROUP), ([, silent, id, name]) => ({
    id: Number(id),
    displayName: silent ? text(name!) : text(name!).replace(/^@/, ''),
    isActive: !silent,
  })).toSorted((a, b) => Number(a.isActive) - Number(b.isActive));
  return new Map(groups.map((group) => [nameKey(group.displayName), group]));
}

function storedStreams(
  source: string,
  html: string,
): Pick<Stored, 'streamsByName' | 'topicMessageIds'> {
  const streamsByName = new Map<string, { id: number; name: string }>();
  const topicMessageIds = new Map<string, number>();
  const links = [...html.matchAll(STREAM)];
  const { streamNames, topics } = links.length > 0 ? referencesOf(source) : NOTHING;
  for (const [, id, href, label] of links) {
    const shown = text(label!.replaceAll(/<\/?em>/g, ''));
    const name = streamNames.find((one) => isOrStartsWith(shown, one));
    if (name === undefined) continue;
    const stream = { id: Number(id), name: shown.slice(0, name.length) };
    streamsByName.set(nameKey(name), stream);
    const newest = /\/with\/(\d+)$/.exec(href!)?.[1];
    const topic = topics.find((one) => `${one.stream} > ${one.topic}`.length === shown.length);
    if (newest !== undefined && topic && shown.endsWith(` > ${topic.topic}`)) {
      topicMessageIds.set(topicKey(stream.id, topic.topic), Number(newest));
    }
  }
  return { streamsByName, topicMessageIds };
}

const NOTHING: Pick<ReturnType<typeof referencesOf>, 'streamNames' | 'topics'> = {
  streamNames: [],
  topics: [],
};

function isOrStartsWith(shown: string, name: string): boolean {
  const key = nameKey(name);
  const shownKey = shown.toLowerCase();
  return shownKey === key || shownKey.startsWith(`${key} > `);
}

function previewOf([, url, image, texts]: RegExpExecArray): [string, LinkPreview] {
  const address = text(image!);
  const proxied = PROXIED.exec(address)?.[1];
  return [
    text(url!),
    {
      title: text(PREVIEW_TITLE.exec(texts!)?.[1] ?? ''),
      description: text(PREVIEW_DESCRIPTION.exec(texts!)?.[1] ?? ''),
      image: proxied === undefined ? address : Buffer.from(proxied, 'hex').toString(),
    },
  ];
}

function text(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!);
}
