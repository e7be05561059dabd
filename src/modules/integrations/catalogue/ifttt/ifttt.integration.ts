import { composedNotification, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'ifttt',
  displayName: 'IFTTT',
  category: 'meta-integration',
  summary: 'Sends messages that applets of IFTTT compose.',
  setup: [
    'On IFTTT, choose **Create**, and the trigger under **If This**.',
    'Under **Then That**, choose **Webhooks**, **Make a web request**, and paste the URL as **URL**.',
    'Choose **POST** as **Method**, and **application/json** as **Content Type**.',
    'Enter as **Body** a JSON object with the members topic and content, such as {"topic": "Weather", "content": "<<<{{CurrentCondition}}>>>"}.',
    'Choose **Create action**, **Continue**, and **Finish**.',
  ],
  writesMarkdown: true,
  notification: (payload) =>
    composedNotification({
      topic: payload.optionalText('topic') ?? 'IFTTT',
      content: payload.text('content'),
    }),
};
