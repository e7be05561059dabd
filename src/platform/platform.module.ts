// The providers of every process, regardless of its role: configuration, clock, encryption, metrics,
// database, Redis, file storage, log and event log. They are global; feature modules import only each other.
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { Config } from '#config/config.js';
import { Clock } from './clock.js';
import { SecretBox } from './crypto.js';
import { DatabaseModule } from './database/database.module.js';
import type { DatabaseConnection } from './database/data-source.js';
import { EventLogModule } from './event-log/event-log.module.js';
import { RateLimitEntity } from './http/rate-limit.entity.js';
import { ImagesModule } from './images/images.module.js';
import { loggingModule } from './logging.js';
import { MailModule } from './mail/mail.module.js';
import { REDIS } from './redis.js';
import { StorageModule } from './storage/storage.module.js';

/** Resources that are opened before the modules are composed, and closed after them. */
export interface PlatformResources {
  config: Config;
  logger: Logger;
  connection: DatabaseConnection;
  redis: Redis | undefined;
  clock?: Clock;
}

@Global()
@Module({})
export class PlatformModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        loggingModule(resources.logger),
        DatabaseModule.forRoot(resources),
        TypeOrmModule.forFeature([RateLimitEntity]),
        EventLogModule,
        ImagesModule,
        MailModule,
        StorageModule,
      ],
      providers: [
        { provide: Config, useValue: resources.config },
        { provide: Clock, useValue: resources.clock ?? new Clock() },
        { provide: REDIS, useValue: resources.redis },
        { provide: Registry, useFactory: () => new Registry() },
        SecretBox,
      ],
      exports: [Config, Clock, REDIS, Registry, SecretBox],
    };
  }
}
