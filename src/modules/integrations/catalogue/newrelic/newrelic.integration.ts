// Issues of the default template of workflows, and incidents of the earlier alert channels, which have
// members of other names.
import {
  details,
  type EventIntegration,
  joined,
  lines,
  link,
  md,
  type Notification,
  type NotificationBuilder,
  optionalLink,
  type Payload,
  quote,
  time,
} from '#modules/integrations/toolkit';

const MILLISECONDS = 1000;

/** The issue or incident in both formats. */
interface Issue {
  id: string;
  title: string;
  url: string | undefined;
  policy: string | undefined;
  conditions: string | undefined;
  priority: string | undefined;
  entities: string | undefined;
  owner: string | undefined;
  description: string | undefined;
  acknowledgeUrl: string | undefined;
  /** In milliseconds. */
  startedAt: number | undefined;
}

function issueOf(payload: Payload): Issue {
  if (!payload.has('current_state')) {
    return {
      id: payload.label('id'),
      title: payload.text('title'),
      url: payload.optionalText('issueUrl'),
      policy: payload.texts('alertPolicyNames')[0],
      conditions: textList(payload.texts('alertConditionNames')),
      priority: payload.optionalText('priority'),
      entities: textList(payload.texts('impactedEntities')),
      owner: undefined,
      description: undefined,
      acknowledgeUrl: undefined,
      startedAt: payload.optionalNumber('createdAt'),
    };
  }
  return {
    id: payload.label('incident_id'),
    title: payload.optionalText('condition_name') ?? 'Incident',
    url: payload.optionalText('incident_url'),
    policy: payload.optionalText('policy_name'),
    conditions: undefined,
    priority: payload.optionalText('severity'),
    entities: undefined,
    owner: payload.optionalText('owner'),
    description: payload.optionalText('details'),
    acknowledgeUrl: payload.optionalText('incident_acknowledge_url'),
    startedAt: payload.optionalNumber('timestamp'),
  };
}

function textList(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join(', ');
}

function notificationOf(issue: Issue, verb: string): Notification {
  const isOpen = verb === 'opened' || verb === 'activated';
  return {
    topic: `${issue.policy ?? issue.title} (${issue.id})`,
    content: lines(
      joined(
        [
          issue.owner === undefined
            ? md`${link(issue.title, issue.url)} was ${verb}.`
            : md`${issue.owner} ${verb} ${link(issue.title, issue.url)}.`,
          isOpen && optionalLink('Acknowledge', issue.acknowledgeUrl),
        ],
        ' ',
      ),
      details({
        Priority: issue.priority?.toLowerCase(),
        Conditions: issue.conditions,
        Entities: issue.entities,
        Started: isOpen && issue.startedAt ? time(issue.startedAt / MILLISECONDS) : undefined,
      }),
      quote(issue.description),
    ),
  };
}

function became(verb: string): NotificationBuilder {
  return (payload) => notificationOf(issueOf(payload), verb);
}

export const integration: EventIntegration = {
  name: 'newrelic',
  displayName: 'New Relic',
  category: 'monitoring',
  summary: 'Sends issues that are opened, acknowledged and closed.',
  setup: [
    'In New Relic, open **Alerts**, **Destinations**, choose **Webhook**, and paste the URL as **Endpoint URL**.',
    'In **Alerts**, **Workflows**, add a workflow that notifies through this destination.',
    'Do not change the default template of the payload.',
  ],
  event: (payload) =>
    (payload.optionalText('current_state') ?? payload.text('state')).toLowerCase(),
  events: {
    created: became('created'),
    activated: became('activated'),
    open: became('opened'),
    acknowledged: became('acknowledged'),
    closed: became('closed'),
  },
  ignored: ['deactivated', 'test'],
};
