import { composedNotification, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'homeassistant',
  displayName: 'Home Assistant',
  category: 'entertainment',
  summary: 'Sends notifications of Home Assistant.',
  setup: [
    'In the file configuration.yaml of Home Assistant, add a notification service under **notify**, with the platform **rest**, the URL as **resource**, **POST_JSON** as **method**, and **title** as **title_param_name**.',
    'Restart Home Assistant, and use the service as an action of automations.',
  ],
  writesMarkdown: true,
  notification: (payload) =>
    composedNotification({
      topic: payload.optionalText('topic') ?? 'homeassistant',
      title: payload.optionalText('title'),
      content: payload.text('message'),
    }),
};
