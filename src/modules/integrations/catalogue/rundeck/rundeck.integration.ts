import {
  details,
  type EventIntegration,
  lines,
  link,
  md,
  type NotificationBuilder,
  time,
} from '#modules/integrations/toolkit';

function execution(verb: string): NotificationBuilder {
  return (payload) => {
    const job = payload.text('execution.job.name');
    const group = payload.optionalText('execution.job.group');
    const id = payload.optionalLabel('executionId') ?? payload.label('execution.id');
    const page =
      payload.optionalText('execution.permalink') ?? payload.optionalText('execution.href');
    return {
      topic: job,
      content: lines(
        md`Execution ${link(`#${id}`, page)} of ${link(job, payload.optionalText('execution.job.permalink'))} ${verb}.`,
        details({
          Project: payload.optionalText('execution.project'),
          Group: group,
          Status:
            payload.optionalText('execution.customStatus') ??
            payload.optionalText('execution.status') ??
            payload.optionalText('status'),
          User: payload.optionalText('execution.user'),
          Started: time(payload.optionalText('execution.date-started.date')),
          Ended: time(payload.optionalText('execution.date-ended.date')),
          'Failed nodes': payload.texts('execution.failedNodes').join(', '),
          Arguments: payload.optionalText('execution.argstring'),
        }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'rundeck',
  displayName: 'Rundeck',
  category: 'continuous-integration',
  summary: 'Sends executions of jobs that started, succeeded or failed.',
  setup: [
    'In Rundeck, edit the job, and open **Notifications**.',
    'For each event, choose **Add Notification**, **Send Webhook**, paste the URL, and choose **JSON** as the format.',
    'Save the job.',
  ],
  event: (payload, request) =>
    payload.optionalText('trigger') ?? request.requireHeader('X-RunDeck-Notification-Trigger'),
  events: {
    start: execution('started'),
    success: execution('succeeded'),
    failure: execution('failed'),
    retryablefailure: execution('failed and will be repeated'),
    avgduration: execution('takes longer than on average'),
  },
};
