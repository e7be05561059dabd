import { Controller } from '@nestjs/common';
import { parseTime } from '#platform/clock.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { ActOnCallService } from './act-on-call.service.js';
import { ActOnCallDto, StartCallDto } from './calls.dto.js';
import { callView } from './calls.view.js';
import { StartCallService } from './start-call.service.js';

@Controller('calls')
export class CallsController {
  constructor(
    private readonly startCallService: StartCallService,
    private readonly actOnCallService: ActOnCallService,
  ) {}

  @Post('start')
  async start(
    @CurrentActor() actor: Actor,
    @Input() input: StartCallDto,
  ): Promise<ResponseOf<'start-call'>> {
    const { call, applied } = await this.startCallService.start(actor, {
      conversation: input.conversation,
      mediaType: input.media_type,
      title: input.title,
      appCallId: input.app_call_id ?? null,
      metadata: input.metadata ?? {},
      idempotencyKey: input.idempotency_key,
      deviceInstanceId: input.device_instance_id,
      callTraceId: input.call_trace_id,
    });
    return { call: callView(call), applied };
  }

  @Post(':call_id/actions')
  async act(
    @CurrentActor() actor: Actor,
    @PathText('call_id') callId: string,
    @Input() input: ActOnCallDto,
  ): Promise<ResponseOf<'act-on-call'>> {
    const { call, applied } = await this.actOnCallService.act(actor, callId, {
      action: input.action,
      idempotencyKey: input.idempotency_key,
      callTraceId: input.call_trace_id,
      deviceInstanceId: input.device_instance_id,
      clientActionId: input.client_action_id,
      source: input.source,
      surface: input.surface,
      accessoryInstanceIdHash: input.accessory_instance_id_hash ?? null,
      occurredAt: parseTime(input.occurred_at ?? '') ?? null,
      metadata: input.metadata ?? null,
    });
    return { call: callView(call), applied };
  }
}
