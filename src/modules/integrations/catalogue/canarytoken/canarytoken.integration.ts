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
  name: 'canarytoken',
  displayName: 'Canarytokens',
  category: 'monitoring',
  summary: 'Sends an alert when a token is triggered.',
  setup: ['On canarytokens.org, create a token, and paste the URL into the field of the webhook.'],
  notification: (payload) => ({
    topic: 'canarytoken alert',
    content: lines(
      md`A ${link('Canarytoken', payload.optionalText('manage_url'))} was triggered through ${payload.optionalText('channel') ?? 'an unknown channel'}.`,
      details({
        Memo: payload.optionalText('memo'),
        Time: time(payload.optionalText('time')),
        ...Object.fromEntries(
          payload
            .members('additional_data')
            .filter(([, value]) => typeof value.value([]) === 'string')
            .map(([name, value]) => [words(name), value.optionalLabel([])]),
        ),
      }),
    ),
  }),
};
