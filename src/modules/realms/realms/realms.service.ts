// Realms: creation of rows, lookup, and cached settings.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { GroupMembership } from '#modules/groups/groups';
import { Clock } from '#platform/clock.js';
import { randomId } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import type { EmailOrganization } from '#platform/mail/email.js';
import { realmHost, realmUrl, stringIdOfHost } from './realm-address.js';
import { type RealmSettings, realmSettings } from './realm-settings.js';
import { realmEvent, realmReactivatedEvent } from './realms.events.js';
import { type Realm, RealmsRepository } from './realms.repository.js';
import { iconUrl } from './realms.view.js';

const NAME_MAX_LENGTH = 40;
/** A DNS label; empty for the root realm. */
const STRING_ID = /^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/;

interface CachedRealm {
  realm: Realm;
  settings: RealmSettings;
}

@Injectable()
export class RealmsService {
  private readonly cache: RealmCache<CachedRealm | undefined>;
  /** String ids never change, but realms can be deleted. */
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly realmsRepository: RealmsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    caches: RealmCaches,
  ) {
    const types = [realmEvent.type, realmReactivatedEvent.type];
    this.cache = caches.create(types, (realmId) => this.load(realmId));
  }

  /** Throws unless the realm shows its web-public streams to spectators. */
  async checkSpectators(realmId: number): Promise<void> {
    const { enable_spectator_access: isAllowed } = await this.settings(realmId);
    if (!isAllowed) throw ApiError.unauthorized('This request needs an account');
  }

  /** Inserts the row only; RealmSetupService creates a usable realm. */
  async create({ stringId, name }: { stringId: string; name: string }): Promise<number> {
    if (!STRING_ID.test(stringId)) {
      throw ApiError.badRequest(
        'A realm id must consist of lower-case letters, digits and hyphens',
      );
    }
    const length = [...name.trim()].length;
    if (length === 0 || length > NAME_MAX_LENGTH) {
      throw ApiError.badRequest(`A realm name must have 1 to ${NAME_MAX_LENGTH} characters`);
    }
    return this.database.transaction(async () => {
      if (await this.realmsRepository.findByStringId(stringId)) {
        throw ApiError.badRequest('There is already a realm with this id');
      }
      return this.realmsRepository.insert({
        stringId,
        name: name.trim(),
        description: '',
        uuid: randomId(),
        dateCreated: this.clock.now(),
        settings: {},
      });
    });
  }

  /** Sets settings of a new realm without events, since it has no users yet. */
  initialize(realmId: number, settings: Partial<RealmSettings>): Promise<void> {
    return this.realmsRepository.updateSettings(realmId, settings);
  }

  findById(id: number): Promise<Realm | undefined> {
    return this.realmsRepository.findById(id);
  }

  findByStringId(stringId: string): Promise<Realm | undefined> {
    return this.realmsRepository.findByStringId(stringId);
  }

  /** Whether the server has any realm. */
  hasAny(): Promise<boolean> {
    return this.realmsRepository.exists();
  }

  /** Returns all realms, oldest first. */
  findAll(): Promise<Realm[]> {
    return this.realmsRepository.findAll();
  }

  /** Returns the cached row. Throws for an unknown id, since ids come from rows. */
  async get(realmId: number): Promise<Realm> {
    return (await this.getCached(realmId)).realm;
  }

  /** Returns the cached settings with all defaults. */
  async settings(realmId: number): Promise<RealmSettings> {
    return (await this.getCached(realmId)).settings;
  }

  /** Returns the URL without a trailing slash. */
  async url(realmId: number): Promise<string> {
    return realmUrl(this.config.externalUrl, (await this.get(realmId)).stringId);
  }

  /** The variables that the templates of all emails have in common. */
  async emailVariables(realmId: number): Promise<EmailOrganization> {
    const realm = await this.get(realmId);
    const settings = await this.settings(realmId);
    const url = await this.url(realmId);
    const organization = { organization: realm.name, organizationUrl: url };
    // Generated icons are on a third-party server, which would learn who reads the mail.
    if (settings.icon_source !== 'U') return organization;
    return { ...organization, organizationIcon: new URL(iconUrl(realm, settings), url).href };
  }

  /** Returns the host name, which is the domain of placeholder and bot emails. */
  async host(realmId: number): Promise<string> {
    return realmHost(this.config.externalUrl, (await this.get(realmId)).stringId);
  }

  /** Returns the cached realm of a Host header in lower case and without port. */
  async findByHost(host: string): Promise<Realm | undefined> {
    const stringId = stringIdOfHost(this.config.externalUrl, host);
    const id = this.ids.get(stringId);
    const cached = id === undefined ? undefined : await this.cache.get(id);
    if (cached) return cached.realm;
    const realm = await this.realmsRepository.findByStringId(stringId);
    if (!realm) {
      this.ids.delete(stringId);
      return undefined;
    }
    this.ids.set(stringId, realm.id);
    return this.get(realm.id);
  }

  /** Locks the creation of the first realm until the end of the transaction. */
  lockFirstStart(): Promise<void> {
    return this.realmsRepository.lockFirstStart();
  }

  private async getCached(realmId: number): Promise<CachedRealm> {
    const cached = await this.cache.get(realmId);
    if (!cached) throw new Error(`There is no realm ${realmId}`);
    return cached;
  }

  private async load(realmId: number): Promise<CachedRealm | undefined> {
    const realm = await this.realmsRepository.findById(realmId);
    if (!realm) return undefined;
    const ids = await this.groupMembership.systemGroupIds(realmId);
    return { realm, settings: realmSettings(realm.settings, ids) };
  }
}
