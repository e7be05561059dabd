import {
  branchTopic,
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
import { actorOf, nameOf, pageOf } from './payload.js';

export const ping: NotificationBuilder = () => ({
  topic: 'Bitbucket Server',
  content: md`The webhook of Bitbucket Server has been tested.`,
});

/** A push can change several branches. */
export const referencesChanged: NotificationBuilder = (payload, request) =>
  payload.list('changes').flatMap((change) => changeMessage(payload, change, request) ?? []);

function changeMessage(
  payload: Payload,
  change: Payload,
  request: WebhookRequest,
): Notification | undefined {
  const name = change.text('ref.displayId');
  const kind = change.text('ref.type') === 'TAG' ? 'tag' : 'branch';
  if (kind === 'branch' && !request.includesBranch(name)) return undefined;
  const actor = actorOf(payload);
  const topic = branchTopic(payload.text('repository.name'), name);
  switch (change.text('type')) {
    case 'ADD':
      return { topic, content: referenceCreated({ actor, kind, name }) };
    case 'DELETE':
      return { topic, content: referenceDeleted({ actor, kind, name }) };
    default:
      return { topic, content: updated(payload, change, { actor, name }) };
  }
}

function updated(
  payload: Payload,
  change: Payload,
  { actor, name }: { actor: string; name: string },
): ReturnType<typeof md> {
  // The commits are those of the only changed branch.
  const commits = payload.count('changes') === 1 ? payload.optionalList('commits') : [];
  if (commits.length === 0) {
    return md`${actor} pushed to ${name}. Its head is now ${shaLink(change.text('toHash'), undefined)}.`;
  }
  return pushContent({
    actor,
    branch: name,
    // Commits are sent newest first.
    commits: commits
      .map((commit) => ({
        message: commit.text('message'),
        sha: commit.text('id'),
        author: commit.has('author') ? nameOf(commit.object('author')) : undefined,
      }))
      .toReversed(),
  });
}

export const modified: NotificationBuilder = (payload) => {
  const [before, after] = [payload.text('old.name'), payload.text('new.name')];
  return {
    topic: before,
    content:
      before === after
        ? md`${actorOf(payload)} modified the repository ${after}.`
        : md`${actorOf(payload)} renamed the repository from ${before} to ${after}.`,
  };
};

export const forked: NotificationBuilder = (payload) => {
  const fork = payload.object('repository');
  const place = `${fork.text('project.name')} / ${fork.text('name')}`;
  return {
    topic: fork.optionalText('origin.name') ?? fork.text('name'),
    content: md`${actorOf(payload)} forked the repository to ${link(place, pageOf(fork))}.`,
  };
};

/** `act` is the action on a comment. */
export function commitComment(act: string): NotificationBuilder {
  return (payload) => ({
    topic: payload.text('repository.name'),
    content: lines(
      md`${actorOf(payload)} ${act} ${shaLink(payload.text('commit'), undefined)}.`,
      !act.startsWith('deleted') && quoteMarkdown(payload.optionalText('comment.text')),
    ),
  });
}
