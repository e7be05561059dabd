import {
  bold,
  details,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

/** Fields whose changes are not useful in a message, and texts that may be long. */
const LONG_FIELDS = new Set(['description', 'environment']);
const MAX_CHANGES = 20;

function topicOf(payload: Payload): string {
  const summary = payload.optionalText('issue.fields.summary');
  const key = payload.text('issue.key');
  return summary === undefined ? key : `${key}: ${summary}`;
}

function issueLink(payload: Payload, { hasTopic }: WebhookRequest): Markdown {
  const key = payload.text('issue.key');
  const summary = payload.optionalText('issue.fields.summary');
  const label = hasTopic && summary !== undefined ? `${key}: ${summary}` : key;
  return link(label, browseUrl(payload, key));
}

/** URL of the issue's page, derived from the API URL that Jira sends. */
function browseUrl(payload: Payload, key: string): string | undefined {
  const [, origin] =
    /^(https?:\/\/.{1,200}?)\/rest\/api\//.exec(payload.optionalText('issue.self') ?? '') ?? [];
  return origin === undefined ? undefined : `${origin}/browse/${encodeURIComponent(key)}`;
}

function actorOf(payload: Payload, path: string): string {
  return (
    payload.optionalText(`${path}.displayName`) ?? payload.optionalText(`${path}.name`) ?? 'A user'
  );
}

export const issueCreated: NotificationBuilder = (payload, request) => ({
  topic: topicOf(payload),
  content: lines(
    md`${actorOf(payload, 'user')} created ${issueLink(payload, request)}.`,
    details({
      Type: payload.optionalText('issue.fields.issuetype.name'),
      Priority: payload.optionalText('issue.fields.priority.name'),
      Assignee: payload.optionalText('issue.fields.assignee.displayName'),
    }),
    quote(textOf(payload, 'issue.fields.description')),
  ),
});

/** Newer versions send rich texts as objects, which are left out. */
function textOf(payload: Payload, path: string): string | undefined {
  const value = payload.value(path);
  return typeof value === 'string' ? value : undefined;
}

export const issueDeleted: NotificationBuilder = (payload, request) => ({
  topic: topicOf(payload),
  content: md`${actorOf(payload, 'user')} deleted ${issueLink(payload, request)}.`,
});

/** A change of fields, or a comment in older versions. */
export const issueUpdated: NotificationBuilder = (payload, request) => {
  const type = payload.optionalText('issue_event_type_name') ?? '';
  // Newer versions send events of their own for comments.
  const isComment = type.startsWith('issue_comment') || type === 'issue_commented';
  const reference = issueLink(payload, request);
  const actor = actorOf(payload, 'user');
  if (payload.has('comment') && (isComment || !payload.has('changelog'))) {
    return { topic: topicOf(payload), content: commentContent(payload, { actor, reference }) };
  }
  const changes = payload.optionalList('changelog.items');
  if (changes.length === 0 && !payload.has('comment')) return undefined;
  return {
    topic: topicOf(payload),
    content: lines(
      md`${actor} updated ${reference}.`,
      details(Object.fromEntries(changes.slice(0, MAX_CHANGES).map(changeDetail))),
      payload.has('comment') && quote(textOf(payload, 'comment.body')),
    ),
  };
};

function changeDetail(change: Payload): [string, Insert] {
  const field = change.text('field');
  if (LONG_FIELDS.has(field)) return [field, 'changed'];
  const before = change.optionalText('fromString');
  const after = change.optionalText('toString') ?? 'none';
  return [field, before === undefined ? md`${after}` : md`${after} (was ${before})`];
}

export const comment: NotificationBuilder = (payload, request) => ({
  topic: topicOf(payload),
  content: commentContent(payload, {
    actor: actorOf(
      payload,
      payload.has('comment.updateAuthor') ? 'comment.updateAuthor' : 'comment.author',
    ),
    reference: issueLink(payload, request),
  }),
});

function commentContent(
  payload: Payload,
  { actor, reference }: { actor: string; reference: Markdown },
): Markdown {
  const type = `${payload.text('webhookEvent')} ${payload.optionalText('issue_event_type_name') ?? ''}`;
  const body = quote(textOf(payload, 'comment.body'));
  if (type.includes('deleted')) return md`${actor} deleted a comment on ${reference}.`;
  return type.includes('edited') || type.includes('comment_updated')
    ? lines(md`${actor} edited a comment on ${reference}.`, body)
    : lines(md`${actor} commented on ${reference}.`, body);
}

/** `verb` is the change of the version. */
export function versionEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const name = payload.text('version.name');
    return {
      topic: `version ${name}`,
      content: lines(
        md`The version ${bold(name)} has been ${verb}.`,
        quote(textOf(payload, 'version.description')),
      ),
    };
  };
}
