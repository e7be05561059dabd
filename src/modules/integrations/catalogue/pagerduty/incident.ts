// Incidents, as far as both versions of webhooks describe them.
import {
  details,
  enumeration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type Payload,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

export interface Incident {
  title: string;
  /** Undefined in events that contain only a reference to the incident. */
  number: string | undefined;
  url: string | undefined;
}

/** The action of an actor on an incident; without an actor, of the service or a rule. */
export interface IncidentAct {
  incident: Incident;
  actor: Insert;
  /** In the past tense. */
  verb: string;
  /** After the incident, such as the user to which it was assigned. */
  rest?: Markdown | undefined;
  below?: Markdown | undefined;
}

export function incidentNotification(act: IncidentAct, request: WebhookRequest): Notification {
  const { incident, actor, verb, rest, below } = act;
  const name = incidentLink(incident, request);
  const sentence =
    actor === undefined ? md`Incident ${name} was ${verb}` : md`${actor} ${verb} incident ${name}`;
  return {
    topic: incidentTopic(incident),
    content: lines(rest ? md`${sentence} ${rest}.` : md`${sentence}.`, below),
  };
}

export function incidentTopic({ title, number }: Incident): string {
  return number === undefined ? `Incident ${title}` : `Incident ${title} (#${number})`;
}

/** Includes the title if the topic or the number does not identify the incident. */
export function incidentLink({ title, number, url }: Incident, request: WebhookRequest): Markdown {
  if (number === undefined) return link(title, url);
  return link(request.hasTopic ? `#${number} ${title}` : `#${number}`, url);
}

export function reference(payload: Payload | undefined): Markdown | undefined {
  const summary = payload?.optionalText('summary');
  return summary === undefined ? undefined : link(summary, payload?.optionalText('html_url'));
}

export function references(payloads: readonly Payload[]): Markdown | undefined {
  const found = payloads.map(reference).filter((item) => item !== undefined);
  return found.length === 0 ? undefined : enumeration(found);
}

/** The details of an incident that was triggered or reopened. */
export function incidentDetails(incident: Payload, assignees: Markdown | undefined): Markdown {
  return details({
    Service: reference(incident.optionalObject('service')),
    Urgency: incident.optionalText('urgency'),
    Priority: incident.optionalText('priority.summary'),
    'Assigned to': assignees,
  });
}
