// POST /calls/{call_id}/actions: applies an action of a participant. Concurrent actions on a call wait for each
// other; a repeated request finds the action that was already applied.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { CallActionsRepository, type NewCallAction } from './call-actions.repository.js';
import { CallChanges } from './call-changes.service.js';
import { CallTransactions } from './call-transactions.service.js';
import { idempotencyKeyReused, invalidCallState, noSuchCall } from './call-errors.js';
import { fingerprint } from './call-fingerprint.js';
import { afterAct } from './call-lifecycle.js';
import type { CallAction } from './call-action.entity.js';
import { CallsAccess, isCallId } from './calls.access.js';
import { CallsRepository } from './calls.repository.js';
import type { CallAnswer } from './start-call.service.js';

export interface ActionInput extends Omit<NewCallAction, 'action' | 'fingerprint' | 'clientName'> {
  action: CallAction;
}

type AppliedAction = NewCallAction & { action: CallAction };

@Injectable()
export class ActOnCallService {
  constructor(
    private readonly callsAccess: CallsAccess,
    private readonly callsRepository: CallsRepository,
    private readonly callActionsRepository: CallActionsRepository,
    private readonly callChanges: CallChanges,
    private readonly callTransactions: CallTransactions,
    private readonly clock: Clock,
  ) {}

  async act(actor: Actor, callId: string, input: ActionInput): Promise<CallAnswer> {
    if (!isCallId(callId)) throw noSuchCall();
    const muted = requestedMute(input);
    const action = {
      ...input,
      fingerprint: actionFingerprint(input),
      clientName: actor.clientName,
    };
    return this.callTransactions.run(actor.realmId, callId, () =>
      this.apply(actor, callId, action, muted),
    );
  }

  /** Joins the current transaction. */
  private async apply(
    actor: Actor,
    callId: string,
    action: AppliedAction,
    muted: boolean | undefined,
  ): Promise<CallAnswer | ApiError> {
    const { realmId, userId } = actor;
    const [call, earlier] = await Promise.all([
      this.callsRepository.lock(realmId, callId),
      this.callActionsRepository.find(callId, userId, action.idempotencyKey),
    ]);
    if (!call || !(await this.callsAccess.canAccess(actor, call))) return noSuchCall();
    if (earlier) {
      if (!earlier.fingerprint.equals(action.fingerprint)) return idempotencyKeyReused();
      return { call, applied: false };
    }
    const now = this.clock.now();
    const act = { trigger: action.action, userId, now, ringEndsAt: now, muted };
    const after = afterAct(call, act);
    if (!after) return invalidCallState(action.action, call);
    await Promise.all([
      this.callActionsRepository.insert(callId, userId, action, now),
      this.callChanges.save(realmId, [{ before: call, after }]),
    ]);
    return { call: after, applied: true };
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
