// How people can log in on this server besides with a password, as the operator set it up. What only
// works together is checked together; a mistake is one line that names the variable.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface DirectoryConfig {
  url: string;
  startTls: boolean;
  /** The account that searches; undefined to search without one. */
  bind: { dn: string; password: string } | undefined;
  searchBase: string;
  /** With `{username}` in it. */
  userFilter: string;
  emailAttribute: string;
  nameAttribute: string;
  /** With `{dn}` in it. */
  groupFilter: string;
  /** The name of the group outside of which nobody is let in. */
  requiredGroup: string | undefined;
  /** By the name of a group in lower case, the role of its members; the first that fits counts. */
  roles: [group: string, role: DirectoryRole][];
  /** By the name of a group in lower case, the group of the organization that has its members. */
  groups: [group: string, name: string][];
  /** By the name of an attribute, the field of profiles that gets its value. */
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
  /** By the id of the organization; that of the first organization is empty. */
  tokenKeys: ReadonlyMap<string, string>;
  development: boolean;
}

const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type DirectoryRole = (typeof ROLES)[number];

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MIN_KEY_LENGTH = 32;

/** Throws a StartupError whose message is one line for the operator. */
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
    throw new StartupError('LDAP_SEARCH_BASE must be set where LDAP_URL is');
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
        `LDAP_ROLES must be group=role with commas between, with the roles ${ROLES.join(', ')}`,
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
      throw new StartupError(`${variable} must be name=name with commas between`);
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
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set where OIDC_ISSUER is',
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
    throw new StartupError('OIDC_ISSUER must be reached with https, unless on this machine');
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
        `JWT_KEYS must be organization=secret with commas between, each secret with at least ${MIN_KEY_LENGTH} characters`,
      );
    }
    keys.set(entry.slice(0, mark).trim(), key);
  }
  return keys;
}
