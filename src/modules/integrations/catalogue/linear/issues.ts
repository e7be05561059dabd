// Issues, comments on them, and what is attached to them.
import {
  details,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  text,
} from '#modules/integrations/toolkit';
import {
  actorOf,
  changes,
  issueLink,
  type IssueReference,
  issueReference,
  issueTopic,
  verbOf,
} from './payload.js';

/** Fields whose changes are reported, by the name that `updatedFrom` has. */
const FIELDS: Record<string, [label: string, value: (issue: Payload) => Insert]> = {
  title: ['Title', (issue) => issue.optionalText('title')],
  stateId: ['Status', (issue) => issue.optionalText('state.name')],
  assigneeId: ['Assignee', (issue) => issue.optionalText('assignee.name')],
  priority: ['Priority', (issue) => issue.optionalText('priorityLabel')],
  labelIds: ['Labels', labelsOf],
  estimate: ['Estimate', (issue) => issue.optionalLabel('estimate')],
  dueDate: ['Due', (issue) => issue.optionalText('dueDate')],
  teamId: ['Team', (issue) => issue.optionalText('team.name')],
  projectId: ['Project', (issue) => issue.optionalText('project.name')],
  cycleId: [
    'Cycle',
    (issue) => issue.optionalText('cycle.name') ?? issue.optionalLabel('cycle.number'),
  ],
  description: ['Description', () => 'changed'],
  archivedAt: ['Archived', (issue) => (issue.has('archivedAt') ? 'yes' : 'no')],
};

function labelsOf(issue: Payload): string | undefined {
  const names = issue.optionalList('labels').map((label) => label.optionalText('name'));
  return names.length === 0 ? undefined : names.filter((name) => name !== undefined).join(', ');
}

/** An issue or, if it has a parent, a sub-issue. */
export function issueEvent(noun: string): NotificationBuilder {
  return (payload, request) => {
    const data = payload.object('data');
    const about = issueReference(data, payload.optionalText('url'));
    const sentence = md`${actorOf(payload)} ${verbOf(payload)} the ${noun} ${issueLink(about, request)}`;
    const content = issueContent(payload, sentence);
    return content && { topic: issueTopic(about), content };
  };
}

/** Undefined if only fields have changed that are not reported, such as the position. */
function issueContent(payload: Payload, sentence: Markdown): Markdown | undefined {
  const data = payload.object('data');
  switch (payload.text('action')) {
    case 'create': {
      const team = data.optionalText('team.name');
      return lines(
        team === undefined ? md`${sentence}.` : md`${sentence} in ${team}.`,
        details({
          Status: data.optionalText('state.name'),
          Priority: data.optionalText('priorityLabel'),
          Assignee: data.optionalText('assignee.name'),
          Labels: labelsOf(data),
          Due: data.optionalText('dueDate'),
        }),
        quoteMarkdown(data.optionalText('description')),
      );
    }
    case 'update': {
      const changed = changes(payload, FIELDS);
      return Object.keys(changed).length === 0
        ? undefined
        : lines(md`${sentence}.`, details(changed));
    }
    default:
      return md`${sentence}.`;
  }
}

/** A comment belongs to an issue, or to an update of a project or an initiative. */
export const comment: NotificationBuilder = (payload, request) => {
  const data = payload.object('data');
  const parent = parentOf(payload);
  const subject = parent.issue ? issueLink(parent.issue, request) : text(parent.name);
  const actor = payload.optionalText('actor.name') ?? data.optionalText('user.name') ?? 'A user';
  const url = payload.optionalText('url');
  return {
    topic: parent.issue ? issueTopic(parent.issue) : parent.name,
    content: lines(commentSentence(payload, { actor, subject, url }), commentBody(payload)),
  };
};

function parentOf(payload: Payload): { issue?: IssueReference; name: string } {
  const issueData = payload.optionalObject('data.issue');
  if (issueData) {
    return { issue: issueReference(issueData, payload.optionalText('url')), name: '' };
  }
  const name =
    payload.optionalText('data.projectUpdate.project.name') ??
    payload.optionalText('data.initiativeUpdate.initiative.name') ??
    'Linear';
  return { name };
}

function commentSentence(
  payload: Payload,
  { actor, subject, url }: { actor: string; subject: Markdown; url: string | undefined },
): Markdown {
  switch (payload.text('action')) {
    case 'create':
      return md`${actor} ${link('commented', url)} on ${subject}.`;
    case 'update':
      return md`${actor} edited a ${link('comment', url)} on ${subject}.`;
    default:
      return md`${actor} deleted a comment on ${subject}.`;
  }
}

function commentBody(payload: Payload): Markdown | undefined {
  const isRemoved = payload.text('action') === 'remove';
  return isRemoved ? undefined : quoteMarkdown(payload.optionalText('data.body'));
}

export const reaction: NotificationBuilder = (payload, request) => {
  const data = payload.object('data');
  const actor = data.optionalText('user.name') ?? actorOf(payload);
  const parent = data.optionalObject('issue') ?? data.optionalObject('comment.issue');
  const about = parent && issueReference(parent, payload.optionalText('url'));
  const target = data.has('comment') ? 'a comment' : 'an update';
  const place = about ? md` on ${issueLink(about, request)}` : undefined;
  const [verb, preposition] =
    payload.text('action') === 'remove' ? ['removed', 'from'] : ['added', 'to'];
  return {
    topic: about ? issueTopic(about) : 'reactions',
    content: lines(
      md`${actor} ${verb} the reaction ${data.text('emoji')} ${preposition} ${target}${place}.`,
      verb === 'added' && quoteMarkdown(data.optionalText('comment.body')),
    ),
  };
};

/** Attachments of issues have the address of their page, and only the id of the issue. */
export const attachment: NotificationBuilder = (payload) => {
  const data = payload.object('data');
  const name = link(data.optionalText('title') ?? 'without a title', data.optionalText('url'));
  return {
    topic: 'attachments',
    content: lines(
      md`${actorOf(payload)} ${verbOf(payload)} the attachment ${name} of an issue.`,
      details({ Source: data.optionalText('sourceType') }),
    ),
  };
};

export const sla: NotificationBuilder = (payload, request) => {
  const about = issueReference(
    payload.optionalObject('issueData') ?? payload.object('data'),
    payload.optionalText('url'),
  );
  const states: Record<string, string> = {
    set: 'has a service level agreement',
    highRisk: 'is about to breach its service level agreement',
    breached: 'breached its service level agreement',
  };
  const action = payload.text('action');
  const state = Object.hasOwn(states, action)
    ? states[action]!
    : 'has another state of its service level agreement';
  return { topic: issueTopic(about), content: md`${issueLink(about, request)} ${state}.` };
};
