import {
  code,
  counted,
  details,
  type EventIntegration,
  lines,
  link,
  md,
  text,
} from '#modules/integrations/toolkit';

export const integration: EventIntegration = {
  name: 'crashlytics',
  displayName: 'Crashlytics',
  category: 'monitoring',
  summary: 'Sends issues of apps when their impact changes.',
  setup: [
    'In Crashlytics, open the settings of the app, **Service Hooks**, and choose **Web Hook**.',
    'Paste the URL, and choose **Verify**.',
  ],
  event: (payload) => payload.text('event'),
  events: {
    verification: () => ({
      topic: 'Setup',
      content: text('Crashlytics verified the webhook.'),
    }),
    issue_impact_change: (payload) => {
      const issue = payload.object('payload');
      const id = issue.label('display_id');
      const title = issue.text('title');
      const method = issue.optionalText('method');
      const devices = issue.optionalNumber('impacted_devices_count');
      return {
        topic: `${id}: ${title}`,
        content: lines(
          md`The impact of issue ${link(`${id}: ${title}`, issue.optionalText('url'))} has changed.`,
          details({
            Level: issue.optionalLabel('impact_level'),
            Crashes: issue.optionalLabel('crashes_count'),
            Affected: devices === undefined ? undefined : counted(devices, 'device'),
            Method: method === undefined ? undefined : code(method),
          }),
        ),
      };
    },
  },
};
