import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Patch, Post } from '#platform/http/write-routes.js';
import {
  CreateChannelFolderDto,
  GetChannelFoldersDto,
  ReorderChannelFoldersDto,
  UpdateChannelFolderDto,
} from './channel-folders.dto.js';
import { ChannelFoldersService } from './channel-folders.service.js';
import { channelFolderView } from './channel-folders.view.js';

@Controller('channel_folders')
export class ChannelFoldersController {
  constructor(private readonly channelFoldersService: ChannelFoldersService) {}

  @Post('create')
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateChannelFolderDto,
  ): Promise<ResponseOf<'create-channel-folder'>> {
    return { channel_folder_id: await this.channelFoldersService.create(actor, input) };
  }

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @Input() { include_archived: includeArchived }: GetChannelFoldersDto,
  ): Promise<ResponseOf<'get-channel-folders'>> {
    const folders = await this.channelFoldersService.list(actor, { includeArchived });
    return { channel_folders: folders.map(channelFolderView) };
  }

  @Patch()
  @RequireRole(Role.Administrator)
  async reorder(
    @CurrentActor() actor: Actor,
    @Input() { order }: ReorderChannelFoldersDto,
  ): Promise<ResponseOf<'patch-channel-folders'>> {
    await this.channelFoldersService.reorder(actor, order);
  }

  @Patch(':channel_folder_id')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathId('channel_folder_id') id: number,
    @Input() input: UpdateChannelFolderDto,
  ): Promise<ResponseOf<'update-channel-folder'>> {
    const { name, description, is_archived: isArchived } = input;
    await this.channelFoldersService.update(actor, id, { name, description, isArchived });
  }
}
