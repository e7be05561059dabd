import { Controller } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import {
  CreateDefaultStreamGroupDto,
  UpdateDefaultStreamGroupDto,
  UpdateDefaultStreamGroupStreamsDto,
} from './default-stream-groups.dto.js';
import { DefaultStreamGroupsService } from './default-stream-groups.service.js';

@Controller('default_stream_groups')
export class DefaultStreamGroupsController {
  constructor(private readonly defaultStreamGroupsService: DefaultStreamGroupsService) {}

  @Post('create')
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateDefaultStreamGroupDto,
  ): Promise<ResponseOf<'create-default-stream-group'>> {
    const { group_name: name, description, stream_names: streamNames } = input;
    await this.defaultStreamGroupsService.create(actor, { name, description, streamNames });
  }

  @Patch(':group_id')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathId('group_id') id: number,
    @Input() { new_group_name: name, new_description: description }: UpdateDefaultStreamGroupDto,
  ): Promise<ResponseOf<'update-default-stream-group'>> {
    await this.defaultStreamGroupsService.update(actor, id, { name, description });
  }

  @Delete(':group_id')
  @RequireRole(Role.Administrator)
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('group_id') id: number,
  ): Promise<ResponseOf<'delete-default-stream-group'>> {
    await this.defaultStreamGroupsService.delete(actor, id);
  }

  @Patch(':group_id/streams')
  @RequireRole(Role.Administrator)
  async updateStreams(
    @CurrentActor() actor: Actor,
    @PathId('group_id') id: number,
    @Input() { op, stream_names: names }: UpdateDefaultStreamGroupStreamsDto,
  ): Promise<ResponseOf<'update-default-stream-group-channels'>> {
    if (op === 'add') await this.defaultStreamGroupsService.addStreams(actor, id, names);
    else await this.defaultStreamGroupsService.removeStreams(actor, id, names);
  }
}
