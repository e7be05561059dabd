import {
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
} from '#modules/integrations/toolkit';
import { actorOf, repositoryOf } from './payload.js';

export const issue: NotificationBuilder = (payload, request) => {
  const item = payload.object('object_attributes');
  const id = item.label('iid');
  const title = item.text('title');
  const label = `issue #${id}${request.hasTopic ? ` ${title}` : ''}`;
  const reference = link(label, item.optionalText('url'));
  return {
    topic: itemTopic(repositoryOf(payload), { kind: 'issue', id, title }),
    content: issueContent(payload, reference),
  };
};

function issueContent(payload: Payload, reference: Markdown): Markdown {
  const item = payload.object('object_attributes');
  const actor = actorOf(payload);
  switch (item.optionalText('action') ?? 'open') {
    case 'open':
      return lines(
        md`${actor} opened ${reference}.`,
        details({ Assignees: assignees(payload), Labels: labels(payload, 'labels') }),
        quoteMarkdown(item.optionalText('description')),
      );
    case 'close':
      return md`${actor} closed ${reference}.`;
    case 'reopen':
      return md`${actor} reopened ${reference}.`;
    default:
      return lines(md`${actor} updated ${reference}.`, changes(payload));
  }
}

export function assignees(payload: Payload): Markdown {
  return enumeration(payload.optionalList('assignees').map((user) => user.optionalText('name')));
}

function labels(payload: Payload, path: string): Markdown {
  return enumeration(payload.optionalList(path).map((label) => label.optionalText('title')));
}

/** The changes that users make, as details. */
export function changes(payload: Payload): Markdown {
  return lines(
    details({
      Title: payload.optionalText('changes.title.current'),
      Labels: payload.has('changes.labels')
        ? labels(payload, 'changes.labels.current').toString() === ''
          ? 'none'
          : labels(payload, 'changes.labels.current')
        : undefined,
      Assignees: payload.has('changes.assignees')
        ? enumeration([
            ...payload
              .optionalList('changes.assignees.current')
              .map((user) => user.optionalText('name')),
            payload.count('changes.assignees.current') === 0 ? 'none' : undefined,
          ])
        : undefined,
      'Due date': payload.optionalText('changes.due_date.current'),
      'Target branch': payload.optionalText('changes.target_branch.current'),
    }),
    quoteMarkdown(payload.optionalText('changes.description.current')),
  );
}
