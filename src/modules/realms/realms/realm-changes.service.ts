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
    private readonly realmsRepository: RealmsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly realmEvents: RealmEvents,
  ) {}

  /** The settings as they are; nobody else changes them until the end of the transaction. */
  async lock(realmId: number): Promise<RealmSettings> {
    const { settings } = await this.realmsRepository.lock(realmId);
    return realmSettings(settings, await this.groupMembership.systemGroupIds(realmId));
  }

  /** Joins the present transaction. */
  async apply(realmId: number, { name, description, settings }: RealmChange): Promise<void> {
    const before = await this.realmsRepository.lock(realmId);
    const after: Realm = {
      ...before,
      name: name ?? before.name,
      description: description ?? before.description,
      settings: { ...before.settings, ...settings },
    };
    if (isDeepStrictEqual(before, after)) return;
    await this.realmsRepository.updateTexts(realmId, after);
    await this.realmsRepository.updateSettings(realmId, settings);
    await this.realmEvents.tellOfChange(before, after);
  }

  /** Closes the organization to everybody; the date is when it may be deleted, if ever. */
  async deactivate(realmId: number, deletionDate: Date | null): Promise<void> {
    await this.realmsRepository.deactivate(realmId, deletionDate);
    this.realmEvents.tellOfDeactivation(realmId);
  }

  /**
   * Opens the organization again, whose data are kept from now on. False when it is open already, or
   * its data are being deleted. Joins the present transaction.
   */
  async reactivate(realmId: number): Promise<boolean> {
    if (!(await this.realmsRepository.reactivate(realmId))) return false;
    this.realmEvents.tellOfReactivation(realmId);
    return true;
  }
}
