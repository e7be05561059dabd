// Rules of Desk.com send a text in HTML, which their authors write, with values of the case.
import {
  htmlRuns,
  joined,
  link,
  type Markdown,
  type PlainIntegration,
  sentence,
} from '#modules/integrations/toolkit';

function contentOf(html: string): Markdown {
  const runs = htmlRuns(html.trim());
  return joined(
    runs.map(({ text, url }, index) => {
      const startsLine = index === 0 || runs[index - 1]!.text.endsWith('\n');
      return url === undefined ? sentence(text, { startsLine }) : link(text.trim(), url);
    }),
    '',
  );
}

export const integration: PlainIntegration = {
  name: 'deskdotcom',
  displayName: 'Desk.com',
  category: 'customer-support',
  summary: 'Sends the messages of rules for cases.',
  setup: [
    'In the administration of Desk.com, open **Apps**, **App Actions**, and add the app **HTTP POST**.',
    'In the settings of the app, paste the URL as the URL, and enter no user and no password.',
    'Add an action with the parameter name **data**, and write the message, which can contain HTML and values of the case.',
    'In the rules for cases, add the action **Trigger an App Action**.',
  ],
  body: 'form',
  notification: (payload) => {
    const content = contentOf(payload.text('data'));
    return content.toString().trim() === ''
      ? undefined
      : { topic: 'Desk.com notification', content };
  },
};
