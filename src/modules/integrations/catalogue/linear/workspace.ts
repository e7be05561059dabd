// Projects, cycles, initiatives, and what else belongs to a workspace.
import type { Insert, NotificationBuilder, Payload } from '#modules/integrations/toolkit';
import { capitalized, md, words } from '#modules/integrations/toolkit';
import { actorOf, changes, thingNotification, verbOf } from './payload.js';

const PROJECT_FIELDS: Record<string, [label: string, value: (data: Payload) => Insert]> = {
  name: ['Name', (data) => data.optionalText('name')],
  statusId: ['Status', (data) => data.optionalText('status.name')],
  state: ['Status', stateOf],
  leadId: ['Lead', (data) => data.optionalText('lead.name')],
  ownerId: ['Owner', (data) => data.optionalText('owner.name')],
  health: ['Health', healthOf],
  priority: ['Priority', (data) => data.optionalText('priorityLabel')],
  startDate: ['Start', (data) => data.optionalText('startDate')],
  targetDate: ['Target', (data) => data.optionalText('targetDate')],
  startsAt: ['Start', (data) => data.optionalText('startsAt')],
  endsAt: ['End', (data) => data.optionalText('endsAt')],
  status: [
    'Status',
    (data) => (typeof data.value('status') === 'string' ? data.text('status') : undefined),
  ],
  description: ['Description', () => 'changed'],
  content: ['Content', () => 'changed'],
};

function stateOf(data: Payload): string | undefined {
  const state = data.optionalText('state');
  return state === undefined ? undefined : words(state);
}

function healthOf(data: Payload): string | undefined {
  const health = data.optionalText('health');
  return health === undefined ? undefined : words(health);
}

/** A project or an initiative. Changes that are not described, such as of the position, are not reported. */
export function plan(noun: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('data');
    const name = data.text('name');
    const changed = changes(payload, PROJECT_FIELDS);
    if (payload.text('action') === 'update' && Object.keys(changed).length === 0) return undefined;
    const isNew = payload.text('action') === 'create';
    return thingNotification(payload, {
      noun: `the ${noun}`,
      name,
      topic: `${noun} ${name}`,
      facts: isNew
        ? {
            Status: data.optionalText('status.name') ?? stateOf(data),
            Lead: data.optionalText('lead.name') ?? data.optionalText('owner.name'),
            Start: data.optionalText('startDate'),
            Target: data.optionalText('targetDate'),
          }
        : changed,
      text: isNew ? data.optionalText('description') : undefined,
    });
  };
}

/** An update of a project or an initiative, which its members write. */
export function planUpdate(noun: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('data');
    const name =
      data.optionalText(`${noun}.name`) ?? data.optionalText('infoSnapshot.name') ?? 'Linear';
    return thingNotification(payload, {
      noun: `an update of the ${noun}`,
      name,
      topic: `${noun} ${name}`,
      facts: { Health: healthOf(data) },
      text: data.optionalText('body'),
    });
  };
}

/** Cycles without a name have a number. */
export const cycle: NotificationBuilder = (payload) => {
  const data = payload.object('data');
  const name = data.optionalText('name') ?? data.label('number');
  const changed = changes(payload, PROJECT_FIELDS);
  const isNew = payload.text('action') === 'create';
  if (payload.text('action') === 'update' && Object.keys(changed).length === 0) return undefined;
  return thingNotification(payload, {
    noun: 'the cycle',
    name,
    topic: `cycle ${name}`,
    facts: isNew
      ? { Start: data.optionalText('startsAt'), End: data.optionalText('endsAt') }
      : changed,
  });
};

/** Something whose changes are not described one by one. */
export function thing(noun: string, topic: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('data');
    return thingNotification(payload, {
      noun: `the ${noun}`,
      name: data.optionalText('name') ?? data.text('title'),
      topic,
      facts: {},
    });
  };
}

export const customerRequest: NotificationBuilder = (payload) => {
  const data = payload.object('data');
  const customer = data.optionalText('customer.name') ?? 'a customer';
  return thingNotification(payload, {
    noun: 'a request of',
    name: customer,
    topic: 'customers',
    facts: { Issue: data.optionalText('issue.title'), Project: data.optionalText('project.name') },
    text: data.optionalText('body'),
  });
};

export const user: NotificationBuilder = (payload) => {
  const name = payload.text('data.name');
  return {
    topic: 'users',
    content: md`${capitalized(actorOf(payload))} ${verbOf(payload)} the user ${name}.`,
  };
};

export const appRevoked: NotificationBuilder = () => ({
  topic: 'Linear',
  content: md`The application that sends these webhooks is no longer authorized.`,
});
