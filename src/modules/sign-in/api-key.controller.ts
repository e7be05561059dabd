import { Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { Input } from '#platform/http/parameters/input.js';
import { PasswordDto } from './api-key.dto.js';
import { FinishLogin, type GivenKey } from './finish-login.service.js';
import { PasswordLogin } from './password-login.service.js';

@Controller()
export class ApiKeyController {
  constructor(
    private readonly passwords: PasswordLogin,
    private readonly logins: FinishLogin,
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
    const account = await this.passwords.check(realm, { username, password, address });
    return keyView(await this.logins.withApiKey(realm.id, account, origin));
  }
}

function keyView({ apiKey, email, userId }: GivenKey): object {
  return { api_key: apiKey, email, user_id: userId };
}
