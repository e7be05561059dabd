// Applies changes of permissions to live calls: users who were deactivated or lost access to the conversation
// leave the call, and calls of archived channels and deactivated organizations end.
import { Injectable } from '@nestjs/common';
import { CallConversationsAccess } from '#modules/calls/conversations';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { afterAct } from './call-lifecycle.js';
import { CallChanges, type CallChange } from './call-changes.service.js';
import { type Call, CallsRepository } from './calls.repository.js';

const BATCH = 50;

@Injectable()
export class CallAccessReview {
  constructor(
    private readonly callsRepository: CallsRepository,
    private readonly callChanges: CallChanges,
    private readonly callConversationsAccess: CallConversationsAccess,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Reviews all live calls of the realm. */
  async review(realmId: number): Promise<void> {
    let lastId: string | null = null;
    do {
      lastId = await this.database.transaction(() => this.reviewBatch(realmId, lastId));
    } while (lastId !== null);
  }

  /** Returns the id of the last call of the batch; null if it is the last batch. */
  private async reviewBatch(realmId: number, afterId: string | null): Promise<string | null> {
    const calls = await this.callsRepository.lockLive(realmId, afterId, BATCH);
    if (calls.length === 0) return null;
    const realm = await this.realmsService.findById(realmId);
    const changes: CallChange[] = [];
    for (const before of calls) {
      const after =
        realm?.deactivated === false ? await this.reviewed(before) : this.closed(before);
      if (after !== before) changes.push({ before, after });
    }
    if (changes.length > 0) await this.callChanges.save(realmId, changes);
    return calls.length < BATCH ? null : calls.at(-1)!.id;
  }

  /** Returns the call after the transitions for lost access. */
  private async reviewed(call: Call): Promise<Call> {
    const notified = call.participants.filter(
      ({ isNotified, state }) => isNotified || state === 'ringing',
    );
    const userIds = notified.map(({ userId }) => userId);
    const readers = await this.callConversationsAccess.filterReaders(
      call.realmId,
      call.streamId,
      userIds,
    );
    if (!readers) return this.closed(call);
    const remaining = new Set(readers);
    const now = this.clock.now();
    let result = call;
    for (const userId of userIds) {
      if (remaining.has(userId)) continue;
      const act = { trigger: 'deactivated, or access lost', userId, now, ringEndsAt: now } as const;
      result = afterAct(result, act) ?? withoutNotifying(result, userId);
    }
    return result;
  }

  private closed(call: Call): Call {
    const now = this.clock.now();
    const trigger = 'channel archived, organization closed, or `CALL_MAX_HOURS` over';
    return afterAct(call, { trigger, now, ringEndsAt: now }) ?? call;
  }
}

/** For a participant who has already left the call. */
function withoutNotifying(call: Call, userId: number): Call {
  const participants = call.participants.map((one) =>
    one.userId === userId ? { ...one, isNotified: false } : one,
  );
  return { ...call, participants };
}
