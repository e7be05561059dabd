import {
  BRANCHES,
  branchTopic,
  bold,
  code,
  details,
  type EventIntegration,
  itemTopic,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  pushContent,
  quoteMarkdown,
  referenceCreated,
  referenceDeleted,
  referenceName,
  sharedSecret,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

const ZERO = /^0+$/;

function repositoryOf(payload: Payload): string {
  return payload.text('resource.repository.name');
}

const push: NotificationBuilder = (payload, request) => {
  const update = payload.object('resource.refUpdates.0');
  const name = referenceName(update.text('name'));
  const actor = payload.text('resource.pushedBy.displayName');
  const topic = branchTopic(repositoryOf(payload), name);
  const repositoryUrl = payload.optionalText('resource.repository.remoteUrl');
  const [before, after] = [update.text('oldObjectId'), update.text('newObjectId')];
  const kind = update.text('name').startsWith('refs/tags/') ? 'tag' : 'branch';
  if (kind === 'branch' && !request.includesBranch(name)) return undefined;
  if (ZERO.test(after)) return { topic, content: referenceDeleted({ actor, kind, name }) };
  const version = `${kind === 'tag' ? 'GT' : 'GB'}${encodeURIComponent(name)}`;
  const page = repositoryUrl === undefined ? undefined : `${repositoryUrl}?version=${version}`;
  if (kind === 'tag') {
    return { topic, content: referenceCreated({ actor, kind, name, url: page }) };
  }
  const changes =
    repositoryUrl === undefined || ZERO.test(before)
      ? page
      : `${repositoryUrl}/branches?baseVersion=GC${before}&targetVersion=GC${after}&_a=files`;
  return {
    topic,
    content: pushContent({
      actor,
      branch: name,
      url: changes,
      // Commits are sent newest first.
      commits: payload
        .optionalList('resource.commits')
        .map((commit) => ({
          message: commit.text('comment'),
          sha: commit.text('commitId'),
          url:
            repositoryUrl === undefined
              ? undefined
              : `${repositoryUrl}/commit/${commit.text('commitId')}`,
          author: commit.optionalText('author.name'),
        }))
        .toReversed(),
    }),
  };
};

function pullRequestLink(payload: Payload, { hasTopic }: WebhookRequest): Markdown {
  const item = payload.object('resource');
  const title = hasTopic ? ` ${item.text('title')}` : '';
  const page =
    item.optionalText('_links.web.href') ??
    webUrl(item.optionalText('repository.remoteUrl'), item.label('pullRequestId'));
  return link(`PR #${item.label('pullRequestId')}${title}`, page);
}

function webUrl(repositoryUrl: string | undefined, id: string): string | undefined {
  return repositoryUrl === undefined ? undefined : `${repositoryUrl}/pullrequest/${id}`;
}

/** `content` is called with the link to the pull request. */
function pullRequest(
  content: (payload: Payload, reference: Markdown) => Markdown,
): NotificationBuilder {
  return (payload, request) => {
    const target = referenceName(payload.text('resource.targetRefName'));
    if (!request.includesBranch(target)) return undefined;
    return {
      topic: itemTopic(repositoryOf(payload), {
        kind: 'PR',
        id: payload.label('resource.pullRequestId'),
        title: payload.text('resource.title'),
      }),
      content: content(payload, pullRequestLink(payload, request)),
    };
  };
}

const created = pullRequest((payload, reference) =>
  lines(
    md`${payload.text('resource.createdBy.displayName')} created ${reference}, from ${code(
      referenceName(payload.text('resource.sourceRefName')),
    )} to ${code(referenceName(payload.text('resource.targetRefName')))}.`,
    quoteMarkdown(payload.optionalText('resource.description')),
  ),
);

/** The changes are only in the text that Azure DevOps sends for people. */
const updated = pullRequest((payload, reference) => {
  const text = payload.optionalText('message.text');
  return lines(md`${reference} has been updated.`, text !== undefined && md`${text}`);
});

const commented: NotificationBuilder = (payload, request) => {
  const item = payload.object('resource.pullRequest');
  const id = item.label('pullRequestId');
  const title = item.text('title');
  const page = webUrl(item.optionalText('repository.remoteUrl'), id);
  return {
    topic: itemTopic(item.text('repository.name'), { kind: 'PR', id, title }),
    content: lines(
      md`${payload.text('resource.comment.author.displayName')} commented on ${link(
        `PR #${id}${request.hasTopic ? ` ${title}` : ''}`,
        page,
      )}.`,
      quoteMarkdown(payload.optionalText('resource.comment.content')),
    ),
  };
};

const merged = pullRequest((payload, reference) => {
  const status = payload.text('resource.mergeStatus');
  if (payload.optionalText('resource.status') !== 'completed') {
    return md`Merge of ${reference}: ${bold(status)}.`;
  }
  const actor =
    payload.optionalText('resource.closedBy.displayName') ??
    payload.text('resource.createdBy.displayName');
  return md`${actor} merged ${reference} into ${code(
    referenceName(payload.text('resource.targetRefName')),
  )}.`;
});

const build: NotificationBuilder = (payload) => {
  const item = payload.object('resource');
  const name = item.optionalText('definition.name') ?? 'Build';
  const result = item.optionalText('result') ?? item.text('status');
  return {
    topic: name,
    content: lines(
      md`Build ${link(item.text('buildNumber'), item.optionalText('_links.web.href'))} of ${bold(
        name,
      )}: ${bold(result)}.`,
      details({ 'Requested by': item.optionalText('requestedFor.displayName') }),
    ),
  };
};

/** `verb` is the change of the work item. */
function workItem(verb: string): NotificationBuilder {
  return (payload) => {
    const item = payload.object('resource');
    const fields = item.has('revision') ? item.object('revision') : item;
    const id = item.optionalLabel('workItemId') ?? item.label('id');
    const title = fields.text(['fields', 'System.Title']);
    const kind = fields.optionalText(['fields', 'System.WorkItemType']) ?? 'Work item';
    const changedBy = fields.optionalLabel(['fields', 'System.ChangedBy']) ?? 'A user';
    const actor = changedBy.replace(/ <[^<>]*>$/, '');
    const url = item.optionalText('_links.html.href') ?? fields.optionalText('_links.html.href');
    return {
      topic: `${kind} #${id} ${title}`,
      content: lines(
        md`${actor} ${verb} ${link(`${kind} #${id}`, url)}.`,
        details({
          State: fields.optionalText(['fields', 'System.State']),
          Reason: fields.optionalText(['fields', 'System.Reason']),
        }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'azuredevops',
  displayName: 'Azure DevOps',
  category: 'version-control',
  summary: 'Sends pushes, pull requests, builds and work items of Azure DevOps.',
  setup: [
    'In the project on Azure DevOps, open **Project settings**, **Service hooks**, and choose **Create subscription**, **Web Hooks**.',
    'Choose the event and its filters.',
    'Paste the URL as **URL**. To verify requests, enter X-Parley-Secret: and a secret under **HTTP headers**, and add the secret to the URL as webhook_secret.',
    'Test and finish the subscription. Repeat the steps for other events.',
  ],
  options: [BRANCHES],
  signature: sharedSecret({ header: 'X-Parley-Secret' }),
  event: (payload) => payload.text('eventType'),
  events: {
    'git.push': push,
    'git.pullrequest.created': created,
    'git.pullrequest.updated': updated,
    'git.pullrequest.merged': merged,
    'ms.vss-code.git-pullrequest-comment-event': commented,
    'build.complete': build,
    'workitem.created': workItem('created'),
    'workitem.updated': workItem('updated'),
    'workitem.deleted': workItem('deleted'),
    'workitem.restored': workItem('restored'),
    'workitem.commented': workItem('commented on'),
  },
};
