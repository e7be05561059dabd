// Gives every module the Database; a feature names its tables with DatabaseModule.forFeature.
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type DataSource, type EntitySchema } from 'typeorm';
import {
  DATA_SOURCE,
  DATABASE_CONNECTION,
  type DatabaseConnection,
  registerEntities,
} from './data-source.js';
import { Database } from './database.js';
import { RunningProcesses } from './running-processes.js';
import { GroupCommit } from './group-commit.js';

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(connection: DatabaseConnection, dataSource: DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DATABASE_CONNECTION, useValue: connection },
        { provide: DATA_SOURCE, useValue: dataSource },
        Database,
        RunningProcesses,
        GroupCommit,
      ],
      exports: [DATABASE_CONNECTION, DATA_SOURCE, Database, RunningProcesses, GroupCommit],
    };
  }

  static forFeature(entities: ((new () => object) | EntitySchema)[]): DynamicModule {
    registerEntities(entities);
    return { module: DatabaseModule };
  }
}
