import { Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { Input } from '#platform/http/parameters/input.js';
import { FetchApiKeyDto } from './auth.dto.js';
import { FetchApiKeyService } from './fetch-api-key.service.js';

@Controller()
export class AuthController {
  constructor(private readonly apiKeys: FetchApiKeyService) {}

  @Post('fetch_api_key')
  @HttpCode(200)
  @Public()
  async fetchApiKey(
    @CurrentRealm() realm: RealmIdentity,
    @Input() input: FetchApiKeyDto,
  ): Promise<object> {
    const { apiKey, email, userId } = await this.apiKeys.fetch(
      realm,
      input.username,
      input.password,
    );
    return { api_key: apiKey, email, user_id: userId };
  }
}
