import {
  code,
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'splunk',
  displayName: 'Splunk',
  category: 'monitoring',
  summary: 'Sends results of searches that trigger alerts.',
  setup: [
    'In the Search app of Splunk, run a search, and choose **Save As**, **Alert**.',
    'Choose **Add Actions**, **Webhook**, paste the URL, and choose **Save**.',
  ],
  notification: (payload) => {
    const name = payload.optionalText('search_name') ?? 'Splunk search';
    const source = payload.optionalLabel('result.source');
    const raw = payload.optionalLabel(['result', '_raw']);
    const seconds = Number(payload.optionalLabel(['result', '_time']));
    return {
      topic: name,
      content: lines(
        md`The search ${link(name, payload.optionalText('results_link'))} triggered an alert.`,
        details({
          Host: payload.optionalLabel('result.host'),
          Source: source === undefined ? undefined : code(source),
          App: payload.optionalText('app'),
          Time: seconds > 0 ? time(seconds) : undefined,
          Raw: raw === undefined ? undefined : code(raw),
        }),
      ),
    };
  },
};
