import {
  details,
  lines,
  link,
  md,
  type Payload,
  type PlainIntegration,
  quote,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'pingdom',
  displayName: 'Pingdom',
  category: 'monitoring',
  summary: 'Sends checks that fail or recover.',
  setup: [
    'In Pingdom, open **Settings**, **Integrations**, and choose **Add integration**.',
    'Choose **Webhook** as the type, paste the URL, and choose **Save integration**.',
    'In each check, choose the integration under **Connect integrations**.',
  ],
  notification: (payload) => {
    const name = payload.text('check_name');
    const state = payload.text('current_state');
    return {
      topic: `${name} status.`,
      content: lines(
        md`${link(name, addressOf(payload))} changed from ${payload.text('previous_state')} to ${state}.`,
        details({
          Type: payload.optionalText('check_type'),
          Host: payload.optionalText('check_params.hostname'),
          Importance: payload.optionalText('importance_level')?.toLowerCase(),
          Time: time(payload.optionalNumber('state_changed_timestamp')),
          Location: payload.optionalText('first_probe.location'),
          Message: payload.optionalText('custom_message'),
        }),
        state !== 'UP' &&
          quote(payload.optionalText('long_description') ?? payload.optionalText('description')),
      ),
    };
  },
};

function addressOf(payload: Payload): string | undefined {
  return payload.optionalText('check_params.full_url') ?? payload.optionalText('check_params.url');
}
