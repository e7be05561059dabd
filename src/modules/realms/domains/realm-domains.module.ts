import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RealmsModule } from '#modules/realms/realms';
import { AddressRules } from './address-rules.service.js';
import { RealmDomainEntity } from './realm-domain.entity.js';
import { RealmDomainsController } from './realm-domains.controller.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';
import { RealmDomainsService } from './realm-domains.service.js';
import { RealmDomainsSnapshot } from './realm-domains.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([RealmDomainEntity]), RealmsModule],
  controllers: [RealmDomainsController],
  providers: [AddressRules, RealmDomainsRepository, RealmDomainsService, RealmDomainsSnapshot],
  exports: [AddressRules, RealmDomainsService],
})
export class RealmDomainsModule {}
