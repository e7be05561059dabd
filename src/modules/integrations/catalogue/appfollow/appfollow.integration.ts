// AppFollow sends a text in the markup of Slack, in which links may be written as in Markdown.
import { type PlainIntegration, slackText } from '#modules/integrations/toolkit';

const MAX_TEXT = 9000;
const MARKDOWN_LINK = /\[([^[\]\n]{1,200})\]\((https?:[^\s()<>|]{1,1000})\)/g;

export const integration: PlainIntegration = {
  name: 'appfollow',
  displayName: 'AppFollow',
  category: 'customer-support',
  summary: 'Sends reviews of apps in stores.',
  setup: [
    'In AppFollow, open **Integrations**, choose **Add new integration**, and the app.',
    'Search for **WebHook URL**, and choose **Add integration**.',
    'Paste the URL as **Webhook URL**, choose what is sent, and choose **Add integration**.',
  ],
  writesMarkdown: true,
  notification: (payload) => {
    const text = payload.text('text').slice(0, MAX_TEXT);
    const content = slackText(text.replaceAll(MARKDOWN_LINK, '<$2|$1>').trim());
    if (String(content).trim() === '') return undefined;
    // The first line is the name of the app.
    const app = text.trim().split('\n', 1)[0] ?? '';
    return { topic: app.replaceAll(/[*_]/g, '').trim() || 'AppFollow', content };
  },
};
