// Provides the Database and TypeORM to every module. A feature lists its entities in
// TypeOrmModule.forFeature, which provides a repository for each.
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { Config } from '#config/config.js';
import {
  type ConnectionLimits,
  DATABASE_CONNECTION,
  type DatabaseConnection,
  openDataSource,
} from './data-source.js';
import { Database } from './database.js';
import { GroupCommit } from './group-commit.js';
import { RunningProcesses } from './running-processes.js';

/**
 * `lock` exceeds `idleInTransaction`: a statement that waits for a frozen process gets the lock before
 * its own limit ends.
 */
const LIMITS: ConnectionLimits = { statement: 30_000, lock: 15_000, idleInTransaction: 5000 };

interface DatabaseModuleOptions {
  connection: DatabaseConnection;
  config: Config;
  logger: Logger;
}

@Global()
@Module({})
export class DatabaseModule {
  /** The data source opens and closes with the application. */
  static forRoot({ connection, config, logger }: DatabaseModuleOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // Errors of the start are for the operator, who decides whether to try again.
          useFactory: () => ({ type: 'postgres', autoLoadEntities: true, toRetry: () => false }),
          dataSourceFactory: (options) =>
            openDataSource(connection, {
              poolSize: config.databasePoolSize,
              logger,
              applicationName: `parley ${config.role}`,
              limits: LIMITS,
              entities: options?.entities,
            }),
        }),
      ],
      providers: [
        { provide: DATABASE_CONNECTION, useValue: connection },
        Database,
        GroupCommit,
        RunningProcesses,
      ],
      exports: [DATABASE_CONNECTION, Database, GroupCommit, RunningProcesses],
    };
  }
}
