// Authentication with an LDAP directory: a search finds the entry of the username, and a bind checks the
// password of that entry. An unknown username takes the same steps, so that the duration does not reveal
// which usernames exist.
import { Injectable } from '@nestjs/common';
import {
  Client,
  ConstraintViolationError,
  type Entry,
  InappropriateAuthError,
  InvalidCredentialsError,
  NoSuchObjectError,
  UnwillingToPerformError,
} from 'ldapts';
import { PinoLogger } from 'nestjs-pino';
import { LoginAttempts } from '#modules/auth/authentication';
import type { ExternalIdentity, IdentityDetails } from '#modules/auth/external-identities';
import { Config } from '#config/config.js';
import type { DirectoryConfig, DirectoryRole } from '#config/sign-in.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { fillFilter } from './ldap-filter.js';

const TIMEOUT_MS = 5_000;

/**
 * The errors of a bind with a wrong password, or as an entry that cannot log in: a locked or expired
 * account, an entry without a password, or one that does not exist.
 */
const REFUSALS = [
  ConstraintViolationError,
  InappropriateAuthError,
  InvalidCredentialsError,
  NoSuchObjectError,
  UnwillingToPerformError,
];

const ROLES: Record<DirectoryRole, Role> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

@Injectable()
export class LdapDirectory {
  private readonly directory: DirectoryConfig | undefined;

  constructor(
    config: Config,
    private readonly loginAttempts: LoginAttempts,
    private readonly logger: PinoLogger,
  ) {
    this.directory = config.signIn.directory;
  }

  /** Returns undefined for a rejected login. Throws 503 when the directory does not answer. */
  async authenticate(username: string, password: string): Promise<ExternalIdentity | undefined> {
    const { directory } = this;
    if (!directory) return undefined;
    const reader = open(directory);
    try {
      await prepare(reader, directory);
      if (directory.bind) await reader.bind(directory.bind.dn, directory.bind.password);
      const entry = await findEntry(reader, directory, username);
      const isAllowed = await this.loginAttempts.beginEntry(entry?.dn ?? username);
      const isTried = entry !== undefined && isAllowed;
      const dn = isTried ? entry.dn : `cn=${randomAlphanumeric(20)},${directory.searchBase}`;
      const isAccepted = await this.bind(directory, dn, password);
      const groups = await groupsOf(reader, directory, dn);
      if (!isTried || !isAccepted) return undefined;
      await this.loginAttempts.succeedEntry(dn);
      return identityOf(entry, groups, directory);
    } catch (error) {
      this.logger.error({ err: error }, 'The directory could not answer');
      throw ApiError.ofStatus(503);
    } finally {
      await reader.unbind().catch(() => undefined);
    }
  }

  private async bind(directory: DirectoryConfig, dn: string, password: string): Promise<boolean> {
    // Directories accept a bind with an empty password as an anonymous one.
    if (password === '') return false;
    const client = open(directory);
    try {
      await prepare(client, directory);
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (REFUSALS.some((refusal) => error instanceof refusal)) return false;
      throw error;
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }
}

function open({ url }: DirectoryConfig): Client {
  return new Client({ url, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS });
}

async function prepare(client: Client, { startTls }: DirectoryConfig): Promise<void> {
  if (startTls) await client.startTLS();
}

/** Returns undefined also when several entries match. */
async function findEntry(
  reader: Client,
  { searchBase, userFilter, emailAttribute, nameAttribute, profileFields }: DirectoryConfig,
  username: string,
): Promise<Entry | undefined> {
  const { searchEntries } = await reader.search(searchBase, {
    scope: 'sub',
    filter: fillFilter(userFilter, username),
    attributes: [emailAttribute, nameAttribute, ...profileFields.map(([attribute]) => attribute)],
  });
  return searchEntries.length === 1 ? searchEntries[0] : undefined;
}

/** The names of the groups, in lower case. */
async function groupsOf(
  reader: Client,
  { searchBase, groupFilter, requiredGroup, roles, groups }: DirectoryConfig,
  dn: string,
): Promise<Set<string>> {
  if (requiredGroup === undefined && roles.length + groups.length === 0) return new Set();
  const { searchEntries } = await reader.search(searchBase, {
    scope: 'sub',
    filter: fillFilter(groupFilter, dn),
    attributes: ['cn'],
  });
  const names = searchEntries.flatMap((entry) => valuesOf(entry, 'cn'));
  return new Set(names.map((name) => name.toLowerCase()));
}

function identityOf(
  entry: Entry,
  groups: ReadonlySet<string>,
  directory: DirectoryConfig,
): ExternalIdentity | undefined {
  const { emailAttribute, nameAttribute, requiredGroup, roles } = directory;
  const [email] = valuesOf(entry, emailAttribute);
  if (email === undefined) return undefined;
  if (requiredGroup !== undefined && !groups.has(requiredGroup)) return undefined;
  const role = roles.find(([group]) => groups.has(group))?.[1];
  return {
    email,
    fullName: valuesOf(entry, nameAttribute)[0],
    role: role && ROLES[role],
    details: detailsOf(entry, groups, directory),
  };
}

/** Several groups of the directory can map to one group; membership of one is enough. */
function detailsOf(
  entry: Entry,
  groups: ReadonlySet<string>,
  { groups: mapped, profileFields }: DirectoryConfig,
): IdentityDetails {
  const memberships = new Map<string, boolean>();
  for (const [group, name] of mapped) {
    memberships.set(name, groups.has(group) || memberships.get(name) === true);
  }
  const profile = profileFields.map(([attribute, name]): [string, string | null] => [
    name,
    valuesOf(entry, attribute)[0] ?? null,
  ]);
  return { groups: memberships, profile: new Map(profile) };
}

function valuesOf(entry: Entry, attribute: string): string[] {
  return [entry[attribute] ?? []].flat().map(String);
}
