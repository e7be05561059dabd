// Events of errors and messages: as a resource, as the cause of an alert, and from the legacy plugin.
import {
  code,
  codeBlock,
  details,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  time,
} from '#modules/integrations/toolkit';

interface Introduction {
  event: Payload;
  title: string;
  sentence: Markdown;
}

export const errorCreated: NotificationBuilder = (payload) => {
  const event = payload.object('data.error');
  const title = titleOf(event);
  return notificationOf({
    event,
    title,
    sentence: md`${link(title, event.optionalText('web_url'))} occurred.`,
  });
};

export const eventAlert: NotificationBuilder = (payload) => {
  const event = payload.object('data.event');
  const title = titleOf(event);
  const rule = payload.optionalText('data.triggered_rule');
  const page = link(title, event.optionalText('web_url'));
  return notificationOf({
    event,
    title,
    sentence:
      rule === undefined
        ? md`${page} triggered an alert.`
        : md`${page} triggered the alert rule ${rule}.`,
  });
};

export const pluginEvent: NotificationBuilder = (payload) => {
  const event = payload.object('event');
  const title = event.optionalText('title') ?? payload.text('message');
  const page = link(title, payload.optionalText('url'));
  return notificationOf({
    event,
    title,
    sentence: md`${page} occurred in ${payload.optionalText('project_name') ?? payload.text('project')}.`,
  });
};

function titleOf(event: Payload): string {
  return event.optionalText('title') ?? event.text('message');
}

function notificationOf({ event, title, sentence }: Introduction): Notification {
  const culprit = event.optionalText('culprit');
  return {
    topic: title,
    content: lines(
      sentence,
      details({
        Level: event.optionalText('level'),
        Environment: event.optionalText('environment'),
        Release: event.optionalText('release'),
        Location: culprit === undefined ? undefined : code(culprit),
        Time: timeOf(event),
      }),
      traceback(event),
    ),
  };
}

function timeOf(event: Payload): Markdown {
  const seconds = event.value('timestamp');
  return time(
    event.optionalText('datetime') ?? (typeof seconds === 'number' ? seconds : undefined),
  );
}

/** The line of code in which the exception was raised, with the lines around it. */
function traceback(event: Payload): Markdown | undefined {
  const exception = event.optionalList('exception.values').at(-1);
  const frame = exception?.optionalList('stacktrace.frames').at(-1);
  const context = frame?.optionalText('context_line');
  if (!frame || context === undefined) return undefined;
  const source = [...frame.texts('pre_context'), context, ...frame.texts('post_context')];
  const place = frame.optionalText('filename') ?? frame.optionalText('abs_path');
  const line = frame.optionalLabel('lineno');
  return lines(
    place !== undefined && md`In ${code(line === undefined ? place : `${place}:${line}`)}:`,
    codeBlock(source.join('\n')),
  );
}
