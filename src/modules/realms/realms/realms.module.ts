import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupsModule } from '#modules/groups/groups';
import { MarkdownModule } from '#modules/markdown/markdown';
import { DatabaseRestores } from './database-restores.service.js';
import { GifKeysSnapshot } from './gif-keys.snapshot.js';
import { RealmChanges } from './realm-changes.service.js';
import { RealmEvents } from './realm-events.service.js';
import { RealmPermissions } from './realm-permissions.access.js';
import { RealmEntity } from './realm.entity.js';
import { RealmsRepository } from './realms.repository.js';
import { RealmsService } from './realms.service.js';
import { RealmsSnapshot } from './realms.snapshot.js';
import { ServerGenerationEntity } from './server-generation.entity.js';
import { ServerGenerationRepository } from './server-generation.repository.js';
import { ServerGenerationService } from './server-generation.service.js';
import { ServerSettingsController } from './server-settings.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([RealmEntity, ServerGenerationEntity]),
    GroupsModule,
    MarkdownModule,
  ],
  controllers: [ServerSettingsController],
  providers: [
    GifKeysSnapshot,
    RealmChanges,
    RealmEvents,
    RealmPermissions,
    RealmsRepository,
    RealmsService,
    RealmsSnapshot,
    ServerGenerationRepository,
    DatabaseRestores,
    ServerGenerationService,
  ],
  exports: [
    DatabaseRestores,
    RealmChanges,
    RealmPermissions,
    RealmsService,
    ServerGenerationService,
  ],
})
export class RealmsModule {}
