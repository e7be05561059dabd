import {
  details,
  type EventIntegration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  time,
  urlPart,
} from '#modules/integrations/toolkit';

const ALERT_PAGE = 'https://app.opsgenie.com/alert/detail/';
const NANOSECONDS = 1e9;
const MILLISECONDS = 1000;

type Describe = (alert: Payload, of: { actor: Insert; alert: Markdown }) => Markdown;

/** The message about the alert: the sentence from `describe`, and details. */
function about(describe: Describe): NotificationBuilder {
  return (payload) => {
    const alert = payload.object('alert');
    const id = alert.text('alertId');
    const actor =
      alert.optionalText('username') ?? payload.optionalText('source.name') ?? 'Opsgenie';
    const title = link(alert.text('message'), `${ALERT_PAGE}${urlPart(id)}/details`);
    return {
      topic: payload.optionalText('integrationName') ?? 'Opsgenie',
      content: describe(alert, { actor, alert: title }),
    };
  };
}

/** A list of texts, or a text with commas. */
function labels(alert: Payload, path: string): string | undefined {
  const items = Array.isArray(alert.value(path))
    ? alert.texts(path)
    : alert.optionalText(path)?.split(',');
  return items?.map((item) => item.trim()).join(', ');
}

const created = about((alert, of) =>
  lines(
    md`${of.actor} created the alert ${of.alert}.`,
    details({
      Priority: alert.optionalText('priority'),
      Entity: alert.optionalText('entity'),
      Source: alert.optionalText('source'),
      Tags: labels(alert, 'tags'),
    }),
    quote(alert.optionalText('description')),
  ),
);

/** An action of the actor on the alert, followed by its note. */
function did(verb: string): NotificationBuilder {
  return about((alert, of) =>
    lines(md`${of.actor} ${verb} the alert ${of.alert}.`, quote(alert.optionalText('note'))),
  );
}

/** The actor added something to the alert, or removed something from it. */
function listed(verb: string, preposition: string, path: string): NotificationBuilder {
  return about((alert, of) => {
    const items = labels(alert, path);
    return md`${of.actor} ${verb} ${items ?? 'a value'} ${preposition} the alert ${of.alert}.`;
  });
}

const addedNote = about((alert, of) =>
  lines(md`${of.actor} added a note to the alert ${of.alert}.`, quote(alert.optionalText('note'))),
);

const assigned = about(
  (alert, of) =>
    md`${of.actor} assigned the alert ${of.alert} to ${alert.optionalText('owner') ?? 'a user'}.`,
);

const snoozed = about((alert, of) => {
  const end = alert.optionalLabel('snoozedUntil') ?? alert.optionalLabel('snoozeEndDate');
  return end === undefined
    ? md`${of.actor} snoozed the alert ${of.alert}.`
    : md`${of.actor} snoozed the alert ${of.alert} until ${timeOf(end)}.`;
});

/** Times are in milliseconds or nanoseconds. */
function timeOf(value: string): Markdown {
  const number = Number(value);
  if (!(number > 0)) return time(value);
  return time(number / (number > NANOSECONDS * NANOSECONDS ? NANOSECONDS : MILLISECONDS));
}

const changedPriority = about((alert, of) =>
  lines(
    md`${of.actor} changed the priority of the alert ${of.alert}.`,
    details({
      Before: alert.optionalText('oldPriority'),
      Now: alert.optionalText('priority'),
    }),
  ),
);

const changedMessage = about((alert, of) =>
  lines(
    md`${of.actor} changed the message of an alert to ${of.alert}.`,
    details({ Before: alert.optionalText('oldMessage') }),
  ),
);

const changedDescription = about((alert, of) =>
  lines(
    md`${of.actor} changed the description of the alert ${of.alert}.`,
    quote(alert.optionalText('description')),
  ),
);

const changedDetails = about((alert, of) =>
  lines(
    md`${of.actor} changed the details of the alert ${of.alert}.`,
    details(
      Object.fromEntries(
        alert.members('details').map(([name, value]) => [name, value.optionalLabel([])]),
      ),
    ),
  ),
);

export const integration: EventIntegration = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  category: 'monitoring',
  summary: 'Sends alerts and the actions on them.',
  setup: [
    'In Opsgenie, open **Settings**, **Integrations**, **Add integration**, and choose **Webhook**.',
    'Paste the URL as **Webhook URL**.',
    'Choose the actions. To include descriptions and details of alerts, enable them in **Payload settings**.',
    'Enable the integration.',
  ],
  event: (payload) => payload.text('action'),
  events: {
    Create: created,
    Acknowledge: did('acknowledged'),
    UnAcknowledge: did('unacknowledged'),
    Close: did('closed'),
    Delete: did('deleted'),
    Escalate: did('escalated'),
    EscalateNext: about(
      (_alert, of) => md`${of.actor} escalated the alert ${of.alert} to the next rule.`,
    ),
    TakeOwnership: did('took the ownership of'),
    AssignOwnership: assigned,
    AddNote: addedNote,
    AddRecipient: listed('added', 'to', 'recipient'),
    AddResponder: listed('added', 'to', 'responder'),
    AddTeam: listed('added', 'to', 'team'),
    AddTags: listed('added', 'to', 'addedTags'),
    RemoveTags: listed('removed', 'from', 'removedTags'),
    AddDetails: changedDetails,
    RemoveDetails: changedDetails,
    Snooze: snoozed,
    SnoozeEnded: about((_alert, of) => md`The alert ${of.alert} is no longer snoozed.`),
    UpdatePriority: changedPriority,
    UpdateMessage: changedMessage,
    UpdateDescription: changedDescription,
    CustomAction: did('executed an action on'),
  },
};
