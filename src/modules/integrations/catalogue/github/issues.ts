import {
  bold,
  details,
  enumeration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
} from '#modules/integrations/toolkit';
import {
  actionOf,
  actorOf,
  changeOf,
  type Item,
  itemLink,
  repositoryOf,
  topicOf,
} from './payload.js';

export const issues: NotificationBuilder = (payload, request) => {
  const item: Item = { kind: 'issue', payload: payload.object('issue') };
  const actor = actorOf(payload);
  const reference = itemLink(item, request);
  return {
    topic: topicOf(payload, item),
    content: issueContent(payload, { actor, reference }),
  };
};

function issueContent(
  payload: Payload,
  { actor, reference }: { actor: string; reference: Markdown },
): Markdown {
  const issue = payload.object('issue');
  switch (payload.text('action')) {
    case 'opened':
      return lines(
        md`${actor} opened ${reference}.`,
        details({ Assignees: people(issue, 'assignees'), Labels: labels(issue) }),
        quoteMarkdown(issue.optionalText('body')),
      );
    case 'edited':
      return lines(
        payload.has('changes.title')
          ? md`${actor} renamed ${reference} ${changeOf(payload, 'title', issue.text('title'))}.`
          : md`${actor} edited ${reference}.`,
        payload.has('changes.body') && quoteMarkdown(issue.optionalText('body')),
      );
    case 'closed':
      return md`${actor} closed ${reference}${reason(issue.optionalText('state_reason'))}.`;
    case 'transferred': {
      const target = payload.optionalObject('changes.new_issue');
      const repository = payload.optionalText('changes.new_repository.full_name');
      const place = link(repository ?? 'another repository', target?.optionalText('html_url'));
      return md`${actor} transferred ${reference} to ${place}.`;
    }
    case 'typed':
    case 'untyped':
      return md`${actor} set the type of ${reference} to ${payload.optionalText('type.name') ?? 'none'}.`;
    default:
      return commonContent(payload, { actor, reference });
  }
}

function reason(state: string | undefined): string {
  return state === undefined ? '' : ` as ${state.replaceAll('_', ' ')}`;
}

interface Act {
  actor: Insert;
  reference: Markdown;
}

/** For the actions that issues and pull requests have in common. */
export function commonContent(payload: Payload, act: Act): Markdown {
  switch (payload.text('action')) {
    case 'assigned':
    case 'unassigned':
      return assignment(payload, act);
    case 'labeled':
    case 'unlabeled':
      return labeling(payload, act);
    case 'milestoned':
    case 'demilestoned':
      return milestoning(payload, act);
    default:
      return md`${act.actor} ${actionOf(payload)} ${act.reference}.`;
  }
}

function assignment(payload: Payload, { actor, reference }: Act): Markdown {
  const assignee = payload.optionalText('assignee.login') ?? 'a user';
  return payload.text('action') === 'assigned'
    ? md`${actor} assigned ${bold(assignee)} to ${reference}.`
    : md`${actor} unassigned ${bold(assignee)} from ${reference}.`;
}

function labeling(payload: Payload, { actor, reference }: Act): Markdown {
  const label = payload.optionalText('label.name') ?? 'a label';
  return payload.text('action') === 'labeled'
    ? md`${actor} added the label ${bold(label)} to ${reference}.`
    : md`${actor} removed the label ${bold(label)} from ${reference}.`;
}

function milestoning(payload: Payload, { actor, reference }: Act): Markdown {
  const milestone = link(
    payload.optionalText('milestone.title') ?? 'a milestone',
    payload.optionalText('milestone.html_url'),
  );
  return payload.text('action') === 'milestoned'
    ? md`${actor} added ${reference} to the milestone ${milestone}.`
    : md`${actor} removed ${reference} from the milestone ${milestone}.`;
}

export function people(item: Payload, path: string): Markdown {
  return enumeration(item.optionalList(path).map((user) => user.optionalText('login')));
}

export function labels(item: Payload): Markdown {
  return enumeration(item.optionalList('labels').map((label) => label.optionalText('name')));
}

/** On an issue or a pull request. */
export const issueComment: NotificationBuilder = (payload, request) => {
  const issue = payload.object('issue');
  const item: Item = { kind: issue.has('pull_request') ? 'PR' : 'issue', payload: issue };
  return {
    topic: topicOf(payload, item),
    content: commentContent(payload, itemLink(item, request)),
  };
};

/** The comment of `payload.comment`. */
export function commentContent(payload: Payload, reference: Markdown): Markdown {
  const url = payload.optionalText('comment.html_url');
  const actor = actorOf(payload);
  const body = quoteMarkdown(payload.optionalText('comment.body'));
  switch (payload.text('action')) {
    case 'created':
      return lines(md`${actor} ${link('commented', url)} on ${reference}.`, body);
    case 'edited':
      return lines(md`${actor} edited a ${link('comment', url)} on ${reference}.`, body);
    case 'deleted':
      return md`${actor} deleted a comment on ${reference}.`;
    default:
      return md`${actor} ${actionOf(payload)} a ${link('comment', url)} on ${reference}.`;
  }
}

export const label: NotificationBuilder = (payload) => ({
  topic: `${repositoryOf(payload)} / labels`,
  content: md`${actorOf(payload)} ${actionOf(payload)} the label ${bold(payload.text('label.name'))}.`,
});

export const milestone: NotificationBuilder = (payload) => {
  const { text, optionalText } = reader(payload.object('milestone'));
  const name = link(text('title'), optionalText('html_url'));
  return {
    topic: `${repositoryOf(payload)} / milestone ${text('title')}`,
    content: lines(
      md`${actorOf(payload)} ${actionOf(payload)} the milestone ${name}.`,
      payload.text('action') === 'created' && quoteMarkdown(optionalText('description')),
    ),
  };
};

function reader(payload: Payload): Pick<Payload, 'text' | 'optionalText'> {
  return {
    text: (path) => payload.text(path),
    optionalText: (path) => payload.optionalText(path),
  };
}

export const subIssues: NotificationBuilder = (payload, request) => {
  const parent: Item = { kind: 'issue', payload: payload.object('parent_issue') };
  const child: Item = { kind: 'issue', payload: payload.object('sub_issue') };
  const isAddition = payload.text('action').endsWith('_added');
  const [verb, preposition] = isAddition ? ['added', 'to'] : ['removed', 'from'];
  return {
    topic: topicOf(payload, parent),
    content: md`${actorOf(payload)} ${verb} the sub-issue ${link(
      `#${child.payload.number('number')} ${child.payload.text('title')}`,
      child.payload.optionalText('html_url'),
    )} ${preposition} ${itemLink(parent, request)}.`,
  };
};

export const issueDependencies: NotificationBuilder = (payload, request) => {
  const blocked: Item = { kind: 'issue', payload: payload.object('blocked_issue') };
  const blocking = payload.object('blocking_issue');
  const isAddition = payload.text('action').endsWith('_added');
  return {
    topic: topicOf(payload, blocked),
    content: md`${actorOf(payload)} marked ${itemLink(blocked, request)} as ${
      isAddition ? 'blocked' : 'no longer blocked'
    } by ${link(
      `#${blocking.number('number')} ${blocking.text('title')}`,
      blocking.optionalText('html_url'),
    )}.`,
  };
};
