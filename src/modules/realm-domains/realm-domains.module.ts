import { Module } from '@nestjs/common';
import { DatabaseModule } from '#platform/database/database.module.js';
import { RealmDomainEntity } from './realm-domain.entity.js';
import { RealmDomainsController } from './realm-domains.controller.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';
import { RealmDomainsService } from './realm-domains.service.js';
import { RealmDomainsSnapshot } from './realm-domains.snapshot.js';

export { RealmDomainsSnapshot } from './realm-domains.snapshot.js';

@Module({
  imports: [DatabaseModule.forFeature([RealmDomainEntity])],
  controllers: [RealmDomainsController],
  providers: [RealmDomainsRepository, RealmDomainsService, RealmDomainsSnapshot],
  exports: [RealmDomainsService, RealmDomainsSnapshot],
})
export class RealmDomainsModule {}
