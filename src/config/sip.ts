// The configuration of SIP credentials and TURN servers. SIP requires no variables; TURN requires both.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface SipConfig {
  /** The host of SIP identities, in lower case. */
  domain: string;
  /** The SIP URI of the registrar, for which access tokens are issued. */
  registrar: string;
}

export interface TurnConfig {
  /** URLs as in RFC 7065. */
  urls: string[];
  /** The secret that Parley and the TURN servers share. */
  secret: string;
}

const TURN_URL = /^turns?:(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i;

export function sipConfig(environment: Environment, externalUrl: URL): SipConfig {
  const domain = (environment.SIP_DOMAIN ?? externalUrl.hostname).toLowerCase();
  return { domain, registrar: environment.SIP_REGISTRAR ?? `sip:${domain}` };
}

/** Returns undefined without TURN servers. Throws a StartupError for an invalid or missing value. */
export function turnConfig(environment: Environment): TurnConfig | undefined {
  const { TURN_URLS: list, TURN_SECRET: secret } = environment;
  if (list === undefined && secret === undefined) return undefined;
  if (list === undefined || secret === undefined) {
    throw new StartupError('TURN_URLS and TURN_SECRET must be set together');
  }
  const urls = list.split(',').map((url) => url.trim());
  if (!urls.every((url) => TURN_URL.test(url))) {
    throw new StartupError(
      'TURN_URLS must be a comma-separated list of TURN URLs ("turn:turn.example.com:3478?transport=udp")',
    );
  }
  return { urls, secret };
}
