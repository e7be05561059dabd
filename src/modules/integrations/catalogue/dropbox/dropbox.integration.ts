// The webhooks contain the accounts in which files have changed, but not the files.
import { counted, hmac, md, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'dropbox',
  displayName: 'Dropbox',
  category: 'productivity',
  summary: 'Sends that files in a Dropbox have changed.',
  setup: [
    'On the page **www.dropbox.com/developers/apps**, choose **Create app**, and follow the instructions.',
    'On the tab **Permissions** of the app, allow **files.metadata.read**, and on the tab **Settings**, under **OAuth 2**, choose **Generate**, so that the app has access to your account.',
    'On the tab **Settings**, under **Webhooks**, paste the URL, and choose **Add**.',
    'To have signatures checked, add the **App secret** to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-Dropbox-Signature', algorithm: 'sha256' }),
  handshake: ({ method, query }) => {
    const challenge = query('challenge');
    return method === 'POST' || challenge === undefined ? undefined : { text: challenge };
  },
  notification: (payload) => {
    const accounts = payload.count('list_folder.accounts') || payload.count('delta.users');
    return {
      topic: 'Dropbox',
      content:
        accounts > 1
          ? md`Files of ${counted(accounts, 'account')} have changed on Dropbox.`
          : md`Files have changed on Dropbox.`,
    };
  },
};
