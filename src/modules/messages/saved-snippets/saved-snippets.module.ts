import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SavedSnippetEntity } from './saved-snippet.entity.js';
import { SavedSnippetsController } from './saved-snippets.controller.js';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { SavedSnippetsService } from './saved-snippets.service.js';
import { SavedSnippetsSnapshot } from './saved-snippets.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([SavedSnippetEntity])],
  controllers: [SavedSnippetsController],
  providers: [SavedSnippetsRepository, SavedSnippetsService, SavedSnippetsSnapshot],
})
export class SavedSnippetsModule {}
