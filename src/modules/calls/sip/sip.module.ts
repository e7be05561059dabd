import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JsonWebKeysController } from './json-web-keys.controller.js';
import { RefreshTokens } from './refresh-tokens.js';
import { SipCredentials } from './sip-credentials.service.js';
import { SipSigningKeyEntity } from './sip-signing-key.entity.js';
import { SipSigningKeysRepository } from './sip-signing-keys.repository.js';
import { SipSigningKeys } from './sip-signing-keys.service.js';
import { SipTokenFamiliesRepository } from './sip-token-families.repository.js';
import { SipTokenFamilyEntity } from './sip-token-family.entity.js';
import { SipController } from './sip.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([SipSigningKeyEntity, SipTokenFamilyEntity])],
  controllers: [JsonWebKeysController, SipController],
  providers: [
    RefreshTokens,
    SipCredentials,
    SipSigningKeys,
    SipSigningKeysRepository,
    SipTokenFamiliesRepository,
  ],
  exports: [SipCredentials, SipSigningKeys],
})
export class SipModule {}
