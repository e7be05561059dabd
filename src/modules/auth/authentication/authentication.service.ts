// Authentication of requests: the realm of the host, and the user of the API key or browser session.
// Accounts are cached for a few seconds; an event about a change drops them at once.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RealmsService } from '#modules/realms/realms';
import { changedAccounts, credentialsEvent, realmUserEvent } from '#modules/users/users';
import { atMost, expiringAfter } from '#platform/cache-options.js';
import { Clock } from '#platform/clock.js';
import { equalInConstantTime, sha256 } from '#platform/crypto.js';
import { type CommittedEvent, EventLog } from '#platform/event-log/event-log.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, RealmIdentity } from '#platform/http/actor.js';
import {
  Authentication,
  CredentialsRefused,
  type SessionActor,
} from '#platform/http/authentication.js';
import { tokenHash } from '#platform/one-time-tokens.js';
import { type Account, AuthenticationRepository } from './authentication.repository.js';
import {
  AuthorizedClientsRepository,
  type SessionAccount,
} from './authorized-clients.repository.js';

const MAX_AGE_MS = 5_000;
const MAX_ACCOUNTS = 20_000;

@Injectable()
export class AuthenticationService extends Authentication {
  /** By the hash of the API key, in base64. */
  private readonly accounts: LRUCache<string, Account>;
  /** By the hash of the session's token, in base64. */
  private readonly sessions: LRUCache<string, SessionAccount>;
  /** The number of invalidations: accounts that were read before the last one may be outdated. */
  private drops = 0;

  constructor(
    private readonly authenticationRepository: AuthenticationRepository,
    private readonly authorizedClientsRepository: AuthorizedClientsRepository,
    private readonly realmsService: RealmsService,
    private readonly eventTail: EventTail,
    private readonly eventLog: EventLog,
    clock: Clock,
  ) {
    super();
    this.accounts = new LRUCache({ ...atMost(MAX_ACCOUNTS), ...expiringAfter(MAX_AGE_MS, clock) });
    this.sessions = new LRUCache({ ...atMost(MAX_ACCOUNTS), ...expiringAfter(MAX_AGE_MS, clock) });
    eventTail.onChanges((_realmId, events) => {
      const changed = new Set(events.flatMap(changedUserIds));
      if (changed.size > 0) this.drop(({ id }) => changed.has(id));
    });
    eventTail.onRealmClosed((closedId) => {
      this.drop(({ realmId }) => realmId === closedId);
    });
  }

  override findRealm(host: string): Promise<RealmIdentity | undefined> {
    return this.realmsService.findByHost(host);
  }

  override position(realmId: number): Promise<number> {
    return this.eventTail.position(realmId);
  }

  override catchUp(realmId: number): Promise<void> {
    return this.eventTail.catchUp(realmId);
  }

  override holdRights<T>(realmId: number, work: () => Promise<T>): Promise<T> {
    return this.eventLog.holdRights(realmId, work);
  }

  override async authenticate(
    realm: RealmIdentity,
    email: string | undefined,
    apiKey: string,
  ): Promise<Actor> {
    const account = await this.accountOf(realm, apiKey);
    if (!account || account.isSystemBot || account.realmId !== realm.id) throw invalidApiKey();
    if (email !== undefined && !isAddress(account, email)) throw invalidApiKey();
    if (realm.deactivated) {
      throw new CredentialsRefused('REALM_DEACTIVATED', 'This organization is deactivated');
    }
    if (!account.isActive) {
      throw new CredentialsRefused('USER_DEACTIVATED', 'The account is deactivated');
    }
    return actorOf(account);
  }

  override async authenticateSession(realm: RealmIdentity, token: string): Promise<SessionActor> {
    const account = await this.sessionOf(realm, token);
    if (!account || account.realmId !== realm.id) {
      throw ApiError.sessionRefused('UNAUTHORIZED', 'The session has ended; please log in again');
    }
    if (realm.deactivated) {
      throw ApiError.sessionRefused('REALM_DEACTIVATED', 'This organization is deactivated');
    }
    if (!account.isActive) {
      throw ApiError.sessionRefused('USER_DEACTIVATED', 'The account is deactivated');
    }
    return { actor: actorOf(account), sessionId: account.sessionId };
  }

  private async accountOf(realm: RealmIdentity, apiKey: string): Promise<Account | undefined> {
    const hash = sha256(apiKey);
    const key = hash.toString('base64');
    const cached = this.accounts.get(key);
    if (cached) return cached;
    await this.eventTail.follow(realm.id);
    return this.load(this.accounts, key, () =>
      this.authenticationRepository.findByApiKeyHash(hash),
    );
  }

  private async sessionOf(
    realm: RealmIdentity,
    token: string,
  ): Promise<SessionAccount | undefined> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const cached = this.sessions.get(key);
    if (cached) return cached;
    await this.eventTail.follow(realm.id);
    return this.load(this.sessions, key, () => this.authorizedClientsRepository.useSession(hash));
  }

  /** Reads an account and caches it, unless accounts were dropped meanwhile. */
  private async load<T extends Account>(
    cache: LRUCache<string, T>,
    key: string,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { drops } = this;
    const account = await read();
    if (account && this.drops === drops) cache.set(key, account);
    return account;
  }

  private drop(isOutdated: (account: Account) => boolean): void {
    this.drops++;
    for (const cache of [this.accounts, this.sessions]) {
      for (const [key, account] of cache.entries()) if (isOutdated(account)) cache.delete(key);
    }
  }
}

function actorOf(account: Account): Actor {
  return {
    realmId: account.realmId,
    userId: account.id,
    role: account.role,
    isBot: account.botType !== null,
    botType: account.botType,
    email: account.email,
    deliveryEmail: account.deliveryEmail,
    fullName: account.fullName,
    clientName: '',
  };
}

function invalidApiKey(): CredentialsRefused {
  return new CredentialsRefused('INVALID_API_KEY', 'The API key is not valid for this account');
}

/** Always compares both addresses, each in constant time. */
function isAddress({ email, deliveryEmail }: Account, input: string): boolean {
  const address = input.toLowerCase();
  const isReal = equalInConstantTime(address, deliveryEmail.toLowerCase());
  const isShown = equalInConstantTime(address, email.toLowerCase());
  return isReal || isShown;
}

function changedUserIds({ type, payload }: CommittedEvent): number[] {
  if (type === credentialsEvent.type) return [(payload as { userId: number }).userId];
  return type === realmUserEvent.type ? changedAccounts(payload) : [];
}
