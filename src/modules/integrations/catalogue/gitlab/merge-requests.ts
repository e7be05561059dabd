import {
  code,
  details,
  enumeration,
  itemTopic,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { assignees, changes } from './issues.js';
import { actorOf, repositoryOf } from './payload.js';

const VERBS: Record<string, string> = {
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
  approval: 'added an approval to',
  unapproval: 'withdrew an approval of',
};

export const mergeRequest: NotificationBuilder = (payload, request) => {
  const item = payload.object('object_attributes');
  if (!request.includesBranch(item.text('target_branch'))) return undefined;
  const id = item.label('iid');
  const title = item.text('title');
  const label = `MR #${id}${request.hasTopic ? ` ${title}` : ''}`;
  return {
    topic: mergeRequestTopic(payload, request, { id, title }),
    content: mergeRequestContent(payload, link(label, item.optionalText('url'))),
  };
};

export function mergeRequestTopic(
  payload: Payload,
  { query }: WebhookRequest,
  { id, title }: { id: string; title: string },
): string {
  const repository = repositoryOf(payload);
  return query('use_merge_request_title') === 'false'
    ? `${repository} / MR #${id}`
    : itemTopic(repository, { kind: 'MR', id, title });
}

function mergeRequestContent(payload: Payload, reference: Markdown): Markdown {
  const item = payload.object('object_attributes');
  const actor = actorOf(payload);
  const action = item.optionalText('action') ?? 'open';
  if (action === 'open') {
    return lines(
      md`${actor} opened ${item.flag('draft') ? 'the draft ' : ''}${reference}, from ${code(
        item.text('source_branch'),
      )} to ${code(item.text('target_branch'))}.`,
      details({
        Assignees: assignees(payload),
        Reviewers: enumeration(
          payload.optionalList('reviewers').map((user) => user.optionalText('name')),
        ),
      }),
      quoteMarkdown(item.optionalText('description')),
    );
  }
  if (action !== 'update') {
    const verb = Object.hasOwn(VERBS, action) ? VERBS[action] : action;
    return md`${actor} ${verb} ${reference}.`;
  }
  if (item.has('oldrev')) {
    const commit = item.optionalObject('last_commit');
    const title = commit?.optionalText('title');
    return lines(
      md`${actor} pushed commits to ${reference}.`,
      title !== undefined && md`* ${link(title, commit?.optionalText('url'))}`,
    );
  }
  return lines(md`${actor} updated ${reference}.`, changes(payload));
}
