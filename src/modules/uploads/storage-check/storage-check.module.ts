import { Module } from '@nestjs/common';
import { StorageCheckRepository } from './storage-check.repository.js';
import { StorageCheck } from './storage-check.service.js';

@Module({ providers: [StorageCheck, StorageCheckRepository], exports: [StorageCheck] })
export class StorageCheckModule {}
