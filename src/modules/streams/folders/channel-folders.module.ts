import { Module } from '@nestjs/common';
import { MarkdownModule } from '#modules/markdown/markdown';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ChannelFolderEntity } from './channel-folder.entity.js';
import { ChannelFoldersAccess } from './channel-folders.access.js';
import { ChannelFoldersController } from './channel-folders.controller.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';
import { ChannelFoldersService } from './channel-folders.service.js';
import { ChannelFoldersSnapshot } from './channel-folders.snapshot.js';

@Module({
  imports: [DatabaseModule.forFeature([ChannelFolderEntity]), MarkdownModule],
  controllers: [ChannelFoldersController],
  providers: [
    ChannelFoldersAccess,
    ChannelFoldersRepository,
    ChannelFoldersService,
    ChannelFoldersSnapshot,
  ],
  exports: [ChannelFoldersAccess],
})
export class ChannelFoldersModule {}
