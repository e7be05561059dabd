// Checks of the configured providers of video calls, for `doctor`. They create nothing at the provider.
import type { Config } from '#config/config.js';
import type { Clock } from '#platform/clock.js';
import { signedUrl, textIn } from './big-blue-button.service.js';
import { bearer } from './constructor-groups.service.js';
import { nextcloudHeaders } from './nextcloud-talk.service.js';
import { GrantRefused, OAuthClients } from './oauth-clients.service.js';
import { type Send, sendUntil } from './provider-requests.js';
import type { TokenProvider } from './video-call-token.entity.js';

const TIME_LIMIT_MS = 5_000;
/** A token that no provider issued. It is refused only after the credentials of the server were accepted. */
const NO_TOKEN = 'none';

export interface ProviderCheck {
  provider: string;
  /** Throws an error whose message describes the problem. */
  run: () => Promise<void>;
}

/** One check for each configured provider. */
export function videoProviderChecks(config: Config, clock: Clock): ProviderCheck[] {
  const oAuthClients = new OAuthClients(config, clock);
  const { zoom, webex, bigBlueButton, constructorGroups, nextcloud } = config.videoCalls;
  const checks: [provider: string, check: ((send: Send) => Promise<void>) | undefined][] = [
    ['Zoom', zoom && ((send) => checkZoom(oAuthClients, zoom.accountId, send))],
    ['Webex', webex && ((send) => checkUserApp(oAuthClients, 'webex', send))],
    [
      'BigBlueButton',
      bigBlueButton && ((send) => checkMeetings(signedUrl(bigBlueButton, 'getMeetings', {}), send)),
    ],
    [
      'Constructor Groups',
      constructorGroups &&
        (async (send) => {
          const headers = { Authorization: bearer(constructorGroups) };
          await checkAccess(constructorGroups.url, headers, send);
        }),
    ],
    [
      'Nextcloud Talk',
      nextcloud &&
        (async (send) => {
          const url = new URL('ocs/v2.php/apps/spreed/api/v4/room', nextcloud.url);
          const { status } = await checkAccess(url, nextcloudHeaders(nextcloud), send);
          if (status !== 200)
            throw new Error(`It answers with the status ${status}. Is Talk enabled?`);
        }),
    ],
  ];
  return checks.flatMap(([provider, check]) =>
    check ? [{ provider, run: () => check(sendUntil(AbortSignal.timeout(TIME_LIMIT_MS))) }] : [],
  );
}

async function checkZoom(
  oAuthClients: OAuthClients,
  accountId: string | undefined,
  send: Send,
): Promise<void> {
  if (accountId === undefined) return checkUserApp(oAuthClients, 'zoom', send);
  try {
    await oAuthClients.ofAccount(accountId, send);
  } catch (error) {
    throw error instanceof GrantRefused ? new Error('It refuses ZOOM_ACCOUNT_ID') : error;
  }
}

async function checkUserApp(
  oAuthClients: OAuthClients,
  provider: TokenProvider,
  send: Send,
): Promise<void> {
  try {
    await oAuthClients.refresh(provider, NO_TOKEN, send);
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error;
  }
}

async function checkMeetings(url: string, send: Send): Promise<void> {
  const response = await send(url);
  const xml = await response.text();
  if (textIn(xml, 'messageKey') === 'checksumError') {
    throw new Error('It refuses BIG_BLUE_BUTTON_SECRET');
  }
  if (!response.ok || textIn(xml, 'returncode') !== 'SUCCESS') {
    throw new Error(`It answers with the status ${response.status}. Check BIG_BLUE_BUTTON_URL.`);
  }
}

async function checkAccess(
  url: URL,
  headers: Record<string, string>,
  send: Send,
): Promise<Response> {
  const response = await send(url, { headers: { Accept: 'application/json', ...headers } });
  if ([401, 403].includes(response.status)) {
    throw new Error('It refuses the credentials of this server');
  }
  return response;
}
