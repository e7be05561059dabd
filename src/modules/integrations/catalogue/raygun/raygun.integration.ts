import {
  counted,
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type Payload,
  quote,
  time,
  words,
} from '#modules/integrations/toolkit';

type Describe = (error: Markdown, payload: Payload) => Markdown;

/** By the type of the event. Other types of notifications are reports some time after an error. */
const NOTIFICATIONS: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ['NewErrorOccurred', (error) => md`${error} occurred for the first time.`],
  ['ErrorReoccurred', (error) => md`${error} occurred again.`],
  ['OneMinuteFollowUp', followUp('1 minute')],
  ['FiveMinuteFollowUp', followUp('5 minutes')],
  ['TenMinuteFollowUp', followUp('10 minutes')],
  ['ThirtyMinuteFollowUp', followUp('30 minutes')],
  ['HourlyFollowUp', followUp('an hour')],
]);

function followUp(period: string): Describe {
  return (error) => md`${error} still occurs after ${period}.`;
}

const ACTIVITIES: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  [
    'StatusChanged',
    (error, payload) =>
      md`${actorOf(payload)} changed the status of ${error} to ${words(payload.text('error.status'))}.`,
  ],
  [
    'AssignedToUser',
    (error, payload) => {
      const assignee =
        payload.optionalText('error.assignedTo') ?? payload.optionalText('error.user');
      return md`${error} was assigned to ${assignee ?? 'a user'}.`;
    },
  ],
  [
    'CommentAdded',
    (error, payload) =>
      lines(
        md`${actorOf(payload)} commented on ${error}.`,
        quote(payload.optionalText('error.comment')),
      ),
  ],
]);

function actorOf(payload: Payload): string {
  return payload.optionalText('error.user') ?? 'A user';
}

function errorNotification(payload: Payload): Notification {
  const type = payload.text('eventType');
  const describe = NOTIFICATIONS.get(type);
  const error = errorOf(payload);
  const users = payload.optionalNumber('error.usersAffected');
  const occurrences = payload.optionalNumber('error.totalOccurrences');
  return {
    topic: topicOf(payload),
    content: lines(
      describe?.(error, payload) ?? md`${error} occurred (${words(type)}).`,
      details({
        Affected: users === undefined ? undefined : counted(users, 'user'),
        Occurrences: occurrences,
        First: time(payload.optionalText('error.firstOccurredOn')),
        Last: time(payload.optionalText('error.lastOccurredOn')),
        User: payload.optionalLabel('error.instance.affectedUser.UserId'),
        Tags: payload.texts('error.instance.tags').join(', '),
      }),
    ),
  };
}

function errorActivity(payload: Payload): Notification {
  const type = payload.text('eventType');
  const error = errorOf(payload);
  return {
    topic: topicOf(payload),
    content:
      ACTIVITIES.get(type)?.(error, payload) ?? md`The error ${error} changed (${words(type)}).`,
  };
}

function errorOf(payload: Payload): Markdown {
  return link(payload.text('error.message'), payload.optionalText('error.url'));
}

function topicOf(payload: Payload): string {
  return payload.text('application.name');
}

export const integration: EventIntegration = {
  name: 'raygun',
  displayName: 'Raygun',
  category: 'monitoring',
  summary: 'Sends errors of applications and the actions on them.',
  setup: [
    'In Raygun, open the integrations of the application, choose **Webhook**, and **Set up**.',
    'Paste the URL, and choose **Save**.',
  ],
  event: (payload) => payload.text('event'),
  events: { error_notification: errorNotification, error_activity: errorActivity },
};
