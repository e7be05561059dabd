import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { FinishLogin, type GivenKey, PasswordDto, PasswordLogin } from '#modules/auth/login';
import { DevelopmentLoginDto } from './api-keys.dto.js';
import { DevelopmentLogin } from './development-login.service.js';

@Controller()
export class FetchApiKeyController {
  constructor(
    private readonly passwordLogin: PasswordLogin,
    private readonly developmentLogin: DevelopmentLogin,
    private readonly finishLogin: FinishLogin,
  ) {}

  @Post('fetch_api_key')
  @HttpCode(200)
  @Public()
  async withPassword(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username, password }: PasswordDto,
  ): Promise<ResponseOf<'fetch-api-key'>> {
    const { address } = origin;
    const account = await this.passwordLogin.check(realm, { username, password, address });
    return keyView(await this.finishLogin.withApiKey(realm.id, account, origin));
  }

  @Post('dev_fetch_api_key')
  @HttpCode(200)
  @Public()
  async withoutPassword(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username }: DevelopmentLoginDto,
  ): Promise<ResponseOf<'dev-fetch-api-key'>> {
    const account = await this.developmentLogin.check(realm, username);
    return keyView(await this.finishLogin.withApiKey(realm.id, account, origin));
  }

  @Get('dev_list_users')
  @Public()
  async listUsers(@CurrentRealm() realm: RealmIdentity): Promise<ResponseOf<'dev-list-users'>> {
    return this.developmentLogin.list(realm);
  }
}

function keyView({ apiKey, email, userId }: GivenKey): ResponseOf<'fetch-api-key'> {
  return { api_key: apiKey, email, user_id: userId };
}
