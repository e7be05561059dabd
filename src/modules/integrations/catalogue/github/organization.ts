// Organizations, their teams and members, and sponsors.
import {
  bold,
  code,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
} from '#modules/integrations/toolkit';
import { actionOf, actorOf } from './payload.js';

function organizationTopic(payload: Payload): string {
  return `${payload.text('organization.login')} organization`;
}

function userLink(payload: Payload, path: string): Markdown {
  return link(payload.text(`${path}.login`), payload.optionalText(`${path}.html_url`));
}

const ORGANIZATION_ACTS: Record<string, (payload: Payload) => Markdown> = {
  member_added: (payload) => md`added ${userLink(payload, 'membership.user')} as a member`,
  member_removed: (payload) => md`removed the member ${userLink(payload, 'membership.user')}`,
  member_invited: (payload) =>
    md`invited ${payload.optionalText('invitation.login') ?? payload.optionalText('invitation.email') ?? 'a member'}`,
  renamed: (payload) =>
    md`renamed the organization from ${code(payload.optionalText('changes.login.from'))}`,
  deleted: () => md`deleted the organization`,
};

export const organization: NotificationBuilder = (payload) => {
  const action = payload.text('action');
  const act = Object.hasOwn(ORGANIZATION_ACTS, action) ? ORGANIZATION_ACTS[action] : undefined;
  return {
    topic: organizationTopic(payload),
    content: md`${actorOf(payload)} ${act?.(payload) ?? actionOf(payload)}.`,
  };
};

export const membership: NotificationBuilder = (payload) => {
  const preposition = payload.text('action') === 'added' ? 'to' : 'from';
  const team = link(payload.text('team.name'), payload.optionalText('team.html_url'));
  return {
    topic: organizationTopic(payload),
    content: md`${actorOf(payload)} ${actionOf(payload)} ${userLink(payload, 'member')} ${preposition} the team ${team}.`,
  };
};

export const orgBlock: NotificationBuilder = (payload) => ({
  topic: organizationTopic(payload),
  content: md`${actorOf(payload)} ${actionOf(payload)} ${userLink(payload, 'blocked_user')}.`,
});

export const team: NotificationBuilder = (payload) => {
  const name = payload.text('team.name');
  return {
    topic: `team ${name}`,
    content: teamContent(payload, link(name, payload.optionalText('team.html_url'))),
  };
};

function teamContent(payload: Payload, reference: Markdown): Markdown {
  const actor = actorOf(payload);
  const before = payload.optionalText('changes.name.from');
  if (before !== undefined) return md`${actor} renamed the team ${bold(before)} to ${reference}.`;
  const repository = bold(payload.optionalText('repository.full_name') ?? 'a repository');
  switch (payload.text('action')) {
    case 'added_to_repository':
      return md`${actor} added the team ${reference} to ${repository}.`;
    case 'removed_from_repository':
      return md`${actor} removed the team ${reference} from ${repository}.`;
    default:
      return md`${actor} ${actionOf(payload)} the team ${reference}.`;
  }
}

export const sponsorship: NotificationBuilder = (payload) => {
  const sponsor = userLink(payload, 'sponsorship.sponsor');
  const tier = bold(payload.text('sponsorship.tier.name'));
  return {
    topic: 'sponsors',
    content: md`Sponsorship by ${sponsor} (${tier}): ${actionOf(payload)}.`,
  };
};
