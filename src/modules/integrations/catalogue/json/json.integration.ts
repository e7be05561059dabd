// Any JSON as a block of code, for programs without an integration, and to see what a program sends.
import { codeBlock, type PlainIntegration } from '#modules/integrations/toolkit';

const INDENT = 2;

export const integration: PlainIntegration = {
  name: 'json',
  displayName: 'JSON',
  category: 'meta-integration',
  summary: 'Sends any JSON as a formatted block of code.',
  setup: ['Paste the URL into the webhook settings of the program, and choose JSON as the format.'],
  notification: (payload) => ({
    topic: 'JSON',
    content: codeBlock(JSON.stringify(payload.value([]), null, INDENT), 'json'),
  }),
};
