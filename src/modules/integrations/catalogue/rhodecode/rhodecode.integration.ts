import {
  areEqual,
  BRANCHES,
  branchTopic,
  code,
  details,
  type EventIntegration,
  itemTopic,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  pushContent,
  quoteMarkdown,
  referenceCreated,
  referenceDeleted,
  shaLink,
  type SignatureScheme,
  type WebhookRequest,
  words,
} from '#modules/integrations/toolkit';

/** The payload contains the secret token. */
const signature: SignatureScheme = ({ payload }, secret) =>
  areEqual(payload.optionalLabel('token') ?? '', secret);

function actorOf(event: Payload): string {
  return event.optionalText('actor.username') ?? 'RhodeCode';
}

function repositoryOf(event: Payload): string {
  return event.text('repo.repo_name');
}

const push: NotificationBuilder = (payload, request) => {
  const event = payload.object('event');
  const commits = event.optionalList('push.commits');
  return [
    ...branchPushes(event, commits, request),
    ...event.optionalList('push.tags').map((tag) => tagPush(event, tag)),
    ...commits
      .filter((commit) => commit.value('git_ref_change') === 'branch_delete')
      .map((commit) => branchDeletion(event, commit)),
  ];
};

function branchPushes(
  event: Payload,
  commits: readonly Payload[],
  { includesBranch }: WebhookRequest,
): Notification[] {
  return event
    .optionalList('push.branches')
    .filter((branch) => includesBranch(branch.text('name')))
    .map((branch) => {
      const name = branch.text('name');
      return {
        topic: branchTopic(repositoryOf(event), name),
        content: pushContent({
          actor: actorOf(event),
          branch: name,
          url: branch.optionalText('url'),
          commits: commits.filter((commit) => commit.value('branch') === name).map(commitOf),
        }),
      };
    });
}

function commitOf(commit: Payload): {
  message: string;
  sha: string;
  url: string | undefined;
  author: string | undefined;
} {
  return {
    message: commit.text('message'),
    sha: commit.text('raw_id'),
    url: commit.optionalText('url'),
    // Without the email address.
    author: commit
      .optionalText('author')
      ?.replace(/<[^<>]*>/, '')
      .trim(),
  };
}

function tagPush(event: Payload, tag: Payload): Notification {
  const name = tag.text('name');
  return {
    topic: branchTopic(repositoryOf(event), name),
    content: referenceCreated({
      actor: actorOf(event),
      kind: 'tag',
      name,
      url: tag.optionalText('url'),
    }),
  };
}

function branchDeletion(event: Payload, commit: Payload): Notification {
  const name = commit.text('raw_id').replace(/^delete_branch=>/, '');
  return {
    topic: branchTopic(repositoryOf(event), name),
    content: referenceDeleted({ actor: actorOf(event), kind: 'branch', name }),
  };
}

function repositoryEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const event = payload.object('event');
    const name = repositoryOf(event);
    return {
      topic: name,
      content: md`${actorOf(event)} ${verb} the repository ${link(name, event.optionalText('repo.url'))}.`,
    };
  };
}

interface PullRequest {
  event: Payload;
  actor: string;
  reference: Markdown;
}

function pullRequestEvent(describe: (pullRequest: PullRequest) => Markdown): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const event = payload.object('event');
    const id = event.label('pullrequest.pull_request_id');
    const title = event.text('pullrequest.title');
    const label = hasTopic ? `PR #${id} ${title}` : `PR #${id}`;
    const reference = link(label, event.optionalText('pullrequest.url'));
    return {
      topic: itemTopic(repositoryOf(event), { kind: 'PR', id, title }),
      content: describe({ event, actor: actorOf(event), reference }),
    };
  };
}

function pullRequestChange(verb: string): NotificationBuilder {
  return pullRequestEvent(({ actor, reference }) => md`${actor} ${verb} ${reference}.`);
}

const reviewed = pullRequestEvent(({ event, actor, reference }) => {
  const status = event.optionalText('pullrequest.status');
  return lines(
    md`${actor} reviewed ${reference}.`,
    details({ Status: status === undefined ? undefined : words(status) }),
  );
});

function pullRequestComment(verb: string): NotificationBuilder {
  return pullRequestEvent(({ event, actor, reference }) => {
    const status = event.optionalText('comment.status');
    return lines(
      md`${actor} ${link(verb, event.optionalText('comment.url'))} on ${reference}.`,
      details({ Status: status === undefined ? undefined : words(status) }),
      quoteMarkdown(event.optionalText('comment.text')),
    );
  });
}

function commitComment(verb: string): NotificationBuilder {
  return (payload) => {
    const event = payload.object('event');
    const sha = event.optionalText('commit.commit_id') ?? event.optionalText('commit.raw_id');
    const commit =
      sha === undefined ? code('commit') : shaLink(sha, event.optionalText('commit.url'));
    const branch = event.optionalText('commit.commit_branch');
    return {
      topic: branch === undefined ? repositoryOf(event) : branchTopic(repositoryOf(event), branch),
      content: lines(
        md`${actorOf(event)} ${verb} on ${commit}.`,
        quoteMarkdown(
          event.optionalText('comment.comment_text') ?? event.optionalText('comment.text'),
        ),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'rhodecode',
  displayName: 'RhodeCode',
  category: 'version-control',
  summary: 'Sends pushes, pull requests and comments.',
  setup: [
    'In the repository on RhodeCode, open **Repository Settings**, **Integrations**, and choose **Create new integration**, **Webhook**.',
    'Paste the URL as **Webhook URL**, and choose the events.',
    'To have requests checked, enter a **Secret Token**, and add it to the URL as webhook_secret.',
    'Choose **Submit**.',
  ],
  options: [BRANCHES],
  signature,
  event: (payload) => payload.text('event.name'),
  events: {
    'repo-push': push,
    'repo-create': repositoryEvent('created'),
    'repo-delete': repositoryEvent('deleted'),
    'repo-commit-comment': commitComment('commented'),
    'repo-commit-comment-edit': commitComment('edited a comment'),
    'pullrequest-create': pullRequestChange('opened'),
    'pullrequest-update': pullRequestChange('updated'),
    'pullrequest-close': pullRequestChange('closed'),
    'pullrequest-merge': pullRequestChange('merged'),
    'pullrequest-review': reviewed,
    'pullrequest-comment': pullRequestComment('commented'),
    'pullrequest-comment-edit': pullRequestComment('edited a comment'),
  },
  ignored: ['repo-pre-create', 'repo-pre-delete', 'repo-pre-pull', 'repo-pull', 'repo-pre-push'],
};
