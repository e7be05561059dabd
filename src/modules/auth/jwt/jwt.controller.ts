import { Controller } from '@nestjs/common';
import { LoginService } from '#modules/auth/login';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { TokenDto } from './jwt.dto.js';
import { JwtLogin } from './jwt-login.service.js';

@Controller('jwt')
export class JwtController {
  constructor(
    private readonly jwtLogin: JwtLogin,
    private readonly loginService: LoginService,
  ) {}

  @Post('fetch_api_key')
  @Public()
  async fetchApiKey(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { token, include_profile: includesProfile }: TokenDto,
  ): Promise<ResponseOf<'jwt-fetch-api-key'>> {
    const account = await this.jwtLogin.check(realm, { token, address: origin.address });
    const { apiKey, email } = await this.loginService.fetchApiKey(realm.id, account, origin);
    const user = includesProfile ? { user: await this.jwtLogin.profile(realm.id, account.id) } : {};
    return { api_key: apiKey, email, ...user };
  }
}
