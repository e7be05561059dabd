import { type PlainIntegration, slackMessage } from '#modules/integrations/toolkit';

const TOPIC = 'Slack';

export const integration: PlainIntegration = {
  name: 'slack_incoming',
  displayName: 'Slack incoming',
  category: 'meta-integration',
  summary:
    'Receives messages in the format of Slack incoming webhooks, with blocks and attachments.',
  setup: [
    'In the program that can send to Slack, paste the URL as the **webhook URL** of Slack.',
    'Without a topic in the URL, the topic is the name of the channel that the program sends.',
  ],
  writesMarkdown: true,
  responseFields: { ok: true },
  notification: (payload) => {
    const content = slackMessage(payload);
    if (String(content).trim() === '') return undefined;
    const channel = payload.optionalText('channel')?.replace(/^[#@]/, '');
    return { topic: channel ?? TOPIC, content, channel };
  },
};
