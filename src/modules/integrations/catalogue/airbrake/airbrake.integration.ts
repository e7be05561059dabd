import {
  code,
  codeBlock,
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'airbrake',
  displayName: 'Airbrake',
  category: 'monitoring',
  summary: 'Sends errors of applications.',
  setup: [
    'In the project on Airbrake, open **Settings**, **Integrations**, and choose **Webhooks**.',
    'Paste the URL, and choose **Save**.',
  ],
  notification: (payload) => {
    const error = payload.object('error');
    const page =
      payload.optionalText('airbrake_error_url') ?? error.optionalText('airbrake_error_url');
    const name = error.text('error_class');
    const message = error.optionalText('error_message');
    const file = error.optionalText('file');
    const line = error.optionalLabel('line_number');
    const url = error.optionalText('last_notice.request_url');
    return {
      topic: error.text('project.name'),
      content: lines(
        md`${link(name, page)} occurred in ${error.text('project.name')}.`,
        message !== undefined && codeBlock(message),
        details({
          Environment: error.optionalText('environment'),
          Location:
            file === undefined ? undefined : code(line === undefined ? file : `${file}:${line}`),
          Request:
            url === undefined
              ? undefined
              : md`${error.optionalText('last_notice.request_method')} ${code(url)}`,
          Occurrences: error.optionalLabel('times_occurred'),
          First: time(error.optionalText('first_occurred_at')),
          Last: time(error.optionalText('last_occurred_at')),
        }),
      ),
    };
  },
};
