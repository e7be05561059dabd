// Webhooks of Redmine itself, and those of the plugin "Redmine WebHook", which sends issues only.
import {
  details,
  type EventIntegration,
  hmac,
  type Insert,
  itemTopic,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  type WebhookRequest,
  words,
} from '#modules/integrations/toolkit';

const MAX_CHANGES = 20;

function issueTopic(issue: Payload): string {
  const project = issue.optionalText('project.name') ?? 'Redmine';
  return itemTopic(project, { kind: 'issue', id: issue.label('id'), title: issue.text('subject') });
}

function issueLink(
  issue: Payload,
  { hasTopic }: WebhookRequest,
  url: string | undefined,
): Markdown {
  const tracker = issue.optionalText('tracker.name') ?? 'issue';
  const title = hasTopic ? ` ${issue.text('subject')}` : '';
  return link(`${tracker} #${issue.label('id')}${title}`, url);
}

/** The plugin sends the parts of a name separately. */
function nameOf(payload: Payload, path: string): string | undefined {
  const user = payload.optionalObject(path);
  const parts = [user?.optionalText('firstname'), user?.optionalText('lastname')];
  const full = parts.filter((part) => part !== undefined).join(' ');
  return user?.optionalText('name') ?? (full || user?.optionalText('login'));
}

interface IssueEvent {
  issue: Payload;
  journal: Payload | undefined;
  url: string | undefined;
}

function issueOf(payload: Payload): IssueEvent {
  const body = payload.has('payload') ? payload.object('payload') : payload.object('data');
  return {
    issue: body.object('issue'),
    journal: body.optionalObject('journal'),
    url: body.optionalText('url'),
  };
}

const issueCreated: NotificationBuilder = (payload, request) => {
  const { issue, url } = issueOf(payload);
  return {
    topic: issueTopic(issue),
    content: lines(
      md`${nameOf(issue, 'author') ?? 'A user'} created ${issueLink(issue, request, url)}.`,
      details({
        Status: issue.optionalText('status.name'),
        Priority: issue.optionalText('priority.name'),
        'Assigned to': nameOf(issue, 'assigned_to') ?? nameOf(issue, 'assignee'),
        Due: issue.optionalText('due_date'),
      }),
      quote(issue.optionalText('description')),
    ),
  };
};

const issueUpdated: NotificationBuilder = (payload, request) => {
  const { issue, journal, url } = issueOf(payload);
  const actor = journal && (nameOf(journal, 'user') ?? nameOf(journal, 'author'));
  const changes = journal?.optionalList('details').slice(0, MAX_CHANGES) ?? [];
  const notes = journal?.optionalText('notes');
  const verb = notes !== undefined && changes.length === 0 ? 'commented on' : 'updated';
  return {
    topic: issueTopic(issue),
    content: lines(
      md`${actor ?? 'A user'} ${verb} ${issueLink(issue, request, url)}.`,
      details(Object.fromEntries(changes.map((change) => changeDetail(change, issue)))),
      quote(notes),
    ),
  };
};

/** Redmine sends ids for most fields; the current names are in the issue. */
function changeDetail(change: Payload, issue: Payload): [string, Insert] {
  const property = change.optionalText('property');
  const key = change.optionalLabel('prop_key') ?? 'field';
  const field = key.replace(/_id$/, '');
  const label = property === 'cf' ? `Custom field ${key}` : words(field);
  if (field === 'description') return [label, 'changed'];
  if (property === 'attachment') {
    const added = change.optionalLabel('value');
    return ['attachment', added ?? md`removed ${change.optionalLabel('old_value')}`];
  }
  const current = property === 'attr' && key.endsWith('_id') ? nameOf(issue, field) : undefined;
  if (current !== undefined) return [label, current];
  if (key.endsWith('_id')) return [label, change.has('value') ? 'changed' : 'none'];
  const before = change.optionalLabel('old_value');
  const after = change.optionalLabel('value') ?? 'none';
  return [label, before === undefined ? md`${after}` : md`${after} (was ${before})`];
}

