import {
  BRANCHES,
  code,
  details,
  type EventIntegration,
  firstLine,
  hmac,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  shaLink,
  type WebhookRequest,
  words,
  urlPart,
} from '#modules/integrations/toolkit';

const ORIGINAL_HOSTS: ReadonlyMap<string, string> = new Map([
  ['github', 'https://github.com/'],
  ['gh', 'https://github.com/'],
  ['bitbucket', 'https://bitbucket.org/'],
  ['bb', 'https://bitbucket.org/'],
]);

interface Ended {
  payload: Payload;
  request: WebhookRequest;
  /** Such as the linked name of a job. */
  subject: Markdown;
  status: string;
}

const jobCompleted: NotificationBuilder = (payload, request) => {
  const job = payload.text('job.name');
  const workflow = link(payload.text('workflow.name'), payload.optionalText('workflow.url'));
  return ended({
    payload,
    request,
    subject: md`Job ${code(job)} of ${workflow}`,
    status: payload.text('job.status'),
  });
};

const workflowCompleted: NotificationBuilder = (payload, request) =>
  ended({
    payload,
    request,
    subject: md`Workflow ${link(payload.text('workflow.name'), payload.optionalText('workflow.url'))}`,
    status: payload.text('workflow.status'),
  });

function ended({ payload, request, subject, status }: Ended): Notification | undefined {
  const source = sourceOf(payload);
  if (source.branch !== undefined && !request.includesBranch(source.branch)) return undefined;
  const pipeline = payload.optionalLabel('pipeline.number');
  return {
    topic: payload.text('project.name'),
    content: lines(
      md`${subject} ended: ${words(status)}.`,
      details({
        Pipeline: pipeline === undefined ? undefined : `#${pipeline}`,
        Branch: source.branch === undefined ? undefined : code(source.branch),
        Tag: source.tag === undefined ? undefined : code(source.tag),
        Commit: commitOf(source),
        'Triggered by': source.actor,
      }),
    ),
  };
}

interface Source {
  branch: string | undefined;
  tag: string | undefined;
  sha: string | undefined;
  commitUrl: string | undefined;
  subject: string | undefined;
  actor: string | undefined;
}

/** Members for GitHub and Bitbucket projects are in `vcs`, for others in the parameters of the trigger. */
function sourceOf(payload: Payload): Source {
  const vcs = payload.optionalObject('pipeline.vcs');
  const git = payload.optionalObject('pipeline.trigger_parameters.git');
  const sha = vcs?.optionalText('revision') ?? git?.optionalText('checkout_sha');
  return {
    branch: vcs?.optionalText('branch') ?? git?.optionalText('branch'),
    tag: vcs?.optionalText('tag') ?? git?.optionalText('tag'),
    sha,
    commitUrl: commitUrl(payload, vcs, sha),
    subject: vcs?.optionalText('commit.subject') ?? git?.optionalText('commit_message'),
    actor: vcs?.optionalText('commit.author.name') ?? git?.optionalText('commit_author_name'),
  };
}

function commitUrl(
  payload: Payload,
  vcs: Payload | undefined,
  sha: string | undefined,
): string | undefined {
  const [host = '', ...path] = payload.optionalText('project.slug')?.split('/') ?? [];
  const base = ORIGINAL_HOSTS.get(host);
  const repository =
    vcs?.optionalText('target_repository_url') ?? (base && `${base}${path.join('/')}`);
  if (repository === undefined || sha === undefined) return undefined;
  return `${repository}/${repository.includes('bitbucket.org') ? 'commits' : 'commit'}/${urlPart(sha)}`;
}

function commitOf({ sha, commitUrl: url, subject }: Source): Markdown | undefined {
  if (sha === undefined) return undefined;
  const commit = shaLink(sha, url);
  return subject === undefined ? commit : md`${firstLine(subject)} (${commit})`;
}

export const integration: EventIntegration = {
  name: 'circleci',
  displayName: 'CircleCI',
  category: 'continuous-integration',
  summary: 'Sends jobs and workflows that ended.',
  setup: [
    'In **Project Settings** on CircleCI, open **Webhooks**, and choose **Add Webhook**.',
    'Paste the URL as **Receiver URL**, choose the events, and save it.',
    'To verify signatures, enter a **Secret token** and add it to the URL as webhook_secret.',
  ],
  options: [BRANCHES],
  signature: hmac({ header: 'circleci-signature', algorithm: 'sha256', prefix: 'v1=' }),
  event: (payload) => payload.text('type'),
  events: {
    'job-completed': jobCompleted,
    'workflow-completed': workflowCompleted,
    ping: (payload) => ({
      topic: 'Test event',
      content: md`CircleCI tested the webhook ${payload.optionalText('webhook.name')}.`,
    }),
  },
};
