// Organizations: makes their rows, finds them, and knows their settings.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { GroupMembership } from '#modules/groups/groups';
import { Clock } from '#platform/clock.js';
import { randomId } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import { realmHost, realmUrl, stringIdOfHost } from './realm-address.js';
import { type RealmSettings, realmSettings } from './realm-settings.js';
import { realmEvent, realmReactivatedEvent } from './realms.events.js';
import { RealmsRepository } from './realms.repository.js';
import type { Realm } from './realms.view.js';

const NAME_MAX_LENGTH = 40;
/** A label of a host name; the root realm has none. */
const STRING_ID = /^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/;

interface KnownRealm {
  realm: Realm;
  settings: RealmSettings;
}

@Injectable()
export class RealmsService {
  private readonly known: RealmCache<KnownRealm | undefined>;
  /** A string id never changes, but the realm can go. */
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
    this.known = caches.create(types, (realmId) => this.load(realmId));
  }

  /** Throws unless the organization shows its web-public channels to people without an account. */
  async checkSpectators(realmId: number): Promise<void> {
    const { enable_spectator_access: isAllowed } = await this.settings(realmId);
    if (!isAllowed) throw ApiError.unauthorized('This needs an account');
  }

  /** Makes the row only; RealmSetupService makes a realm that can be used. */
  async create({ stringId, name }: { stringId: string; name: string }): Promise<number> {
    if (!STRING_ID.test(stringId)) {
      throw ApiError.badRequest('A realm id may contain lower-case letters, digits and hyphens');
    }
    const length = [...name.trim()].length;
    if (length === 0 || length > NAME_MAX_LENGTH) {
      throw ApiError.badRequest(`A realm name has 1 to ${NAME_MAX_LENGTH} characters`);
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

  /** Sets settings of a realm that was just made, and tells nobody: nobody knows it yet. */
  initialize(realmId: number, settings: Partial<RealmSettings>): Promise<void> {
    return this.realmsRepository.updateSettings(realmId, settings);
  }

  findById(id: number): Promise<Realm | undefined> {
    return this.realmsRepository.findById(id);
  }

  findByStringId(stringId: string): Promise<Realm | undefined> {
    return this.realmsRepository.findByStringId(stringId);
  }

  /** Whether this server has any realm. */
  async exist(): Promise<boolean> {
    return (await this.realmsRepository.findAll()).length > 0;
  }

  /** All realms of this server, oldest first. */
  findAll(): Promise<Realm[]> {
    return this.realmsRepository.findAll();
  }

  /** The realm's row from the cache. Throws for an unknown id: ids come from rows. */
  async get(realmId: number): Promise<Realm> {
    return (await this.existing(realmId)).realm;
  }

  /** The settings with all defaults filled in, from the cache. */
  async settings(realmId: number): Promise<RealmSettings> {
    return (await this.existing(realmId)).settings;
  }

  /** The realm's address, without a slash at the end. */
  async url(realmId: number): Promise<string> {
    return realmUrl(this.config.externalUrl, (await this.get(realmId)).stringId);
  }

  /** The variables that the templates of all emails take. */
  async emailVariables(
    realmId: number,
  ): Promise<{ organization: string; organizationUrl: string }> {
    const { name } = await this.get(realmId);
    return { organization: name, organizationUrl: await this.url(realmId) };
  }

  /** The host name of the realm's address, the domain of stand-in and bot addresses. */
  async host(realmId: number): Promise<string> {
    return realmHost(this.config.externalUrl, (await this.get(realmId)).stringId);
  }

  /** The realm that a Host header names, in lower case and without port; from the cache. */
  async byHost(host: string): Promise<Realm | undefined> {
    const stringId = stringIdOfHost(this.config.externalUrl, host);
    const id = this.ids.get(stringId);
    const known = id === undefined ? undefined : await this.known.get(id);
    if (known) return known.realm;
    const found = await this.realmsRepository.findByStringId(stringId);
    if (!found) {
      this.ids.delete(stringId);
      return undefined;
    }
    this.ids.set(stringId, found.id);
    return this.get(found.id);
  }

  /** The caller holds a lock on the first start of this server until its transaction ends. */
  lockFirstStart(): Promise<void> {
    return this.realmsRepository.lockFirstStart();
  }

  private async existing(realmId: number): Promise<KnownRealm> {
    const known = await this.known.get(realmId);
    if (!known) throw new Error(`There is no realm ${realmId}`);
    return known;
  }

  private async load(realmId: number): Promise<KnownRealm | undefined> {
    const realm = await this.realmsRepository.findById(realmId);
    if (!realm) return undefined;
    const ids = await this.groupMembership.systemGroupIds(realmId);
    return { realm, settings: realmSettings(realm.settings, ids) };
  }
}
