// POST /calls/{call_id}/actions: applies an action of a participant. Concurrent actions wait for the lock of the
// row of the call; a repeated request finds the action that was already applied.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { CallActionsRepository, type NewCallAction } from './call-actions.repository.js';
import { CallChanges } from './call-changes.service.js';
import { idempotencyKeyReused, invalidCallState, noSuchCall } from './call-errors.js';
import { fingerprint } from './call-fingerprint.js';
import { afterAct } from './call-lifecycle.js';
import type { CallAction } from './call-action.entity.js';
import { CallsAccess } from './calls.access.js';
import { CallsRepository } from './calls.repository.js';
import type { CallAnswer } from './start-call.service.js';

export interface ActionInput extends Omit<NewCallAction, 'action' | 'fingerprint' | 'clientName'> {
  action: CallAction;
}

@Injectable()
export class ActOnCallService {
  constructor(
    private readonly callsAccess: CallsAccess,
    private readonly callsRepository: CallsRepository,
    private readonly callActionsRepository: CallActionsRepository,
    private readonly callChanges: CallChanges,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async act(actor: Actor, callId: string, input: ActionInput): Promise<CallAnswer> {
    await this.callsAccess.check(actor, callId);
    const muted = requestedMute(input);
    const action = {
      ...input,
      fingerprint: actionFingerprint(input),
      clientName: actor.clientName,
    };
    return this.database.transaction(async () => {
      const { realmId, userId } = actor;
      const [call, earlier] = await Promise.all([
        this.callsRepository.lock(realmId, callId),
        this.callActionsRepository.find(callId, userId, input.idempotencyKey),
      ]);
      if (!call) throw noSuchCall();
      if (earlier) {
        if (!earlier.fingerprint.equals(action.fingerprint)) throw idempotencyKeyReused();
        return { call, applied: false };
      }
      const now = this.clock.now();
      const after = afterAct(call, { trigger: input.action, userId, now, ringEndsAt: now, muted });
      if (!after) throw invalidCallState(input.action, call);
      await Promise.all([
        this.callActionsRepository.insert(callId, userId, action, now),
        this.callChanges.save(realmId, [{ before: call, after }]),
      ]);
      return { call: after, applied: true };
    });
  }
}

function actionFingerprint(input: ActionInput): Buffer {
  const { action, deviceInstanceId, clientActionId, metadata } = input;
  return fingerprint(action, deviceInstanceId, clientActionId, metadata);
}

/** Returns undefined if the action reverses the state. */
function requestedMute({ action, metadata }: ActionInput): boolean | undefined {
  if (action !== 'mute' || metadata === null || !('muted' in metadata)) return undefined;
  const { muted } = metadata;
  if (typeof muted === 'boolean') return muted;
  throw ApiError.badRequest('metadata.muted must be true or false');
}
