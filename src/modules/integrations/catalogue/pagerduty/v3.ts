// Webhooks of version 3, which contain one event.
import {
  bullets,
  details,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  text,
  words,
} from '#modules/integrations/toolkit';
import {
  type Incident,
  type IncidentAct,
  incidentDetails,
  incidentLink,
  incidentNotification,
  incidentTopic,
  reference,
  references,
} from './incident.js';

type Act = Pick<IncidentAct, 'verb' | 'rest' | 'below'>;

/** The data of the event are an incident. */
function incident(act: (data: Payload) => Act): NotificationBuilder {
  return (payload, request) => {
    const data = payload.object('event.data');
    const url = data.optionalText('html_url');
    const number = data.label('number');
    const actor = reference(payload.optionalObject('event.agent'));
    const about: Incident = { title: data.text('title'), number, url };
    return incidentNotification({ incident: about, actor, ...act(data) }, request);
  };
}

/** The data of the event belong to an incident, to which they refer. */
function partOfIncident(
  describe: (data: Payload, of: { actor: Markdown; incident: Markdown }) => Markdown,
): NotificationBuilder {
  return (payload, request) => {
    const data = payload.object('event.data');
    const about = referredIncident(data);
    const actor = reference(payload.optionalObject('event.agent')) ?? text('PagerDuty');
    return {
      topic: incidentTopic(about),
      content: describe(data, { actor, incident: incidentLink(about, request) }),
    };
  };
}

function referredIncident(data: Payload): Incident {
  const title = data.optionalText('incident.summary') ?? data.text('incident.id');
  return { title, number: undefined, url: data.optionalText('incident.html_url') };
}

function assignees(data: Payload): Markdown | undefined {
  return references(data.optionalList('assignees'));
}

function assignment(verb: string): NotificationBuilder {
  return incident((data) => {
    const names = assignees(data);
    return { verb, rest: names && md`to ${names}` };
  });
}

const priorityUpdated = incident((data) => ({
  verb: 'changed the priority of',
  rest: md`to ${data.optionalText('priority.summary') ?? 'none'}`,
}));

function changedPart(verb: string, path: string): NotificationBuilder {
  return incident((data) => {
    const value = reference(data.optionalObject(path)) ?? data.optionalText(`${path}.name`);
    return { verb, rest: value === undefined ? undefined : md`to ${value}` };
  });
}

const annotated = partOfIncident((data, of) =>
  lines(md`${of.actor} added a note to incident ${of.incident}.`, quote(data.text('content'))),
);

const statusUpdated = partOfIncident((data, of) =>
  lines(
    md`${of.actor} published a status update of incident ${of.incident}.`,
    quote(data.text('message')),
  ),
);

const responderAdded = partOfIncident((data, of) =>
  lines(
    md`${of.actor} asked ${responder(data)} to respond to incident ${of.incident}.`,
    quote(data.optionalText('message')),
  ),
);

const responderReplied = partOfIncident((data, of) =>
  lines(
    md`${responder(data)} replied to the request to respond to incident ${of.incident}: ${data.text('state')}.`,
    quote(data.optionalText('message')),
  ),
);

function responder(data: Payload): Markdown {
  return (
    reference(data.optionalObject('user')) ??
    reference(data.optionalObject('escalation_policy')) ??
    text('a user')
  );
}

const conferenceBridgeUpdated = partOfIncident((data, of) =>
  lines(
    md`${of.actor} changed the conference bridge of incident ${of.incident}.`,
    bullets([
      link('Join the conference', data.optionalText('conference_url')),
      ...data
        .optionalList('conference_numbers')
        .map((item) => md`${item.optionalText('label')} ${item.optionalLabel('number')}`),
    ]),
  ),
);

const fieldsUpdated = partOfIncident((data, of) =>
  lines(
    md`${of.actor} changed fields of incident ${of.incident}.`,
    bullets(data.optionalList('custom_fields').map(fieldOf)),
  ),
);

function fieldOf(field: Payload): Markdown {
  const name = field.optionalText('display_name') ?? field.text('name');
  const value = field.value('value');
  const values = Array.isArray(value) ? field.texts('value').join(', ') : undefined;
  return md`${name}: ${values ?? field.optionalLabel('value') ?? 'none'}`;
}

function workflow(verb: string): NotificationBuilder {
  return partOfIncident(
    (data, of) =>
      md`The workflow ${data.optionalText('summary') ?? data.optionalText('incident_workflow.name')} ${verb} for incident ${of.incident}.`,
  );
}

function actionInvocation(): NotificationBuilder {
  return partOfIncident(
    (data, of) =>
      md`The action ${data.optionalText('action_name') ?? data.optionalText('summary')} for incident ${of.incident} is ${words(data.optionalText('state') ?? 'unknown')}.`,
  );
}

function service(verb: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('event.data');
    const name = data.optionalText('name') ?? data.text('summary');
    const actor = reference(payload.optionalObject('event.agent')) ?? 'PagerDuty';
    return {
      topic: name,
      content: lines(
        md`${actor} ${verb} the service ${link(name, data.optionalText('html_url'))}.`,
        details({ Status: verb === 'deleted' ? undefined : data.optionalText('status') }),
      ),
    };
  };
}

export const EVENTS: Readonly<Record<string, NotificationBuilder>> = {
  'incident.triggered': incident((data) => ({
    verb: 'triggered',
    below: incidentDetails(data, assignees(data)),
  })),
  'incident.acknowledged': incident(() => ({ verb: 'acknowledged' })),
  'incident.unacknowledged': incident(() => ({ verb: 'unacknowledged' })),
  'incident.resolved': incident(() => ({ verb: 'resolved' })),
  'incident.reopened': incident((data) => ({
    verb: 'reopened',
    below: incidentDetails(data, assignees(data)),
  })),
  'incident.reassigned': assignment('assigned'),
  'incident.delegated': assignment('delegated'),
  'incident.escalated': assignment('escalated'),
  'incident.priority_updated': priorityUpdated,
  'incident.service_updated': changedPart('moved', 'service'),
  'incident.incident_type.changed': changedPart('changed the type of', 'incident_type'),
  'incident.annotated': annotated,
  'incident.status_update_published': statusUpdated,
  'incident.responder.added': responderAdded,
  'incident.responder.replied': responderReplied,
  'incident.conference_bridge.updated': conferenceBridgeUpdated,
  'incident.custom_field_values.updated': fieldsUpdated,
  'incident.workflow.started': workflow('started'),
  'incident.workflow.completed': workflow('was completed'),
  'incident.action_invocation.created': actionInvocation(),
  'incident.action_invocation.updated': actionInvocation(),
  'incident.action_invocation.terminated': actionInvocation(),
  'service.created': service('created'),
  'service.updated': service('changed'),
  'service.deleted': service('deleted'),
  'pagey.ping': (payload) => ({
    topic: 'PagerDuty',
    content: lines(
      'PagerDuty tested the webhook.',
      quote(payload.optionalText('event.data.message')),
    ),
  }),
};
