// Asks a directory (LDAP) whether a username and a password belong together, and who that is. The
// person is searched for, then the directory is asked to accept the password for what was found.
// A username that is not there costs the same steps, so that time does not tell who is.
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
import { Config } from '#config/config.js';
import type { DirectoryConfig, DirectoryRole } from '#config/sign-in.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { filledFilter } from './directory-filter.js';
import { LoginAttempts } from '#modules/auth/authentication';
import type { OutsideDetails, OutsideIdentity } from '#modules/auth/external-identities';

const TIMEOUT_MS = 5_000;

/**
 * What directories answer to a password that is wrong, or that may not be used: of an account that
 * is locked or has expired, or of an entry that has none or is not there.
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
export class Directory {
  private readonly directory: DirectoryConfig | undefined;

  constructor(
    config: Config,
    private readonly loginAttempts: LoginAttempts,
    private readonly logger: PinoLogger,
  ) {
    this.directory = config.signIn.directory;
  }

  /** Undefined when the directory does not let this person in. Throws 503 when it does not answer. */
  async identify(username: string, password: string): Promise<OutsideIdentity | undefined> {
    const { directory } = this;
    if (!directory) return undefined;
    const reader = open(directory);
    try {
      await prepare(reader, directory);
      if (directory.bind) await reader.bind(directory.bind.dn, directory.bind.password);
      const person = await findPerson(reader, directory, username);
      const mayTry = await this.loginAttempts.beginEntry(person?.dn ?? username);
      const isTried = person !== undefined && mayTry;
      const dn = isTried ? person.dn : `cn=${randomAlphanumeric(20)},${directory.searchBase}`;
      const isRight = await this.accepts(directory, dn, password);
      const groups = await groupsOf(reader, directory, dn);
      if (!isTried || !isRight) return undefined;
      await this.loginAttempts.succeedEntry(dn);
      return identityOf(person, groups, directory);
    } catch (error) {
      this.logger.error({ err: error }, 'The directory could not answer');
      throw ApiError.ofStatus(503);
    } finally {
      await reader.unbind().catch(() => undefined);
    }
  }

  private async accepts(
    directory: DirectoryConfig,
    dn: string,
    password: string,
  ): Promise<boolean> {
    // A directory takes an empty password for somebody who wants to be nobody, and lets them in.
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

/** Nobody, too, when the filter fits several. */
async function findPerson(
  reader: Client,
  { searchBase, userFilter, emailAttribute, nameAttribute, profileFields }: DirectoryConfig,
  username: string,
): Promise<Entry | undefined> {
  const { searchEntries } = await reader.search(searchBase, {
    scope: 'sub',
    filter: filledFilter(userFilter, username),
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
    filter: filledFilter(groupFilter, dn),
    attributes: ['cn'],
  });
  const names = searchEntries.flatMap((entry) => valuesOf(entry, 'cn'));
  return new Set(names.map((name) => name.toLowerCase()));
}

function identityOf(
  person: Entry,
  groups: ReadonlySet<string>,
  directory: DirectoryConfig,
): OutsideIdentity | undefined {
  const { emailAttribute, nameAttribute, requiredGroup, roles } = directory;
  const [email] = valuesOf(person, emailAttribute);
  if (email === undefined) return undefined;
  if (requiredGroup !== undefined && !groups.has(requiredGroup)) return undefined;
  const role = roles.find(([group]) => groups.has(group))?.[1];
  return {
    email,
    fullName: valuesOf(person, nameAttribute)[0],
    role: role && ROLES[role],
    details: detailsOf(person, groups, directory),
  };
}

/** Who is in one of several groups that stand for the same one is in it. */
function detailsOf(
  person: Entry,
  groups: ReadonlySet<string>,
  { groups: mapped, profileFields }: DirectoryConfig,
): OutsideDetails {
  const memberships = new Map<string, boolean>();
  for (const [group, name] of mapped) {
    memberships.set(name, groups.has(group) || memberships.get(name) === true);
  }
  const profile = profileFields.map(([attribute, name]): [string, string | null] => [
    name,
    valuesOf(person, attribute)[0] ?? null,
  ]);
  return { groups: memberships, profile: new Map(profile) };
}

function valuesOf(entry: Entry, attribute: string): string[] {
  return [entry[attribute] ?? []].flat().map(String);
}
