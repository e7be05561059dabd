import { Module } from '@nestjs/common';
import { PresenceModule } from '#modules/users/presence';
import { DeleteRealmService } from './delete-realm.service.js';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import { RealmDeletionWorker } from './realm-deletion.worker.js';

@Module({
  imports: [PresenceModule],
  providers: [DeleteRealmService, RealmDeletionRepository, RealmDeletionWorker],
})
export class RealmDeletionModule {}
