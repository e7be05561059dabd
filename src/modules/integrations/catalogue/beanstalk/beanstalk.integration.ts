// Modular webhooks name their trigger beside the payload; earlier ones contain only the payload of a push, a
// commit or a deployment.
import {
  BRANCHES,
  branchTopic,
  code,
  type Commit,
  details,
  type EventIntegration,
  firstLine,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  pushContent,
  quote,
  referenceCreated,
  referenceDeleted,
  referenceName,
} from '#modules/integrations/toolkit';

function dataOf(payload: Payload): Payload {
  return payload.has('trigger') ? payload.object('payload') : payload;
}

function eventOf(payload: Payload): string {
  const trigger = payload.optionalText('trigger');
  if (trigger !== undefined) return trigger;
  if (payload.has('environment')) return 'deploy';
  return payload.has('revision') ? 'commit' : 'push';
}

function repositoryOf(data: Payload): string {
  return typeof data.value('repository') === 'string'
    ? data.text('repository')
    : data.text('repository.name');
}

function actorOf(data: Payload): string {
  const name =
    data.optionalText('pusher_name') ??
    data.optionalText('author_full_name') ??
    data.optionalText('author_name');
  if (name !== undefined) return name;
  if (typeof data.value('author') === 'string') return data.text('author');
  return data.optionalText('author.name') ?? 'Beanstalk';
}

const push: NotificationBuilder = (payload, request) => {
  const data = dataOf(payload);
  const branch = data.optionalText('branch') ?? referenceName(data.text('ref'));
  if (!request.includesBranch(branch)) return undefined;
  return {
    topic: branchTopic(repositoryOf(data), branch),
    content: pushContent({
      actor: actorOf(data),
      branch,
      url: data.optionalText('repository.url'),
      commits: data.optionalList('commits').map((commit): Commit => ({
        message: commit.text('message'),
        sha: commit.text('id'),
        url: commit.optionalText('url'),
        author: commit.optionalText('author.name'),
      })),
    }),
  };
};

/** Of Subversion. */
const commit: NotificationBuilder = (payload) => {
  const data = dataOf(payload);
  const revision = data.label('revision');
  const message = data.text('message');
  const page = link(`revision ${revision}`, data.optionalText('changeset_url'));
  return {
    topic: `svn r${revision}`,
    content: lines(
      md`${actorOf(data)} committed ${page}: ${firstLine(message)}`,
      details({ Files: data.count('changed_files') || undefined }),
    ),
  };
};

const deployed: NotificationBuilder = (payload) => {
  const data = dataOf(payload);
  const environment = data.text('environment');
  const revision = data.optionalLabel('revision');
  return {
    topic: `${repositoryOf(data)} / ${environment}`,
    content: lines(
      md`${actorOf(data)} deployed ${repositoryOf(data)} to ${environment}.`,
      details({
        Server: data.optionalText('server'),
        Revision: revision === undefined ? undefined : code(revision),
      }),
      quote(data.optionalText('comment')),
    ),
  };
};

const commented: NotificationBuilder = (payload) => {
  const data = dataOf(payload);
  const file = data.optionalText('file_path');
  const revision = data.optionalLabel('revision');
  return {
    topic: repositoryOf(data),
    content: lines(
      md`${actorOf(data)} ${link('commented', data.optionalText('url'))} in ${repositoryOf(data)}.`,
      details({
        File: file === undefined ? undefined : code(file),
        Revision: revision === undefined ? undefined : code(revision),
      }),
      quote(data.optionalText('body')),
    ),
  };
};

function reference(kind: 'branch' | 'tag', act: 'created' | 'deleted'): NotificationBuilder {
  return (payload) => {
    const data = dataOf(payload);
    const name = data.text(kind);
    const change = { actor: actorOf(data), kind, name };
    return {
      topic: branchTopic(repositoryOf(data), name),
      content: act === 'created' ? referenceCreated(change) : referenceDeleted(change),
    };
  };
}

export const integration: EventIntegration = {
  name: 'beanstalk',
  displayName: 'Beanstalk',
  category: 'version-control',
  summary: 'Sends pushes, commits, comments and deployments.',
  setup: [
    'In the repository on Beanstalk, open **Settings**, **Integrations**, **Modular Webhooks**, and choose **Add a webhook**.',
    'Enter a name, paste the URL, choose the triggers, and choose **Activate**.',
  ],
  options: [BRANCHES],
  event: eventOf,
  events: {
    push,
    commit,
    deploy: deployed,
    comment: commented,
    create_branch: reference('branch', 'created'),
    delete_branch: reference('branch', 'deleted'),
    create_tag: reference('tag', 'created'),
    delete_tag: reference('tag', 'deleted'),
  },
};
