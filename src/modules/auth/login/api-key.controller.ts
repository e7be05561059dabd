import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { Input } from '#platform/http/parameters/input.js';
import { DevelopmentLoginDto, PasswordDto, TokenDto } from './api-key.dto.js';
import { DevelopmentLogin } from './development-login.service.js';
import { FinishLogin, type GivenKey } from './finish-login.service.js';
import { OwnProfile } from './own-profile.service.js';
import { PasswordLogin } from './password-login.service.js';
import { TokenLogin } from './token-login.service.js';

@Controller()
export class ApiKeyController {
  constructor(
    private readonly passwordLogin: PasswordLogin,
    private readonly tokenLogin: TokenLogin,
    private readonly developmentLogin: DevelopmentLogin,
    private readonly finishLogin: FinishLogin,
    private readonly ownProfile: OwnProfile,
  ) {}

  @Post('fetch_api_key')
  @HttpCode(200)
  @Public()
  async withPassword(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username, password }: PasswordDto,
  ): Promise<object> {
    const { address } = origin;
    const account = await this.passwordLogin.check(realm, { username, password, address });
    return keyView(await this.finishLogin.withApiKey(realm.id, account, origin));
  }

  @Post('jwt/fetch_api_key')
  @HttpCode(200)
  @Public()
  async withToken(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { token, include_profile: withProfile }: TokenDto,
  ): Promise<object> {
    const account = await this.tokenLogin.check(realm, { token, address: origin.address });
    const { apiKey, email } = await this.finishLogin.withApiKey(realm.id, account, origin);
    const user = withProfile ? { user: await this.ownProfile.of(realm.id, account.id) } : {};
    return { api_key: apiKey, email, ...user };
  }

  @Post('dev_fetch_api_key')
  @HttpCode(200)
  @Public()
  async withoutPassword(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username }: DevelopmentLoginDto,
  ): Promise<object> {
    const account = await this.developmentLogin.check(realm, username);
    return keyView(await this.finishLogin.withApiKey(realm.id, account, origin));
  }

  @Get('dev_list_users')
  @Public()
  async listUsers(@CurrentRealm() realm: RealmIdentity): Promise<object> {
    return this.developmentLogin.list(realm);
  }
}

function keyView({ apiKey, email, userId }: GivenKey): object {
  return { api_key: apiKey, email, user_id: userId };
}
