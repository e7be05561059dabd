// An example of an integration.
import { link, lines, md, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'helloworld',
  displayName: 'Hello World',
  category: 'meta-integration',
  summary: 'Sends a greeting and a link, as an example for authors of integrations.',
  setup: [
    'Send a POST request to the URL with a JSON object that has the texts **featured_title** and **featured_url**.',
  ],
  notification: (payload) => {
    const title = payload.text('featured_title');
    const url = payload.text('featured_url');
    return {
      topic: 'Hello World',
      content: lines(
        'Hello! This is the sample integration.',
        md`The featured article is ${link(title, url)}.`,
      ),
    };
  },
};
