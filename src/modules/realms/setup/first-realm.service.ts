// Creation of the first realm as configured by the operator.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Passwords } from '#modules/auth/passwords';
import { RealmsService } from '#modules/realms/realms';
import { randomAlphanumeric } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { RealmSetupService } from './realm-setup.service.js';

export interface FirstRealm {
  /** Email of the owner. */
  email: string;
  /** Undefined if the operator chose the password. */
  generatedPassword: string | undefined;
}

const GENERATED_PASSWORD_LENGTH = 20;

@Injectable()
export class FirstRealmService {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly realmSetupService: RealmSetupService,
    private readonly passwords: Passwords,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Creates the root realm and its owner; returns undefined if a realm exists. Among processes that start
   * together, exactly one creates it.
   */
  async ensure(): Promise<FirstRealm | undefined> {
    const { email, fullName, password } = this.config.owner;
    const generatedPassword =
      password === undefined ? randomAlphanumeric(GENERATED_PASSWORD_LENGTH) : undefined;
    if (await this.realmsService.hasAny()) return undefined;
    const passwordHash = await this.passwords.hash(password ?? generatedPassword ?? '');
    return this.database.transaction(async () => {
      await this.realmsService.lockFirstStart();
      if (await this.realmsService.hasAny()) return undefined;
      await this.realmSetupService.createRealm({
        stringId: '',
        name: this.config.realmName,
        owner: { email, fullName, passwordHash },
      });
      return { email, generatedPassword };
    });
  }
}
