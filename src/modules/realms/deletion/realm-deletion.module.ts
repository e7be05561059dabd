import { Module } from '@nestjs/common';
import { PresenceModule } from '#modules/users/presence';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import { RealmDeletion } from './realm-deletion.service.js';
import { RealmDeletionWorker } from './realm-deletion.worker.js';

@Module({
  imports: [PresenceModule],
  providers: [RealmDeletion, RealmDeletionRepository, RealmDeletionWorker],
})
export class RealmDeletionModule {}
