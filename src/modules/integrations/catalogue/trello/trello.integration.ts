// Trello verifies the URL with a request HEAD before it creates a webhook.
import { type EventIntegration, hmac } from '#modules/integrations/toolkit';
import { boardEvents } from './boards.js';
import { cardEvents } from './cards.js';

export const integration: EventIntegration = {
  name: 'trello',
  displayName: 'Trello',
  category: 'project-management',
  summary: 'Sends what happens to the cards, lists and members of a board.',
  setup: [
    'On the page https://trello.com/power-ups/admin, create a Power-Up, and in it generate an **API key**.',
    'Beside the API key, choose **Token**, allow access, and copy the token.',
    'Open the board, append .json to its address, and copy the value of id from the start of the page.',
    'Create the webhook: send a POST request to https://api.trello.com/1/webhooks with the parameters key (the API key), token, idModel (the id of the board) and callbackURL (the URL, percent-encoded).',
    'To have signatures checked, add the **Secret** of the Power-Up to the URL as webhook_secret before you create the webhook.',
  ],
  signature: hmac({
    header: 'X-Trello-Webhook',
    algorithm: 'sha1',
    encoding: 'base64',
    message: ({ body, url }) => Buffer.concat([body, Buffer.from(url)]),
  }),
  handshake: ({ method }) => (method === 'HEAD' ? { text: '' } : undefined),
  event: (payload) => payload.text('action.type'),
  events: { ...cardEvents, ...boardEvents },
  ignored: [
    'addBoardsPinnedToMember',
    'deleteBoardInvitation',
    'deleteOrganizationInvitation',
    'memberJoinedTrello',
    'unconfirmedBoardInvitation',
    'unconfirmedOrganizationInvitation',
    'updateMember',
  ],
};
