import {
  details,
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
import { actorOf, nameOf, pageOf, repositoryOf } from './payload.js';

interface Item {
  issue: Payload;
  topic: string;
  reference: Markdown;
}

function itemOf(payload: Payload, { hasTopic }: WebhookRequest): Item {
  const issue = payload.object('issue');
  const id = issue.label('id');
  const title = issue.text('title');
  return {
    issue,
    topic: itemTopic(repositoryOf(payload), { kind: 'issue', id, title }),
    reference: link(`issue #${id}${hasTopic ? ` ${title}` : ''}`, pageOf(issue)),
  };
}

export const issueCreated: NotificationBuilder = (payload, request) => {
  const { issue, topic, reference } = itemOf(payload, request);
  const assignee = issue.optionalObject('assignee');
  return {
    topic,
    content: lines(
      md`${actorOf(payload)} created ${reference}.`,
      details({
        Type: issue.optionalText('type') ?? issue.optionalText('kind'),
        Priority: issue.optionalText('priority'),
        Assignee: assignee && nameOf(assignee),
      }),
      quoteMarkdown(issue.optionalText('content.raw')),
    ),
  };
};

export const issueUpdated: NotificationBuilder = (payload, request) => {
  const { topic, reference } = itemOf(payload, request);
  const change = (name: string): string | undefined => payload.optionalText(`changes.${name}.new`);
  return {
    topic,
    content: lines(
      md`${actorOf(payload)} updated ${reference}.`,
      details({
        Title: change('title'),
        Status: change('status') ?? change('state'),
        Priority: change('priority'),
        Type: change('kind'),
      }),
      quoteMarkdown(payload.optionalText('comment.content.raw')),
    ),
  };
};

export const issueCommented: NotificationBuilder = (payload, request) => {
  const { topic, reference } = itemOf(payload, request);
  const comment = payload.object('comment');
  return {
    topic,
    content: lines(
      md`${actorOf(payload)} ${link('commented', pageOf(comment))} on ${reference}.`,
      quoteMarkdown(comment.optionalText('content.raw')),
    ),
  };
};
