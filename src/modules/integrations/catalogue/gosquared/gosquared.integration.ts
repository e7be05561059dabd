import {
  counted,
  details,
  type EventIntegration,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  urlPart,
} from '#modules/integrations/toolkit';

const PROFILES = 'https://www.gosquared.com/people/';

const trafficSpike: NotificationBuilder = (payload) => {
  const site = payload.text('siteDetails.domain');
  const isDip = payload.optionalText('triggeredAlert.boundary') === 'lower';
  const account = payload.optionalText('siteDetails.acct');
  const dashboard =
    account === undefined ? undefined : `https://www.gosquared.com/now/${urlPart(account)}`;
  return {
    topic: `GoSquared - ${payload.optionalText('siteDetails.site_name') ?? site}`,
    content: lines(
      md`${link(site, dashboard)} has ${counted(payload.number('concurrents'), 'visitor')} online.`,
      details({
        [isDip ? 'Less than' : 'More than']: payload.optionalLabel('triggeredAlert.value'),
      }),
    ),
  };
};

const chatMessage: NotificationBuilder = (payload) => {
  if (payload.flag('message.private')) return undefined;
  const session = payload.optionalText('message.session.title');
  return {
    topic: `Live chat session - ${nameOf(payload)}`,
    content: lines(
      session === undefined
        ? md`${nameOf(payload)} sent a message.`
        : md`${nameOf(payload)} sent a message on ${link(session, payload.optionalText('message.session.href'))}.`,
      quote(payload.text('message.content')),
    ),
  };
};

const smartGroup: NotificationBuilder = (payload) => {
  const group = payload.text('group.name');
  const entered = payload.text('boundary') === 'enter';
  return {
    topic: group,
    content: entered
      ? md`${person(payload)} entered the smart group ${group}.`
      : md`${person(payload)} left the smart group ${group}.`,
  };
};

function person(payload: Payload): ReturnType<typeof link> {
  const id = payload.optionalText('person.id');
  return link(nameOf(payload), id === undefined ? undefined : `${PROFILES}${urlPart(id)}`);
}

function nameOf(payload: Payload): string {
  return (
    payload.optionalText('person.name') ??
    payload.optionalText(['person', '_anon', 'name']) ??
    payload.optionalText('person.email') ??
    'Visitor'
  );
}

export const integration: EventIntegration = {
  name: 'gosquared',
  displayName: 'GoSquared',
  category: 'marketing',
  summary: 'Sends traffic spikes and dips, chat messages, and changes of smart groups.',
  setup: [
    'In the settings of the project on GoSquared, open **Integrations**, choose **Webhooks**, and **Add New**.',
    'Paste the URL, and choose the triggers.',
  ],
  event: (payload) => {
    if (payload.has('message')) return 'chat_message';
    return payload.has('group') ? 'smart_group' : 'traffic_spike';
  },
  events: { traffic_spike: trafficSpike, chat_message: chatMessage, smart_group: smartGroup },
};
