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
import { actorOf, nameOf, pageOf, repositoryOf } from './payload.js';

interface Item {
  pull: Payload;
  topic: string;
  reference: Markdown;
}

function itemOf(payload: Payload, { hasTopic }: WebhookRequest): Item {
  const pull = payload.object('pullrequest');
  const id = pull.label('id');
  const title = pull.text('title');
  return {
    pull,
    topic: itemTopic(repositoryOf(payload), { kind: 'PR', id, title }),
    reference: link(`PR #${id}${hasTopic ? ` ${title}` : ''}`, pageOf(pull)),
  };
}

/** `verb` is the action of the actor. */
export function pullRequest(verb: string): NotificationBuilder {
  return (payload, request) => {
    const { pull, topic, reference } = itemOf(payload, request);
    const target = pull.text('destination.branch.name');
    if (!request.includesBranch(target)) return undefined;
    const actor = actorOf(payload);
    const isNew = verb === 'created' || verb === 'updated';
    const branches = isNew
      ? md`, from ${code(pull.text('source.branch.name'))} to ${code(target)}`
      : undefined;
    const reviewers = enumeration(pull.optionalList('reviewers').map(nameOf));
    return {
      topic,
      content: lines(
        md`${actor} ${verb} ${reference}${branches}.`,
        isNew && details({ Reviewers: reviewers }),
        isNew && quoteMarkdown(pull.optionalText('description')),
        verb === 'declined' && quoteMarkdown(pull.optionalText('reason')),
      ),
    };
  };
}

/** `act` is the action on a comment. */
export function pullRequestComment(act: string): NotificationBuilder {
  return (payload, request) => {
    const { topic, reference } = itemOf(payload, request);
    const comment = payload.object('comment');
    const hasText = act.startsWith('commented') || act.startsWith('edited');
    const path = comment.optionalText('inline.path');
    const place = path === undefined ? reference : md`${code(path)} in ${reference}`;
    return {
      topic,
      content: lines(
        md`${actorOf(payload)} ${hasText ? link(act, pageOf(comment)) : act} ${place}.`,
        hasText && quoteMarkdown(comment.optionalText('content.raw')),
      ),
    };
  };
}
