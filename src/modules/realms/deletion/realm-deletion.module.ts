import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RealmEntity } from '#modules/realms/realms';
import { PresenceModule } from '#modules/users/presence';
import { DeleteRealmService } from './delete-realm.service.js';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import { RealmDeletionWorker } from './realm-deletion.worker.js';

@Module({
  imports: [TypeOrmModule.forFeature([RealmEntity]), PresenceModule],
  providers: [DeleteRealmService, RealmDeletionRepository, RealmDeletionWorker],
})
export class RealmDeletionModule {}
