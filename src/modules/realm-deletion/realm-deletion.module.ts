import { Module } from '@nestjs/common';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import { RealmDeletion } from './realm-deletion.service.js';
import { RealmDeletionWorker } from './realm-deletion.worker.js';

@Module({ providers: [RealmDeletion, RealmDeletionRepository, RealmDeletionWorker] })
export class RealmDeletionModule {}
