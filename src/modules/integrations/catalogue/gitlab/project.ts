// Wiki pages, releases, members and other parts of projects and groups.
import {
  bold,
  code,
  details,
  type Insert,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
} from '#modules/integrations/toolkit';
import { actorOf, repositoryOf } from './payload.js';

const PAST: Record<string, string> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  close: 'closed',
  reopen: 'reopened',
  award: 'added',
  revoke: 'removed',
};

function past(action: string): string {
  return Object.hasOwn(PAST, action) ? PAST[action]! : action;
}

export const wikiPage: NotificationBuilder = (payload) => {
  const page = payload.object('object_attributes');
  const message = page.optionalText('message');
  return {
    topic: `${repositoryOf(payload)} / wiki pages`,
    content: lines(
      md`${actorOf(payload)} ${past(page.text('action'))} the wiki page ${link(
        page.text('title'),
        page.optionalText('url'),
      )}.`,
      message !== undefined && md`${message}`,
    ),
  };
};

export const release: NotificationBuilder = (payload) => {
  const tag = payload.text('tag');
  const name = payload.optionalText('name') ?? tag;
  const action = payload.text('action');
  return {
    topic: `${repositoryOf(payload)} / ${tag}${name === tag ? '' : ` ${name}`}`,
    content: lines(
      md`The release ${link(name, payload.optionalText('url'))} has been ${past(action)}.`,
      action === 'create' && quoteMarkdown(payload.optionalText('description')),
    ),
  };
};

export const featureFlag: NotificationBuilder = (payload) => {
  const flag = payload.object('object_attributes');
  return {
    topic: `${repositoryOf(payload)} / feature flags`,
    content: md`${actorOf(payload)} switched the feature flag ${code(flag.text('name'))} ${bold(
      flag.flag('active') ? 'on' : 'off',
    )}.`,
  };
};

export const emoji: NotificationBuilder = (payload) => {
  const award = payload.object('object_attributes');
  const target = award.optionalText('awarded_on_url');
  const kind = award.optionalText('awardable_type') ?? 'item';
  const verb = past(payload.optionalText('event_type') ?? award.optionalText('action') ?? 'award');
  return {
    topic: repositoryOf(payload),
    content: md`${actorOf(payload)} ${verb} the reaction ${code(award.text('name'))} on ${link(
      kind,
      target,
    )}.`,
  };
};

export const milestone: NotificationBuilder = (payload) => {
  const item = payload.object('object_attributes');
  const title = item.text('title');
  return {
    topic: `${repositoryOf(payload)} / milestone ${title}`,
    content: lines(
      md`The milestone ${link(title, item.optionalText('url'))} has been ${past(payload.text('action'))}.`,
      details({ 'Due date': item.optionalText('due_date') }),
    ),
  };
};

export const vulnerability: NotificationBuilder = (payload) => {
  const item = payload.object('object_attributes');
  return {
    topic: [payload.optionalText('project.name'), 'vulnerabilities'].filter(Boolean).join(' / '),
    content: lines(
      md`Vulnerability ${link(item.text('title'), item.optionalText('url'))}: ${bold(item.text('state'))}.`,
      details({ Severity: item.optionalText('severity') }),
    ),
  };
};

/** Events of groups name what happened in `event_name`, such as `user_add_to_group`. */
function groupEvent(content: (payload: Payload, event: string) => Insert): NotificationBuilder {
  return (payload) => ({
    topic:
      payload.optionalText('group_name') ??
      payload.optionalText('parent_name') ??
      payload.optionalText('full_path') ??
      payload.optionalText('group.group_name') ??
      payload.optionalText('project.name') ??
      'GitLab',
    content: md`${content(payload, payload.text('event_name'))}`,
  });
}

export const member = groupEvent((payload, event) => {
  const user = bold(payload.text('user_name'));
  const access = payload.optionalText('group_access');
  const group = bold(payload.text('group_name'));
  const verb = event.startsWith('user_add')
    ? 'has been added to'
    : event.startsWith('user_remove')
      ? 'has been removed from'
      : 'has new access to';
  return md`${user} ${verb} the group ${group}${access === undefined ? '' : ` (${access})`}.`;
});

export const subgroup = groupEvent(
  (payload, event) =>
    md`The subgroup ${bold(payload.text('full_path'))} has been ${
      event === 'subgroup_destroy' ? 'deleted' : 'created'
    }.`,
);

export const groupProject = groupEvent(
  (payload, event) =>
    md`The project ${bold(payload.text('path_with_namespace'))} has been ${
      event === 'project_destroy' ? 'deleted' : 'created'
    }.`,
);

export const accessToken = groupEvent((payload) =>
  lines(
    md`The access token ${bold(payload.text('object_attributes.name'))} expires soon.`,
    details({ Expires: payload.optionalText('object_attributes.expires_at') }),
  ),
);

export const test: NotificationBuilder = (payload) => ({
  topic: payload.optionalText('project.name') ?? 'GitLab',
  content: md`GitLab webhook has been tested.`,
});
