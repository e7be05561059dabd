// Zapier sends the members of a mention, all as texts.
import {
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  quote,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'mention',
  displayName: 'Mention',
  category: 'marketing',
  summary: 'Sends what is written about a subject on the web.',
  setup: [
    'In the settings of Mention, open **Integrations**, and choose **Zapier**.',
    'On Zapier, create a Zap with the trigger **New Mention** of Mention, and choose the account and the alert.',
    'Add the action **Webhooks by Zapier**, and the event **POST**; paste the URL as **URL**, and choose **json** as **Payload Type**.',
    'Test the step, and choose **Publish**.',
  ],
  body: 'form',
  notification: (payload) => {
    const url = payload.optionalText('url');
    const title = payload.optionalText('title') ?? url ?? 'Untitled';
    const source = payload.optionalText('source_name') ?? 'the web';
    return {
      topic: 'news',
      content: lines(
        md`${link(title, url)} was published on ${link(source, payload.optionalText('source_url'))}.`,
        details({
          Type: payload.optionalText('source_type'),
          Country: payload.optionalText('country'),
          Published: time(payload.optionalText('published_at')),
        }),
        quote(
          payload.optionalText('description_medium') ??
            payload.optionalText('description') ??
            payload.optionalText('description_short'),
        ),
      ),
    };
  },
};
