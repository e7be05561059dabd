import { composedNotification, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'zapier',
  displayName: 'Zapier',
  category: 'meta-integration',
  summary: 'Sends messages that Zaps compose.',
  setup: [
    'On Zapier, create a Zap with a trigger, and add the action **Webhooks by Zapier**.',
    'Choose the event **POST**, paste the URL as **URL**, and choose **json** as **Payload Type**.',
    'Under **Data**, add the keys topic and content, with the texts of the message as their values.',
    'Test the step, and choose **Publish**.',
  ],
  body: 'form',
  writesMarkdown: true,
  notification: (payload) => {
    // Sent when users connect their account.
    if (payload.value('type') === 'auth') return undefined;
    return composedNotification({
      topic: payload.optionalText('topic') ?? payload.optionalText('subject') ?? 'Zapier',
      content: payload.text('content'),
    });
  },
};
