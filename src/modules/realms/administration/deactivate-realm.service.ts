// Deactivation of a realm by its owners. Logins and API keys stop working at once; the data is retained
// until the deletion date, if there is one.
import { Injectable } from '@nestjs/common';
import { DELETION_DELAY_DAYS, RealmChanges } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

const DAY_MS = 24 * 3600 * 1000;
/** Keeps the deletion date below year 10000, the limit of ISO 8601 dates with four digits. */
const LONGEST_DAYS = 365_000;

@Injectable()
export class DeactivateRealmService {
  constructor(
    private readonly realmChanges: RealmChanges,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** `delayDays` is the time until the data may be deleted; null for never. */
  async deactivate(actor: Actor, delayDays: number | null): Promise<void> {
    if (actor.role !== Role.Owner) {
      throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'Only owners can do this');
    }
    const { min, max } = DELETION_DELAY_DAYS;
    if (delayDays !== null && (delayDays < min || delayDays > (max ?? LONGEST_DAYS))) {
      throw ApiError.badRequest(`deletion_delay_days must be at least ${min}`);
    }
    const deletionDate = delayDays === null ? null : this.clock.now();
    deletionDate?.setTime(deletionDate.getTime() + (delayDays ?? 0) * DAY_MS);
    await this.database.transaction(() =>
      this.realmChanges.deactivate(actor.realmId, deletionDate),
    );
  }
}
