// Comments on commits, merge requests, issues and snippets.
import {
  itemTopic,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  shaLink,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { mergeRequestTopic } from './merge-requests.js';
import { actorOf, repositoryOf } from './payload.js';

export const note: NotificationBuilder = (payload, request) => {
  const comment = payload.object('object_attributes');
  const { topic, reference } = subject(payload, request);
  return {
    topic,
    content: lines(
      md`${actorOf(payload)} ${link('commented', comment.optionalText('url'))} on ${reference}.`,
      quoteMarkdown(comment.text('note')),
    ),
  };
};

interface Subject {
  topic: string;
  reference: Markdown;
}

function subject(payload: Payload, request: WebhookRequest): Subject {
  const repository = repositoryOf(payload);
  const titled = (label: string, title: string): string =>
    request.hasTopic ? `${label} ${title}` : label;
  switch (payload.text('object_attributes.noteable_type')) {
    case 'MergeRequest': {
      const item = payload.object('merge_request');
      const [id, title] = [item.label('iid'), item.text('title')];
      return {
        topic: mergeRequestTopic(payload, request, { id, title }),
        reference: link(titled(`MR #${id}`, title), item.optionalText('url')),
      };
    }
    case 'Issue': {
      const item = payload.object('issue');
      const [id, title] = [item.label('iid'), item.text('title')];
      return {
        topic: itemTopic(repository, { kind: 'issue', id, title }),
        reference: link(titled(`issue #${id}`, title), item.optionalText('url')),
      };
    }
    case 'Snippet': {
      const item = payload.object('snippet');
      const [id, title] = [item.label('id'), item.text('title')];
      return {
        topic: itemTopic(repository, { kind: 'snippet', id, title }),
        reference: link(titled(`snippet #${id}`, title), item.optionalText('url')),
      };
    }
    default: {
      const commit = payload.object('commit');
      return {
        topic: repository,
        reference: shaLink(commit.text('id'), commit.optionalText('url')),
      };
    }
  }
}
