// Stores changes of an organization and tells everybody.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { GroupMembership } from '#modules/groups/groups';
import { RealmEvents } from './realm-events.service.js';
import { type RealmSettings, realmSettings } from './realm-settings.js';
import { RealmsRepository } from './realms.repository.js';
import type { Realm } from './realms.view.js';

export interface RealmChange {
  name?: string | undefined;
  description?: string | undefined;
  settings: Partial<RealmSettings>;
}

@Injectable()
export class RealmChanges {
  constructor(
    private readonly repository: RealmsRepository,
    private readonly groups: GroupMembership,
    private readonly events: RealmEvents,
  ) {}

  /** The settings as they are; nobody else changes them until the end of the transaction. */
  async lock(realmId: number): Promise<RealmSettings> {
    const { settings } = await this.repository.lock(realmId);
    return realmSettings(settings, await this.groups.systemGroupIds(realmId));
  }

  /** Joins the present transaction. */
  async apply(realmId: number, { name, description, settings }: RealmChange): Promise<void> {
    const before = await this.repository.lock(realmId);
    const after: Realm = {
      ...before,
      name: name ?? before.name,
      description: description ?? before.description,
      settings: { ...before.settings, ...settings },
    };
    if (isDeepStrictEqual(before, after)) return;
    await this.repository.updateTexts(realmId, after);
    await this.repository.updateSettings(realmId, settings);
    await this.events.tellOfChange(before, after);
  }

  /** Closes the organization to everybody; the date is when it may be deleted, if ever. */
  async deactivate(realmId: number, deletionDate: Date | null): Promise<void> {
    await this.repository.deactivate(realmId, deletionDate);
    this.events.tellOfDeactivation(realmId);
  }

  /**
   * Opens the organization again, whose data are kept from now on. False when it is open already, or
   * its data are being deleted. Joins the present transaction.
   */
  async reactivate(realmId: number): Promise<boolean> {
    if (!(await this.repository.reactivate(realmId))) return false;
    this.events.tellOfReactivation(realmId);
    return true;
  }
}
