// Alerts of the console of Thinkst Canary: incidents of Canaries and of Canarytokens.
import {
  bullets,
  details,
  type EventIntegration,
  type Insert,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  time,
} from '#modules/integrations/toolkit';

function incident(kind: string, path: string): NotificationBuilder {
  return (payload) => {
    const name = payload.optionalText(path) ?? payload.text('Description');
    return {
      topic: `${kind} alert - ${name}`,
      content: lines(
        md`${payload.text('Description')} was detected.`,
        details({
          Time: time(payload.optionalText('Timestamp')),
          Source: sourceOf(payload),
          Canary: payload.optionalText('CanaryName'),
          Location: payload.optionalText('CanaryLocation'),
          Address: payload.optionalText('CanaryIP'),
          Port: payload.optionalLabel('CanaryPort'),
          Reminder: payload.optionalText('Reminder'),
          Token: payload.optionalText('Token'),
          Triggered: payload.optionalLabel('Triggered'),
        }),
        bullets(payload.optionalList('AdditionalDetails').map(pairOf)),
      ),
    };
  };
}

function sourceOf(payload: Payload): Insert {
  const address = payload.optionalText('SourceIP');
  const name = payload.optionalText('ReverseDNS');
  return name === undefined ? address : md`${address} (${name})`;
}

function pairOf(pair: Payload): Markdown {
  return md`${pair.label('0')}: ${pair.optionalLabel('1')}`;
}

export const integration: EventIntegration = {
  name: 'thinkst',
  displayName: 'Thinkst Canary',
  category: 'monitoring',
  summary: 'Sends incidents of Canaries and Canarytokens.',
  setup: [
    'In the console of Thinkst Canary, open **Settings**, **Webhooks**, and choose **Add generic webhook**.',
    'Paste the URL, and save it.',
  ],
  event: (payload) => payload.text('AlertType'),
  events: {
    CanaryIncident: incident('canary', 'CanaryName'),
    CanarytokenIncident: incident('canarytoken', 'Reminder'),
  },
  ignored: ['CanaryDisconnected', 'CanaryReconnected', 'CanarySettingsChanged'],
};
