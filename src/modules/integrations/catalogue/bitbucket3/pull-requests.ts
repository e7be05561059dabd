import {
  code,
  details,
  enumeration,
  type Insert,
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
import { actorOf, nameOf, pageOf } from './payload.js';

interface Item {
  pull: Payload;
  topic: string;
  reference: Markdown;
}

function itemOf(payload: Payload, { hasTopic }: WebhookRequest): Item {
  const pull = payload.object('pullRequest');
  const id = pull.label('id');
  const title = pull.text('title');
  return {
    pull,
    topic: itemTopic(pull.text('toRef.repository.name'), { kind: 'PR', id, title }),
    reference: link(`PR #${id}${hasTopic ? ` ${title}` : ''}`, pageOf(pull)),
  };
}

/** `verb` is the action of the actor. */
export function pullRequest(verb: string): NotificationBuilder {
  return (payload, request) => {
    const { pull, topic, reference } = itemOf(payload, request);
    const target = pull.text('toRef.displayId');
    if (!request.includesBranch(target)) return undefined;
    const isNew = verb === 'opened';
    const branches = isNew
      ? md`, from ${code(pull.text('fromRef.displayId'))} to ${code(target)}`
      : undefined;
    return {
      topic,
      content: lines(
        md`${actorOf(payload)} ${verb} ${reference}${branches}.`,
        details(isNew ? { Reviewers: users(pull, 'reviewers', 'user') } : changes(payload, pull)),
        (isNew || payload.has('previousDescription')) &&
          quoteMarkdown(pull.optionalText('description')),
      ),
    };
  };
}

function changes(payload: Payload, pull: Payload): Record<string, Insert> {
  const isRenamed =
    payload.has('previousTitle') && payload.text('previousTitle') !== pull.text('title');
  return {
    Title: isRenamed ? pull.text('title') : undefined,
    Target: payload.has('previousTarget') ? code(pull.text('toRef.displayId')) : undefined,
    Added: users(payload, 'addedReviewers'),
    Removed: users(payload, 'removedReviewers'),
  };
}

function users(payload: Payload, path: string, member?: string): Markdown {
  return enumeration(
    payload
      .optionalList(path)
      .map((entry) => nameOf(member === undefined ? entry : entry.object(member))),
  );
}

/** `act` is the action on a comment. */
export function pullRequestComment(act: string): NotificationBuilder {
  return (payload, request) => {
    const { topic, reference } = itemOf(payload, request);
    return {
      topic,
      content: lines(
        md`${actorOf(payload)} ${act} ${reference}.`,
        !act.startsWith('deleted') && quoteMarkdown(payload.optionalText('comment.text')),
      ),
    };
  };
}
