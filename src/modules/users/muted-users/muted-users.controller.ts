import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { MutedUsersService } from './muted-users.service.js';

@Controller('users/me/muted_users/:muted_user_id')
export class MutedUsersController {
  constructor(private readonly mutedUsersService: MutedUsersService) {}

  @Post()
  async mute(
    @CurrentActor() actor: Actor,
    @PathId('muted_user_id') userId: number,
  ): Promise<ResponseOf<'mute-user'>> {
    await this.mutedUsersService.mute(actor, userId);
  }

  @Delete()
  async unmute(
    @CurrentActor() actor: Actor,
    @PathId('muted_user_id') userId: number,
  ): Promise<ResponseOf<'unmute-user'>> {
    await this.mutedUsersService.unmute(actor, userId);
  }
}
