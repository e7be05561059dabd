// The storage of files, which depends on the configuration. Global, like the database.
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '#config/config.js';
import { createFileStorage, createPartialFiles } from './create-file-storage.js';
import { FileStorage } from './file-storage.js';
import { PartialFiles } from './partial-files.js';
import { StoredFiles } from './stored-files.js';
import { StoredFilesWorker } from './stored-files.worker.js';
import { UnreferencedFileEntity } from './unreferenced-file.entity.js';
import { UnreferencedFilesRepository } from './unreferenced-files.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([UnreferencedFileEntity])],
  providers: [
    { provide: FileStorage, useFactory: createFileStorage, inject: [Config] },
    { provide: PartialFiles, useFactory: createPartialFiles, inject: [Config, FileStorage] },
    StoredFiles,
    StoredFilesWorker,
    UnreferencedFilesRepository,
  ],
  exports: [FileStorage, PartialFiles, StoredFiles],
})
export class StorageModule implements OnApplicationShutdown {
  constructor(
    private readonly fileStorage: FileStorage,
    private readonly partialFiles: PartialFiles,
  ) {}

  onApplicationShutdown(): void {
    this.partialFiles.close();
    this.fileStorage.close();
  }
}
