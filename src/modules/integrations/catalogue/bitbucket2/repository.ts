import {
  bold,
  branchTopic,
  details,
  type Insert,
  lines,
  link,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  pushContent,
  quoteMarkdown,
  referenceCreated,
  referenceDeleted,
  shaLink,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { actorOf, nameOf, pageOf, repositoryOf } from './payload.js';

/** A push can change several branches. */
export const push: NotificationBuilder = (payload, request) =>
  payload.list('push.changes').flatMap((change) => changeMessage(payload, change, request) ?? []);

function changeMessage(
  payload: Payload,
  change: Payload,
  request: WebhookRequest,
): Notification | undefined {
  const reference = change.object(change.has('new') ? 'new' : 'old');
  const name = reference.text('name');
  const kind = reference.text('type') === 'tag' ? 'tag' : 'branch';
  if (kind === 'branch' && !request.includesBranch(name)) return undefined;
  const actor = actorOf(payload);
  const topic = branchTopic(repositoryOf(payload), name);
  if (!change.has('new')) return { topic, content: referenceDeleted({ actor, kind, name }) };
  if (kind === 'tag') {
    return { topic, content: referenceCreated({ actor, kind, name, url: pageOf(reference) }) };
  }
  return {
    topic,
    content: pushContent({
      actor,
      branch: name,
      url: pageOf(change) ?? pageOf(reference),
      isForced: change.flag('forced'),
      // Commits are sent newest first.
      commits: change
        .optionalList('commits')
        .map((commit) => ({
          message: commit.text('message'),
          sha: commit.text('hash'),
          url: pageOf(commit),
          author: authorOf(commit),
        }))
        .toReversed(),
    }),
  };
}

function authorOf(commit: Payload): string | undefined {
  if (commit.has('author.user')) return nameOf(commit.object('author.user'));
  return commit.optionalText('author.raw')?.replace(/ <[^<>]*>$/, '');
}

export const fork: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: md`${actorOf(payload)} forked the repository to ${link(
    payload.text('fork.full_name'),
    pageOf(payload.object('fork')),
  )}.`,
});

export const commitComment: NotificationBuilder = (payload) => {
  const comment = payload.object('comment');
  const commit = payload.object('commit');
  return {
    topic: repositoryOf(payload),
    content: lines(
      md`${actorOf(payload)} ${link('commented', pageOf(comment))} on ${shaLink(
        commit.text('hash'),
        pageOf(commit),
      )}.`,
      quoteMarkdown(comment.optionalText('content.raw')),
    ),
  };
};

export const commitStatus: NotificationBuilder = (payload) => {
  const status = payload.object('commit_status');
  const [, sha] =
    /\/commit\/([0-9a-f]{7,64})/.exec(status.optionalText('links.commit.href') ?? '') ?? [];
  const commit = sha === undefined ? undefined : md` of ${shaLink(sha, undefined)}`;
  const name = status.optionalText('name') ?? status.text('key');
  return {
    topic: `${repositoryOf(payload)} / checks`,
    content: lines(
      md`${link(name, status.optionalText('url'))}${commit}: ${bold(
        status.text('state').toLowerCase(),
      )}.`,
      status.optionalText('description') && md`${status.optionalText('description')}`,
    ),
  };
};

export const repositoryUpdated: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: lines(
    md`${actorOf(payload)} updated the repository.`,
    details(
      Object.fromEntries(
        payload
          .members('changes')
          .filter(([, change]) => typeof change.value('new') === 'string')
          .map(([name, change]): [string, Insert] => [name, change.optionalText('new') ?? 'none']),
      ),
    ),
  ),
});
