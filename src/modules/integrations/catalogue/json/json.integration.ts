// Any JSON as a block of code, for programs without an integration, and to see what a program sends.
import { codeBlock, type PlainIntegration } from '#modules/integrations/toolkit';

const INDENT = 2;

export const integration: PlainIntegration = {
  name: 'json',
  displayName: 'JSON',
  category: 'meta-integration',
  summary: 'Sends any JSON in a readable form.',
  setup: [
    'Paste the URL where the third party asks for the address of its webhook, and choose JSON as the format.',
  ],
  notification: (payload) => ({
    topic: 'JSON',
    content: codeBlock(JSON.stringify(payload.value([]), null, INDENT), 'json'),
  }),
};
