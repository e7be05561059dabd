import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { REDIS } from '#platform/redis.js';
import { PresenceVisibilityEvents } from './presence-visibility-events.service.js';
import { PresenceHiding } from './presence-hiding.service.js';
import { PresenceInRedis } from './presence-in-redis.js';
import { PresenceCache } from './presence-cache.service.js';
import { PresenceEvents } from './presence-events.service.js';
import { PresencePeopleRepository } from './presence-people.repository.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceReports } from './presence-reports.service.js';
import { PresenceStore } from './presence-store.js';
import { PresenceController } from './presence.controller.js';
import { PresenceClockEntity } from './presence-clock.entity.js';
import { PresenceEntity } from './presence.entity.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceSnapshot } from './presence.snapshot.js';
import { PresenceWorker } from './presence.worker.js';
import { PresencesService } from './presences.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PresenceEntity, PresenceClockEntity]),
    RealmsModule,
    UsersModule,
    VisibilityModule,
  ],
  controllers: [PresenceController],
  providers: [
    PresenceVisibilityEvents,
    PresenceHiding,
    PresenceCache,
    PresenceEvents,
    PresencePeople,
    PresencePeopleRepository,
    PresenceReports,
    PresenceRepository,
    PresenceSnapshot,
    PresenceWorker,
    PresencesService,
    {
      provide: PresenceStore,
      inject: [PresenceRepository, PinoLogger, { token: REDIS, optional: true }],
      useFactory: (durable: PresenceRepository, logger: PinoLogger, redis?: Redis) =>
        redis ? new PresenceInRedis(redis, durable, logger) : durable,
    },
  ],
  exports: [PresenceHiding, PresenceStore, PresenceVisibilityEvents],
})
export class PresenceModule {}
