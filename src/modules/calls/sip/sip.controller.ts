import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { SipCredentials } from './sip-credentials.service.js';
import { RefreshSipBearerDto } from './sip.dto.js';

@Controller('calls/sip-bearer')
export class SipController {
  constructor(private readonly sipCredentials: SipCredentials) {}

  @Post('refresh')
  refresh(
    @CurrentActor() actor: Actor,
    @Input() input: RefreshSipBearerDto,
  ): Promise<ResponseOf<'refresh-sip-bearer'>> {
    return this.sipCredentials.refresh(actor, {
      token: input.refresh_token,
      handle: input.refresh_handle,
      identity: input.sip_identity,
      scope: input.scope,
    });
  }
}
