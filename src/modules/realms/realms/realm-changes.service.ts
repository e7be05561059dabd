// Stores changes of a realm and publishes them to all users.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog } from '#modules/realms/audit-log';
import { GroupMembership } from '#modules/groups/groups';
import { RealmEvents } from './realm-events.service.js';
import { REALM_SETTINGS, type RealmSettings, realmSettings } from './realm-settings.js';
import { type Realm, RealmsRepository } from './realms.repository.js';
import { PICTURE_VERSIONS, type RealmPictureKind } from './realms.view.js';

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
    private readonly auditLog: AuditLog,
    private readonly realmEvents: RealmEvents,
  ) {}

  /** Locks the realm until the end of the transaction and returns its settings. */
  async lock(realmId: number): Promise<RealmSettings> {
    const { settings } = await this.realmsRepository.lock(realmId);
    return realmSettings(settings, await this.groupMembership.systemGroupIds(realmId));
  }

  /** Joins the current transaction. */
  async apply(realmId: number, { name, description, settings }: RealmChange): Promise<void> {
    const before = await this.realmsRepository.lock(realmId);
    const after: Realm = {
      ...before,
      name: name ?? before.name,
      description: description ?? before.description,
      settings: { ...before.settings, ...settings },
    };
    if (isDeepStrictEqual({ ...before }, after)) return;
    await this.realmsRepository.updateTexts(realmId, after);
    await this.realmsRepository.updateSettings(realmId, settings);
    const existing = realmSettings(
      before.settings,
      await this.groupMembership.systemGroupIds(realmId),
    );
    this.auditLog.record(realmId, {
      kind: 'realm.changed',
      targetIds: [realmId],
      before: { ...existing, name: before.name, description: before.description },
      after: { ...settings, name: after.name, description: after.description },
    });
    await this.realmEvents.publishChange(before, after);
  }

  /** Publishes a new or removed picture. Joins the current transaction. */
  async setPicture(
    realmId: number,
    kind: RealmPictureKind,
    { isUploaded }: { isUploaded: boolean },
  ): Promise<void> {
    const before = await this.realmsRepository.lock(realmId);
    const versionName = PICTURE_VERSIONS[kind];
    const sourceName = `${kind}_source` as const;
    const { [sourceName]: formerSource = REALM_SETTINGS[sourceName].default } = before.settings;
    const source = isUploaded ? 'U' : REALM_SETTINGS[sourceName].default;
    const version = before[versionName] + 1;
    await this.realmsRepository.updateVersion(realmId, versionName, version);
    await this.realmsRepository.updateSettings(realmId, { [sourceName]: source });
    const after = {
      ...before,
      [versionName]: version,
      settings: { ...before.settings, [sourceName]: source },
    };
    this.auditLog.record(realmId, {
      kind: 'realm.changed',
      targetIds: [realmId],
      before: { [sourceName]: formerSource, [`${kind}_version`]: version - 1 },
      after: { [sourceName]: source, [`${kind}_version`]: version },
    });
    await this.realmEvents.publishPicture(after, kind);
  }

  /** Deactivates the realm. Its data may be deleted after `deletionDate`; null for never. */
  async deactivate(realmId: number, deletionDate: Date | null): Promise<void> {
    await this.realmsRepository.deactivate(realmId, deletionDate);
    this.auditLog.record(realmId, {
      kind: 'realm.deactivated',
      targetIds: [realmId],
      after: { deletion_date: deletionDate },
    });
    this.realmEvents.publishDeactivation(realmId);
  }

  /**
   * Reactivates the realm and clears its deletion date. Returns false if it is active or its deletion has
   * begun. Joins the current transaction.
   */
  async reactivate(realmId: number): Promise<boolean> {
    if (!(await this.realmsRepository.reactivate(realmId))) return false;
    this.auditLog.record(realmId, { kind: 'realm.reactivated', targetIds: [realmId] });
    this.realmEvents.publishReactivation(realmId);
    return true;
  }
}
