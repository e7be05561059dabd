import { Controller, Get } from '@nestjs/common';
import { Public } from '#platform/http/access.decorators.js';
import {
  type Actor,
  CurrentActor,
  CurrentOrigin,
  CurrentRealm,
  CurrentSession,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { LoginDto, LoginService } from '#modules/auth/login';
import { Post } from '#platform/http/write-routes.js';
import { ApiKeysService } from './api-keys.service.js';
import { DevelopmentLoginDto } from './api-keys.dto.js';
import { apiKeyView } from './api-keys.view.js';
import { DevelopmentLogin } from './development-login.service.js';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly apiKeysService: ApiKeysService,
    private readonly developmentLogin: DevelopmentLogin,
    private readonly loginService: LoginService,
  ) {}

  @Post('fetch_api_key')
  @Public()
  async fetch(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: LoginDto,
  ): Promise<ResponseOf<'fetch-api-key'>> {
    const account = await this.loginService.checkPassword(realm, input, origin);
    return apiKeyView(await this.loginService.fetchApiKey(realm.id, account, origin));
  }

  @Post('dev_fetch_api_key')
  @Public()
  async fetchForDevelopment(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username }: DevelopmentLoginDto,
  ): Promise<ResponseOf<'dev-fetch-api-key'>> {
    const account = await this.developmentLogin.check(realm, username);
    return apiKeyView(await this.loginService.fetchApiKey(realm.id, account, origin));
  }

  @Get('dev_list_users')
  @Public()
  async listUsers(@CurrentRealm() realm: RealmIdentity): Promise<ResponseOf<'dev-list-users'>> {
    return this.developmentLogin.list(realm);
  }

  @Post('users/me/api_key/regenerate')
  async regenerateOwn(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @CurrentOrigin() origin: LoginOrigin,
  ): Promise<ResponseOf<'regenerate-api-key'>> {
    return { api_key: await this.apiKeysService.regenerateOwn(actor, sessionId, origin) };
  }

  @Get('bots/:bot_id/api_key')
  async getOfBot(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
  ): Promise<ResponseOf<'get-bot-api-key'>> {
    return { api_key: await this.apiKeysService.getOfBot(actor, id) };
  }

  @Post('bots/:bot_id/api_key/regenerate')
  async regenerateOfBot(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
  ): Promise<ResponseOf<'regenerate-bot-api-key'>> {
    return { api_key: await this.apiKeysService.regenerateOfBot(actor, id) };
  }
}
