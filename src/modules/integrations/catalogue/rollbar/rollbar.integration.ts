import {
  code,
  codeBlock,
  details,
  type EventIntegration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  time,
  urlPart,
} from '#modules/integrations/toolkit';

const ITEM_PAGE = 'https://rollbar.com/item/';

type Describe = (item: Markdown, data: Payload) => Markdown;

function item(describe: Describe): NotificationBuilder {
  return (payload) => {
    const data = payload.object('data');
    const about = data.object('item');
    const number = about.label('counter');
    const title = about.text('title');
    const occurrence = data.optionalObject('occurrence') ?? about.optionalObject('last_occurrence');
    return {
      topic: `#${number} ${title}`,
      content: lines(
        describe(link(`#${number} ${title}`, pageOf(data, about)), data),
        details({
          Level: levelOf(occurrence) ?? levelOf(about),
          Environment: about.optionalText('environment'),
          Framework: occurrence?.optionalText('framework'),
          Occurrences: about.optionalLabel('total_occurrences'),
          Request: requestOf(occurrence),
        }),
        exceptionOf(occurrence),
      ),
    };
  };
}

function pageOf(data: Payload, about: Payload): string | undefined {
  const url = data.optionalText('url') ?? about.optionalText('url');
  if (url !== undefined) return url;
  const id = about.optionalLabel('id');
  return id === undefined ? undefined : `${ITEM_PAGE}${urlPart(id)}/`;
}

/** A name such as "error"; items also have levels as numbers. */
function levelOf(payload: Payload | undefined): string | undefined {
  const level = payload?.value('level');
  return typeof level === 'string' ? level : undefined;
}

function requestOf(occurrence: Payload | undefined): Insert {
  const url = occurrence?.optionalText('request.url');
  if (url === undefined) return undefined;
  return md`${occurrence?.optionalText('request.method')} ${code(url)}`;
}

function exceptionOf(occurrence: Payload | undefined): Markdown | undefined {
  const trace = occurrence?.optionalObject('body.trace') ?? chainOf(occurrence);
  const message = occurrence?.optionalText('body.message.body');
  if (!trace) return message === undefined ? undefined : codeBlock(message);
  const name = trace.optionalText('exception.class') ?? 'Exception';
  const text = trace.optionalText('exception.message');
  return codeBlock(text === undefined ? name : `${name}: ${text}`);
}

function chainOf(occurrence: Payload | undefined): Payload | undefined {
  return occurrence?.optionalList('body.trace_chain')[0];
}

const velocity: Describe = (about, data) => {
  const number = data.optionalNumber('trigger.threshold');
  const window = data.optionalText('trigger.window_size_description');
  return number === undefined || window === undefined
    ? md`The item ${about} occurs at a high rate.`
    : md`The item ${about} occurred more than ${number} times in ${window}.`;
};

const repeated: Describe = (about, data) => {
  const number = data.optionalLabel('occurrences');
  return number === undefined
    ? md`The item ${about} occurred repeatedly.`
    : md`The item ${about} occurred for the ${number}th time.`;
};

function deploy(payload: Payload): Notification {
  const data = payload.object('data.deploy');
  const environment = data.text('environment');
  const actor = data.optionalText('local_username') ?? data.optionalText('rollbar_username');
  return {
    topic: 'deploys',
    content: lines(
      actor === undefined
        ? md`${code(data.label('revision'))} was deployed to ${environment}.`
        : md`${actor} deployed ${code(data.label('revision'))} to ${environment}.`,
      details({
        Comment: data.optionalText('comment'),
        Status: data.optionalText('status'),
        Finished: time(data.optionalNumber('finish_time')),
      }),
    ),
  };
}

export const integration: EventIntegration = {
  name: 'rollbar',
  displayName: 'Rollbar',
  category: 'monitoring',
  summary: 'Sends new, repeated, reopened and resolved items, and deploys.',
  setup: [
    'In the settings of the project on Rollbar, open **Notifications**, and choose **Webhook**.',
    'Paste the URL, choose **Enable webhook integration**, and add rules for the events.',
  ],
  event: (payload) => payload.text('event_name'),
  events: {
    new_item: item((about) => md`The item ${about} occurred for the first time.`),
    occurrence: item((about) => md`The item ${about} occurred.`),
    exp_repeat_item: item(repeated),
    item_velocity: item(velocity),
    reactivated_item: item((about) => md`The item ${about} occurred again after it was resolved.`),
    reopened_item: item((about) => md`The item ${about} was reopened.`),
    resolved_item: item((about) => md`The item ${about} was resolved.`),
    deploy,
    test: (payload) => ({
      topic: 'Rollbar',
      content: lines(
        'Rollbar tested the webhook.',
        details({ Message: payload.optionalText('data.message') }),
      ),
    }),
  },
};
