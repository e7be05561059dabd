import { Controller, HttpCode, Post } from '@nestjs/common';
import {
  type Actor,
  CurrentActor,
  CurrentOrigin,
  CurrentSession,
  type LoginOrigin,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { OwnApiKeyService } from './own-api-key.service.js';

@Controller('users')
export class OwnApiKeyController {
  constructor(private readonly ownApiKeyService: OwnApiKeyService) {}

  @Post('me/api_key/regenerate')
  @HttpCode(200)
  async regenerateApiKey(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @CurrentOrigin() origin: LoginOrigin,
  ): Promise<ResponseOf<'regenerate-api-key'>> {
    return { api_key: await this.ownApiKeyService.regenerate(actor, { sessionId, origin }) };
  }
}
