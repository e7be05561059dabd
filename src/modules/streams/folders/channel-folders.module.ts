import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MarkdownModule } from '#modules/markdown/markdown';
import { ChannelFolderEntity } from './channel-folder.entity.js';
import { ChannelFoldersAccess } from './channel-folders.access.js';
import { ChannelFoldersController } from './channel-folders.controller.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';
import { ChannelFoldersService } from './channel-folders.service.js';
import { ChannelFoldersSnapshot } from './channel-folders.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([ChannelFolderEntity]), MarkdownModule],
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
