// The configuration of login methods other than passwords. Variables that depend on each other are
// checked together; an error is one line that names the variable.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface DirectoryConfig {
  url: string;
  startTls: boolean;
  /** The account for searches; undefined for anonymous searches. */
  bind: { dn: string; password: string } | undefined;
  searchBase: string;
  /** Contains `{username}`. */
  userFilter: string;
  emailAttribute: string;
  nameAttribute: string;
  /** Contains `{dn}`. */
  groupFilter: string;
  /** Only members of this group may log in. */
  requiredGroup: string | undefined;
  /** Roles of the members of directory groups (names in lower case); the first match counts. */
  roles: [group: string, role: DirectoryRole][];
  /** User groups with the members of directory groups (names in lower case). */
  groups: [group: string, name: string][];
  /** Profile fields that take their values from directory attributes. */
  profileFields: [attribute: string, field: string][];
  createsAccounts: boolean;
}

export interface OpenIdConfig {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  displayName: string;
  icon: string | undefined;
  createsAccounts: boolean;
}

export interface SignInConfig {
  directory: DirectoryConfig | undefined;
  openId: OpenIdConfig | undefined;
  /** By string id of the organization, which is empty for the root organization. */
  tokenKeys: ReadonlyMap<string, string>;
  development: boolean;
}

const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type DirectoryRole = (typeof ROLES)[number];

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MIN_KEY_LENGTH = 32;

/** Throws a StartupError for the first invalid value. */
export function signInConfig(environment: Environment): SignInConfig {
  return {
    directory: directoryConfig(environment),
    openId: openIdConfig(environment),
    tokenKeys: tokenKeys(environment.JWT_KEYS),
    development: environment.DEVELOPMENT_LOGIN === 'on',
  };
}

function directoryConfig(environment: Environment): DirectoryConfig | undefined {
  const { LDAP_URL: url, LDAP_BIND_DN: dn, LDAP_BIND_PASSWORD: password } = environment;
  if (url === undefined) return undefined;
  if (environment.LDAP_SEARCH_BASE === undefined) {
    throw new StartupError('LDAP_SEARCH_BASE must be set when LDAP_URL is set');
  }
  if ((dn === undefined) !== (password === undefined)) {
    throw new StartupError('LDAP_BIND_DN and LDAP_BIND_PASSWORD must be set together');
  }
  return {
    url,
    startTls: environment.LDAP_STARTTLS === 'on',
    bind: dn === undefined || password === undefined ? undefined : { dn, password },
    searchBase: environment.LDAP_SEARCH_BASE,
    userFilter: environment.LDAP_USER_FILTER,
    emailAttribute: environment.LDAP_EMAIL_ATTRIBUTE,
    nameAttribute: environment.LDAP_NAME_ATTRIBUTE,
    groupFilter: environment.LDAP_GROUP_FILTER,
    requiredGroup: environment.LDAP_REQUIRED_GROUP?.toLowerCase(),
    roles: directoryRoles(environment.LDAP_ROLES),
    groups: pairsOf('LDAP_GROUPS', environment.LDAP_GROUPS).map(([group, name]) => [
      group.toLowerCase(),
      name,
    ]),
    profileFields: pairsOf('LDAP_PROFILE_FIELDS', environment.LDAP_PROFILE_FIELDS),
    createsAccounts: environment.LDAP_CREATE_ACCOUNTS === 'on',
  };
}

function directoryRoles(text: string | undefined): [string, DirectoryRole][] {
  if (text === undefined) return [];
  return text.split(',').map((entry) => {
    const [group = '', role = ''] = entry.split('=').map((part) => part.trim());
    const known = ROLES.find((name) => name === role);
    if (group === '' || !known) {
      throw new StartupError(
        `LDAP_ROLES must be a comma-separated list of group=role, with the roles ${ROLES.join(', ')}`,
      );
    }
    return [group.toLowerCase(), known];
  });
}

function pairsOf(variable: string, text: string | undefined): [string, string][] {
  if (text === undefined) return [];
  return text.split(',').map((entry) => {
    const mark = entry.indexOf('=');
    const [from, to] = [entry.slice(0, Math.max(mark, 0)).trim(), entry.slice(mark + 1).trim()];
    if (from === '' || to === '') {
      throw new StartupError(`${variable} must be a comma-separated list of name=name`);
    }
    return [from, to];
  });
}

function openIdConfig(environment: Environment): OpenIdConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = environment;
  const { OIDC_CLIENT_SECRET: clientSecret } = environment;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    throw new StartupError(
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is set',
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
    throw new StartupError('OIDC_ISSUER must be an https URL, except on localhost');
  }
  return {
    issuer: new URL(issuer),
    clientId,
    clientSecret,
    displayName: environment.OIDC_NAME,
    icon: environment.OIDC_ICON,
    createsAccounts: environment.OIDC_CREATE_ACCOUNTS === 'on',
  };
}

function tokenKeys(text: string | undefined): Map<string, string> {
  const keys = new Map<string, string>();
  for (const entry of text?.split(',') ?? []) {
    const mark = entry.indexOf('=');
    const key = entry.slice(mark + 1);
    if (mark === -1 || key.length < MIN_KEY_LENGTH) {
      throw new StartupError(
        `JWT_KEYS must be a comma-separated list of organization=secret, with secrets of at least ${MIN_KEY_LENGTH} characters`,
      );
    }
    keys.set(entry.slice(0, mark).trim(), key);
  }
  return keys;
}
