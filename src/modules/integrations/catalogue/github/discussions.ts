import {
  bold,
  lines,
  md,
  type NotificationBuilder,
  quoteMarkdown,
  shaLink,
} from '#modules/integrations/toolkit';
import { commentContent } from './issues.js';
import { actionOf, actorOf, type Item, itemLink, repositoryOf, topicOf } from './payload.js';

export const discussion: NotificationBuilder = (payload, request) => {
  const item: Item = { kind: 'discussion', payload: payload.object('discussion') };
  const reference = itemLink(item, request);
  const category = item.payload.optionalText('category.name');
  const isNew = payload.text('action') === 'created';
  return {
    topic: topicOf(payload, item),
    content: isNew
      ? lines(
          md`${actorOf(payload)} started ${reference}${
            category === undefined ? undefined : md` in ${bold(category)}`
          }.`,
          quoteMarkdown(item.payload.optionalText('body')),
        )
      : md`${actorOf(payload)} ${actionOf(payload)} ${reference}.`,
  };
};

export const discussionComment: NotificationBuilder = (payload, request) => {
  const item: Item = { kind: 'discussion', payload: payload.object('discussion') };
  return {
    topic: topicOf(payload, item),
    content: commentContent(payload, itemLink(item, request)),
  };
};

export const commitComment: NotificationBuilder = (payload) => {
  const comment = payload.object('comment');
  return {
    topic: repositoryOf(payload),
    content: commentContent(
      payload,
      shaLink(comment.text('commit_id'), comment.optionalText('html_url')),
    ),
  };
};
