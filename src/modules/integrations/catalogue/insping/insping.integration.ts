import {
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  time,
  words,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'insping',
  displayName: 'Insping',
  category: 'monitoring',
  summary: 'Sends changes of the state of websites.',
  setup: [
    'In Insping, open **Settings**, **Webhooks**, and choose **Add webhook**.',
    'Paste the URL as **Callback URL**, choose the events, and save it.',
  ],
  notification: (payload) => {
    const data = payload.object('webhook_event_data');
    const url = data.text('request_url');
    return {
      topic: 'insping',
      content: lines(
        md`The state of ${link(url, url)} changed to ${words(data.text('check_state_name'))}.`,
        details({
          'HTTP status': data.optionalLabel('http_status_code'),
          'Response time': data.has('response_time')
            ? md`${data.number('response_time')} ms`
            : undefined,
          Time: time(data.optionalText('request_start_time')),
        }),
      ),
    };
  },
};
