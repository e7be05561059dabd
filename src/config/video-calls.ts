// The providers of video-call links. Variables that depend on each other are checked together; a provider
// whose variables are not set is not available.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface ZoomConfig {
  clientId: string;
  clientSecret: string;
  /** Set for a server-to-server app, which needs no consent of users. */
  accountId: string | undefined;
  url: URL;
  apiUrl: URL;
}

interface WebexConfig {
  clientId: string;
  clientSecret: string;
  apiUrl: URL;
}

export interface BigBlueButtonConfig {
  /** Ends with a slash. */
  url: URL;
  secret: string;
}

export interface ConstructorGroupsConfig {
  /** Ends with a slash. */
  url: URL;
  accessKey: string;
  secretKey: string;
}

export interface NextcloudConfig {
  /** Ends with a slash. */
  url: URL;
  username: string;
  password: string;
}

/** Undefined if it is not configured. */
export interface VideoCallsConfig {
  zoom: ZoomConfig | undefined;
  webex: WebexConfig | undefined;
  bigBlueButton: BigBlueButtonConfig | undefined;
  constructorGroups: ConstructorGroupsConfig | undefined;
  nextcloud: NextcloudConfig | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Throws a StartupError for the first missing or invalid value. */
export function videoCallsConfig(environment: Environment): VideoCallsConfig {
  return {
    zoom: zoomConfig(environment),
    webex: webexConfig(environment),
    bigBlueButton: bigBlueButtonConfig(environment),
    constructorGroups: constructorGroupsConfig(environment),
    nextcloud: nextcloudConfig(environment),
  };
}

function zoomConfig(environment: Environment): ZoomConfig | undefined {
  const { ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET, ZOOM_ACCOUNT_ID: accountId } = environment;
  const account = together({ ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET }, { ZOOM_ACCOUNT_ID: accountId });
  return (
    account && {
      clientId: account.ZOOM_CLIENT_ID,
      clientSecret: account.ZOOM_CLIENT_SECRET,
      accountId,
      url: secure('ZOOM_URL', environment.ZOOM_URL),
      apiUrl: secure('ZOOM_API_URL', environment.ZOOM_API_URL),
    }
  );
}

function webexConfig(environment: Environment): WebexConfig | undefined {
  const { WEBEX_CLIENT_ID, WEBEX_CLIENT_SECRET } = environment;
  const account = together({ WEBEX_CLIENT_ID, WEBEX_CLIENT_SECRET });
  return (
    account && {
      clientId: account.WEBEX_CLIENT_ID,
      clientSecret: account.WEBEX_CLIENT_SECRET,
      apiUrl: secure('WEBEX_API_URL', environment.WEBEX_API_URL),
    }
  );
}

function bigBlueButtonConfig(environment: Environment): BigBlueButtonConfig | undefined {
  const { BIG_BLUE_BUTTON_URL, BIG_BLUE_BUTTON_SECRET } = environment;
  const server = together({ BIG_BLUE_BUTTON_URL, BIG_BLUE_BUTTON_SECRET });
  return (
    server && {
      url: directory(server.BIG_BLUE_BUTTON_URL),
      secret: server.BIG_BLUE_BUTTON_SECRET,
    }
  );
}

function constructorGroupsConfig(environment: Environment): ConstructorGroupsConfig | undefined {
  const { CONSTRUCTOR_GROUPS_URL, CONSTRUCTOR_GROUPS_ACCESS_KEY } = environment;
  const { CONSTRUCTOR_GROUPS_SECRET_KEY } = environment;
  const server = together({
    CONSTRUCTOR_GROUPS_URL,
    CONSTRUCTOR_GROUPS_ACCESS_KEY,
    CONSTRUCTOR_GROUPS_SECRET_KEY,
  });
  return (
    server && {
      url: directory(server.CONSTRUCTOR_GROUPS_URL),
      accessKey: server.CONSTRUCTOR_GROUPS_ACCESS_KEY,
      secretKey: server.CONSTRUCTOR_GROUPS_SECRET_KEY,
    }
  );
}

function nextcloudConfig(environment: Environment): NextcloudConfig | undefined {
  const { NEXTCLOUD_URL, NEXTCLOUD_TALK_USERNAME, NEXTCLOUD_TALK_PASSWORD } = environment;
  const server = together({ NEXTCLOUD_URL, NEXTCLOUD_TALK_USERNAME, NEXTCLOUD_TALK_PASSWORD });
  return (
    server && {
      url: directory(server.NEXTCLOUD_URL),
      username: server.NEXTCLOUD_TALK_USERNAME,
      password: server.NEXTCLOUD_TALK_PASSWORD,
    }
  );
}

/** Returns undefined if no variable is set. `optional` variables require the others. */
function together<Name extends string>(
  required: Record<Name, string | undefined>,
  optional: Record<string, string | undefined> = {},
): Record<Name, string> | undefined {
  const isSet = Object.values({ ...required, ...optional }).some((value) => value !== undefined);
  if (!isSet) return undefined;
  const names = Object.keys(required) as Name[];
  const missing = names.find((name) => required[name] === undefined);
  if (missing === undefined) return required as Record<Name, string>;
  throw new StartupError(
    `${missing} must be set together with the other variables of its provider`,
  );
}

/** Requires https, because access tokens of users are sent to this URL. */
function secure(name: string, text: string): URL {
  const url = new URL(text);
  if (url.protocol === 'https:' || LOOPBACK.has(url.hostname)) return url;
  throw new StartupError(`${name} must be an https URL, except on localhost`);
}

function directory(text: string): URL {
  return new URL(text.endsWith('/') ? text : `${text}/`);
}
