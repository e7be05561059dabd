// Webhooks of version 2, which contain a list of messages.
import {
  type Notification,
  type Payload,
  quote,
  md,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import {
  type IncidentAct,
  incidentDetails,
  incidentNotification,
  reference,
  references,
} from './incident.js';

export const VERSION_3_NAMES: ReadonlyMap<string, string> = new Map([
  ['incident.trigger', 'incident.triggered'],
  ['incident.acknowledge', 'incident.acknowledged'],
  ['incident.unacknowledge', 'incident.unacknowledged'],
  ['incident.resolve', 'incident.resolved'],
  ['incident.assign', 'incident.reassigned'],
  ['incident.escalate', 'incident.escalated'],
  ['incident.delegate', 'incident.delegated'],
  ['incident.annotate', 'incident.annotated'],
]);

export function incidentsOfMessages(payload: Payload, request: WebhookRequest): Notification[] {
  return payload
    .list('messages')
    .map((message) => actOf(message))
    .filter((act) => act !== undefined)
    .map((act) => incidentNotification(act, request));
}

function actOf(message: Payload): IncidentAct | undefined {
  const incident = message.object('incident');
  const actor = reference(message.optionalList('log_entries')[0]?.optionalObject('agent'));
  const base = {
    incident: {
      title: incident.text('title'),
      number: incident.label('incident_number'),
      url: incident.optionalText('html_url'),
    },
    actor,
  };
  const assignees = references(
    incident
      .optionalList('assignments')
      .map((assignment) => assignment.optionalObject('assignee'))
      .filter((assignee) => assignee !== undefined),
  );
  const to = assignees && md`to ${assignees}`;
  switch (message.text('event')) {
    case 'incident.trigger':
      return { ...base, verb: 'triggered', below: incidentDetails(incident, assignees) };
    case 'incident.acknowledge':
      return { ...base, verb: 'acknowledged' };
    case 'incident.unacknowledge':
      return { ...base, verb: 'unacknowledged' };
    case 'incident.resolve':
      return { ...base, verb: 'resolved' };
    case 'incident.assign':
      return { ...base, verb: 'assigned', rest: to };
    case 'incident.escalate':
      return { ...base, verb: 'escalated', rest: to };
    case 'incident.delegate':
      return { ...base, verb: 'delegated', rest: to };
    case 'incident.annotate':
      return { ...base, verb: 'annotated', below: quote(noteOf(message)) };
    default:
      return undefined;
  }
}

function noteOf(message: Payload): string | undefined {
  const [entry] = message.optionalList('log_entries');
  return entry?.optionalText('channel.summary') ?? entry?.optionalText('note');
}
