// Events that only Gitea has.
import {
  bold,
  itemTopic,
  lines,
  link,
  md,
  type NotificationBuilder,
  quoteMarkdown,
} from '#modules/integrations/toolkit';

/** `verb` is the action of the reviewer. */
export function review(verb: string): NotificationBuilder {
  return (payload, request) => {
    const item = payload.object('pull_request');
    const id = item.label('number');
    const title = item.text('title');
    const label = `PR #${id}${request.hasTopic ? ` ${title}` : ''}`;
    return {
      topic: itemTopic(payload.text('repository.name'), { kind: 'PR', id, title }),
      content: lines(
        md`${payload.text('sender.login')} ${verb} ${link(label, item.optionalText('html_url'))}.`,
        quoteMarkdown(payload.optionalText('review.content')),
      ),
    };
  };
}

export const repositoryChange: NotificationBuilder = (payload) => ({
  topic: payload.text('repository.name'),
  content: md`${payload.text('sender.login')} ${payload.text('action')} the repository ${link(
    payload.text('repository.full_name'),
    payload.optionalText('repository.html_url'),
  )}.`,
});

export const wiki: NotificationBuilder = (payload) => ({
  topic: `${payload.text('repository.name')} / wiki pages`,
  content: md`${payload.text('sender.login')} ${payload.text('action')} the wiki page ${bold(
    payload.text('page'),
  )}.`,
});
