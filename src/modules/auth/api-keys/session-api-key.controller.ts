// The API key for the user of a browser session, at the address that web clients use for it.
import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor, CurrentOrigin, type LoginOrigin } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { LoginService } from '#modules/auth/login';
import { Post } from '#platform/http/write-routes.js';
import { OwnPasswordDto } from './api-keys.dto.js';
import { apiKeyView } from './api-keys.view.js';

@Controller('json')
export class SessionApiKeyController {
  constructor(private readonly loginService: LoginService) {}

  @Post('fetch_api_key')
  async fetch(
    @CurrentActor() actor: Actor,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { password }: OwnPasswordDto,
  ): Promise<ResponseOf<'fetch-own-api-key'>> {
    const account = await this.loginService.confirmPassword(actor, password, origin);
    return apiKeyView(await this.loginService.fetchApiKey(actor.realmId, account, origin));
  }
}
