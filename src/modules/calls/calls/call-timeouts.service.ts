// Ends the ring time of calls, and calls that last too long. A delayed job ends each ring time; a sweep finds
// calls whose job was lost, and calls that exceed the maximum duration.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { afterAct, type Trigger } from './call-lifecycle.js';
import { CallChanges } from './call-changes.service.js';
import { type Call, CallsRepository } from './calls.repository.js';

/** Maximum number of calls in one transaction. */
const BATCH = 100;
/** How long ended calls and their idempotency keys are stored. */
const STORED_SECONDS = 7 * 24 * 3600;

@Injectable()
export class CallTimeouts {
  constructor(
    private readonly callsRepository: CallsRepository,
    private readonly callChanges: CallChanges,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the ring time of all calls of the realm that are due now, or by `dueMs` (UNIX milliseconds) if the clock
   * of this machine is behind.
   */
  async endRinging(realmId: number, dueMs = 0): Promise<void> {
    const now = this.clock.now();
    const untilMs = Math.max(now.getTime(), dueMs);
    await this.applyToAll(realmId, 'ring time over', now, () =>
      this.callsRepository.lockRungOut(realmId, untilMs, BATCH),
    );
  }

  /** Ends ring times and calls that should already have ended. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const overlong = this.clock.ago(this.config.calls.maxHours * 3600);
    for (const realmId of await this.callsRepository.findOverdueRealms({
      rungOut: now,
      overlong,
    })) {
      await this.endRinging(realmId);
      const trigger = 'channel archived, organization closed, or `CALL_MAX_HOURS` over';
      await this.applyToAll(realmId, trigger, now, () =>
        this.callsRepository.lockStartedBefore(realmId, overlong, BATCH),
      );
    }
  }

  async deleteOld(): Promise<void> {
    const before = this.clock.ago(STORED_SECONDS);
    let deleted: number;
    do {
      deleted = await this.database.transaction(() =>
        this.callsRepository.deleteEndedBefore(before, BATCH),
      );
    } while (deleted === BATCH);
  }

  /** Applies the trigger to locked calls until there are no more. */
  private async applyToAll(
    realmId: number,
    trigger: Trigger,
    now: Date,
    lock: () => Promise<Call[]>,
  ): Promise<void> {
    for (;;) {
      const count = await this.database.transaction(async () => {
        const calls = await lock();
        const act = { trigger, now, ringEndsAt: now };
        const changes = calls.flatMap((before) => {
          const after = afterAct(before, act);
          return after ? [{ before, after }] : [];
        });
        if (changes.length > 0) await this.callChanges.save(realmId, changes);
        return changes.length;
      });
      if (count < BATCH) return;
    }
  }
}