const issueDeleted: NotificationBuilder = (payload, request) => {
  const { issue, url } = issueOf(payload);
  return {
    topic: issueTopic(issue),
    content: md`${issueLink(issue, request, url)} was deleted.`,
  };
};

/** A part of a project other than an issue. */
interface Part {
  noun: string;
  /** Of the member of `data`. */
  path: string;
  /** The member that contains the name. */
  name: string;
  author: string;
  facts?: (part: Payload) => Record<string, Insert>;
  text?: string;
}

/** Only the creation has a known author: the payload names no one for other acts. */
function partEvent(
  { noun, path, name, author, facts, text }: Part,
  verb: string,
): NotificationBuilder {
  return (payload) => {
    const data = payload.object(['data', path]);
    const title = data.optionalLabel(name) ?? data.label('id');
    const project = data.optionalText('project.name');
    const actor = verb === 'created' ? data.optionalText(`${author}.name`) : undefined;
    const sentence =
      actor === undefined
        ? md`The ${noun} ${title} was ${verb}.`
        : md`${actor} ${verb} the ${noun} ${title}.`;
    const isDeleted = verb === 'deleted';
    return {
      topic: project === undefined ? `${noun} ${title}` : `${project} / ${noun} ${title}`,
      content: lines(
        sentence,
        !isDeleted && details(facts?.(data) ?? {}),
        !isDeleted && text !== undefined && quote(data.optionalText(text)),
      ),
    };
  };
}

function partEvents(event: string, of: Part): Record<string, NotificationBuilder> {
  return Object.fromEntries(
    ['created', 'updated', 'deleted'].map((verb) => [`${event}.${verb}`, partEvent(of, verb)]),
  );
}

const PLUGIN_EVENTS: Record<string, string> = {
  opened: 'issue.created',
  updated: 'issue.updated',
};

function eventOf(payload: Payload): string {
  if (!payload.has('payload')) return payload.text('type');
  const action = payload.text('payload.action');
  return Object.hasOwn(PLUGIN_EVENTS, action) ? PLUGIN_EVENTS[action]! : action;
}

export const integration: EventIntegration = {
  name: 'redmine',
  displayName: 'Redmine',
  category: 'project-management',
  summary: 'Sends changes of issues, wiki pages, news, versions and time entries.',
  setup: [
    'In Redmine, as an administrator, enable webhooks under **Administration**, **Settings**, **API**, and the permission to use webhooks for a role.',
    'Open **My account**, **Webhooks**, and choose **New webhook**.',
    'Paste the URL, choose the events and the projects, and save.',
    'To have signatures checked, enter a secret, and add it to the URL as webhook_secret.',
    'In versions without webhooks, install the plugin Redmine WebHook, and add the URL in the settings of the project.',
  ],
  signature: hmac({ header: 'X-Redmine-Signature-256', algorithm: 'sha256', prefix: 'sha256=' }),
  event: eventOf,
  events: {
    'issue.created': issueCreated,
    'issue.updated': issueUpdated,
    'issue.deleted': issueDeleted,
    ...partEvents('wiki_page', {
      noun: 'wiki page',
      path: 'wiki_page',
      name: 'title',
      author: 'author',
      facts: (page) => ({ Comment: page.optionalText('comments') }),
    }),
    ...partEvents('time_entry', {
      noun: 'time entry',
      path: 'time_entry',
      name: 'id',
      author: 'user',
      facts: (entry) => ({
        User: entry.optionalText('user.name'),
        Issue: entry.has('issue.id') ? `#${entry.label('issue.id')}` : undefined,
        Hours: entry.optionalLabel('hours'),
        Activity: entry.optionalText('activity.name'),
        Date: entry.optionalText('spent_on'),
        Comment: entry.optionalText('comments'),
      }),
    }),
    ...partEvents('news', {
      noun: 'news',
      path: 'news',
      name: 'title',
      author: 'author',
      text: 'summary',
    }),
    ...partEvents('version', {
      noun: 'version',
      path: 'version',
      name: 'name',
      author: 'author',
      facts: (version) => ({
        Status: version.optionalText('status'),
        Due: version.optionalText('due_date'),
      }),
      text: 'description',
    }),
  },
};
