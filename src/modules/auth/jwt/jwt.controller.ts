import { Controller, HttpCode, Post } from '@nestjs/common';
import { FinishLogin } from '#modules/auth/login';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { TokenDto } from './jwt.dto.js';
import { OwnProfile } from './own-profile.service.js';
import { TokenLogin } from './token-login.service.js';

@Controller('jwt')
export class JwtController {
  constructor(
    private readonly tokenLogin: TokenLogin,
    private readonly finishLogin: FinishLogin,
    private readonly ownProfile: OwnProfile,
  ) {}

  @Post('fetch_api_key')
  @HttpCode(200)
  @Public()
  async fetchApiKey(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { token, include_profile: withProfile }: TokenDto,
  ): Promise<ResponseOf<'jwt-fetch-api-key'>> {
    const account = await this.tokenLogin.check(realm, { token, address: origin.address });
    const { apiKey, email } = await this.finishLogin.withApiKey(realm.id, account, origin);
    const user = withProfile ? { user: await this.ownProfile.of(realm.id, account.id) } : {};
    return { api_key: apiKey, email, ...user };
  }
}
