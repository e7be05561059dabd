import {
  bold,
  code,
  details,
  enumeration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { commentContent, commonContent, labels, people } from './issues.js';
import { actionOf, actorOf, changeOf, type Item, itemLink, topicOf } from './payload.js';

/** The names of events that users choose, by action. */
const EVENTS: Record<string, string> = {
  opened: 'opened_pull_request',
  reopened: 'opened_pull_request',
  synchronize: 'updated_pull_request',
  edited: 'updated_pull_request',
  closed: 'closed_pull_request',
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  labeled: 'labeled_or_unlabeled_pull_request',
  unlabeled: 'labeled_or_unlabeled_pull_request',
  milestoned: 'milestoned_or_demilestoned_pull_request',
  demilestoned: 'milestoned_or_demilestoned_pull_request',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  review_requested: 'pull_request_review_requested',
  review_request_removed: 'pull_request_review_requested',
  ready_for_review: 'pull_request_ready_for_review',
  converted_to_draft: 'pull_request_ready_for_review',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
  enqueued: 'pull_request_merge_queue',
  dequeued: 'pull_request_merge_queue',
};

export function pullRequestEvent(payload: Payload): string {
  const action = payload.text('action');
  return Object.hasOwn(EVENTS, action) ? EVENTS[action]! : `${action}_pull_request`;
}

/** All actions. */
const pullRequest: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload);
  if (!request.includesBranch(item.payload.text('base.ref'))) return undefined;
  return {
    topic: topicOf(payload, item),
    content: pullRequestContent(payload, itemLink(item, request)),
  };
};

export const pullRequestEvents: Record<string, NotificationBuilder> = Object.fromEntries(
  Object.values(EVENTS).map((name) => [name, pullRequest]),
);

function itemOf(payload: Payload): Item {
  return { kind: 'PR', payload: payload.object('pull_request') };
}

function pullRequestContent(payload: Payload, reference: Markdown): Markdown {
  const actor = actorOf(payload);
  const pull = payload.object('pull_request');
  switch (payload.text('action')) {
    case 'opened':
      return lines(
        md`${actor} opened ${pull.flag('draft') ? 'the draft ' : ''}${reference}, from ${code(
          pull.text('head.ref'),
        )} to ${code(pull.text('base.ref'))}.`,
        details({ Assignees: people(pull, 'assignees'), Labels: labels(pull) }),
        quoteMarkdown(pull.optionalText('body')),
      );
    case 'synchronize': {
      const url = pull.optionalText('html_url');
      const commits = link('commits', url === undefined ? undefined : `${url}/commits`);
      return md`${actor} pushed ${commits} to ${reference}.`;
    }
    case 'edited':
      return edited(payload, reference);
    case 'closed':
      return pull.flag('merged')
        ? md`${actor} merged ${reference} into ${code(pull.text('base.ref'))}.`
        : md`${actor} closed ${reference} without merging it.`;
    case 'review_requested':
      return md`${actor} requested a review of ${reference} from ${reviewer(payload)}.`;
    case 'review_request_removed':
      return md`${actor} withdrew the request for a review of ${reference} from ${reviewer(payload)}.`;
    case 'ready_for_review':
      return md`${actor} marked ${reference} as ready for review.`;
    case 'converted_to_draft':
      return md`${actor} converted ${reference} to a draft.`;
    case 'auto_merge_enabled':
      return md`${actor} enabled auto-merge for ${reference}.`;
    case 'auto_merge_disabled':
      return md`${actor} disabled auto-merge for ${reference}.`;
    case 'enqueued':
      return md`${actor} added ${reference} to the merge queue.`;
    case 'dequeued':
      return md`${actor} removed ${reference} from the merge queue.`;
    default:
      return commonContent(payload, { actor, reference });
  }
}

function edited(payload: Payload, reference: Markdown): Markdown {
  const pull = payload.object('pull_request');
  const actor = actorOf(payload);
  if (payload.has('changes.title')) {
    return md`${actor} renamed ${reference} ${changeOf(payload, 'title', pull.text('title'))}.`;
  }
  if (payload.has('changes.base')) {
    return md`${actor} changed the base of ${reference} to ${code(pull.text('base.ref'))}.`;
  }
  return lines(md`${actor} edited ${reference}.`, quoteMarkdown(pull.optionalText('body')));
}

function reviewer(payload: Payload): Markdown {
  return enumeration([
    payload.optionalText('requested_reviewer.login'),
    payload.optionalText('requested_team.name'),
  ]);
}

export const review: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload);
  return { topic: topicOf(payload, item), content: reviewContent(payload, request) };
};

const STATES: Record<string, string> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
};

function reviewContent(payload: Payload, request: WebhookRequest): Markdown {
  const reference = itemLink(itemOf(payload), request);
  const actor = actorOf(payload);
  const url = payload.optionalText('review.html_url');
  const body = quoteMarkdown(payload.optionalText('review.body'));
  switch (payload.text('action')) {
    case 'submitted': {
      const state = payload.text('review.state').toLowerCase();
      const verb = Object.hasOwn(STATES, state) ? STATES[state] : 'reviewed';
      return lines(md`${actor} ${link(verb, url)} ${reference}.`, body);
    }
    case 'dismissed':
      return lines(md`${actor} dismissed a ${link('review', url)} of ${reference}.`, body);
    default:
      return lines(
        md`${actor} ${actionOf(payload)} a ${link('review', url)} of ${reference}.`,
        body,
      );
  }
}

export const reviewComment: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload);
  const path = payload.optionalText('comment.path');
  const reference = itemLink(item, request);
  return {
    topic: topicOf(payload, item),
    content: commentContent(
      payload,
      path === undefined ? reference : md`${code(path)} in ${reference}`,
    ),
  };
};

export const reviewThread: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload);
  const thread = payload.optionalList('thread.comments')[0];
  const url = thread?.optionalText('html_url');
  return {
    topic: topicOf(payload, item),
    content: md`${actorOf(payload)} marked a ${link('conversation', url)} in ${itemLink(
      item,
      request,
    )} as ${bold(actionOf(payload))}.`,
  };
};
