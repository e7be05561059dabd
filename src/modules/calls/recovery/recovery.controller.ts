import { Controller } from '@nestjs/common';
import { CallsAccess, callView } from '#modules/calls/calls';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Post } from '#platform/http/write-routes.js';
import { RecoverCallsDto } from './recovery.dto.js';

@Controller('calls/recovery')
export class RecoveryController {
  constructor(private readonly callsAccess: CallsAccess) {}

  @Post()
  async recover(
    @CurrentActor() actor: Actor,
    @Input() _input: RecoverCallsDto,
  ): Promise<ResponseOf<'recover-calls'>> {
    const calls = await this.callsAccess.findLive(actor);
    return { calls: ReadyJson.values(calls, callView), conference_presence: null };
  }
}
