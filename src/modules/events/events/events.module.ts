// Registration and polling.
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RealmsModule } from '#modules/realms/realms';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { AbsentFeaturesSnapshot } from './absent-features.snapshot.js';
import { EventsController } from './events.controller.js';
import { EventsWorker } from './events.worker.js';
import { RegisterService } from './register.service.js';
import { SnapshotSections } from './snapshot-sections.js';
import { SpectatorsService } from './spectators.service.js';

@Module({
  imports: [DiscoveryModule, RealmsModule, SettingsModule],
  controllers: [EventsController],
  providers: [
    AbsentFeaturesSnapshot,
    EventsWorker,
    RegisterService,
    SnapshotSections,
    SpectatorsService,
  ],
})
export class EventsModule {}
