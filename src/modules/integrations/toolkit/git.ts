// Topics and contents that integrations of version control share.
import {
  bullets,
  code,
  enumeration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
} from './markdown.js';
import type { NotificationBuilder } from './integration.js';
import type { Payload } from './payload.js';
import { IGNORE_PRIVATE_REPOSITORIES } from './url-options.js';
import { counted } from './wording.js';

/** Additional commits and authors are only counted. */
const MAX_COMMITS = 20;
const MAX_AUTHORS = 3;

const SHORT_SHA = 7;

export interface Commit {
  /** The whole commit message, of which the first line is shown. */
  message: string;
  sha: string;
  url?: string | undefined;
  /** Name of the author. */
  author?: string | undefined;
}

export interface Push {
  actor: Insert;
  branch: string;
  /** Oldest first. */
  commits: readonly Commit[];
  /** Number of commits, if the payload does not contain all of them. */
  total?: number | undefined;
  /** URL of a page with the changes. */
  url?: string | undefined;
  isForced?: boolean | undefined;
}

export function branchTopic(repository: string, branch: string): string {
  return `${repository} / ${branch}`;
}

/** Ignores events of private repositories if the URL has the option IGNORE_PRIVATE_REPOSITORIES. */
export function unlessPrivate(
  events: Readonly<Record<string, NotificationBuilder>>,
  isPrivate: (payload: Payload) => boolean,
): Record<string, NotificationBuilder> {
  const { key } = IGNORE_PRIVATE_REPOSITORIES;
  return Object.fromEntries(
    Object.entries(events).map(([name, build]): [string, NotificationBuilder] => [
      name,
      (payload, request) =>
        request.isSet(key) && isPrivate(payload) ? undefined : build(payload, request),
    ]),
  );
}

/** For issues, pull requests and other numbered items. */
export function itemTopic(
  repository: string,
  { kind, id, title }: { kind: string; id: string | number; title: string },
): string {
  return `${repository} / ${kind} #${id} ${title}`;
}

export function pushContent({ actor, branch, commits, total, url, isForced }: Push): Markdown {
  const count = Math.max(total ?? 0, commits.length);
  const pushed = md`${actor} ${isForced ? 'force-pushed' : 'pushed'}`;
  if (count === 0) return md`${pushed} ${link('the branch', url)} ${code(branch)}.`;
  const number = link(counted(count, 'commit'), url);
  const authors = authorsOf(commits);
  return lines(
    md`${pushed} ${number} to ${code(branch)}.`,
    authors && md`Commits by ${authors}.`,
    commitList(commits, count),
  );
}

export function commitList(commits: readonly Commit[], total = commits.length): Markdown {
  const items = commits.slice(0, MAX_COMMITS).map(commitItem);
  const omitted = total - items.length;
  if (omitted > 0) items.push(md`and ${omitted} more`);
  return bullets(items);
}

function commitItem({ message, sha, url }: Commit): Markdown {
  return md`${firstLine(message)} (${shaLink(sha, url)})`;
}

export function shaLink(sha: string, url: string | undefined): Markdown {
  return link(code(sha.slice(0, SHORT_SHA)), url);
}

export function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0] ?? '';
}

/** The authors by number of commits; undefined for a single author, who is usually the actor. */
function authorsOf(commits: readonly Commit[]): Markdown | undefined {
  const counts = new Map<string, number>();
  for (const { author } of commits) {
    if (author !== undefined) counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  if (counts.size < 2) return undefined;
  const authors = [...counts].toSorted(([, a], [, b]) => b - a);
  const shown = authors.slice(0, MAX_AUTHORS).map(([name, count]) => md`${name} (${count})`);
  const omitted = authors.length - shown.length;
  return enumeration([...shown, omitted > 0 ? counted(omitted, 'other') : undefined]);
}

/** A branch or a tag. */
export interface GitReference {
  actor: Insert;
  kind: 'branch' | 'tag';
  name: string;
  url?: string | undefined;
}

export function referenceCreated({ actor, kind, name, url }: GitReference): Markdown {
  const verb = kind === 'tag' ? 'pushed' : 'created';
  return md`${actor} ${verb} the ${kind} ${link(code(name), url)}.`;
}

export function referenceDeleted({ actor, kind, name }: GitReference): Markdown {
  return md`${actor} deleted the ${kind} ${code(name)}.`;
}

/** The short name of a full reference such as `refs/heads/main`. */
export function referenceName(reference: string): string {
  return reference.replace(/^refs\/(?:heads|tags)\//, '');
}
