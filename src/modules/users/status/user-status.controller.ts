import { Controller, Get } from '@nestjs/common';
import { UsersAccess } from '#modules/users/users';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { OwnStatusService } from './own-status.service.js';
import { SetOwnStatusDto, SetUserStatusDto } from './user-status.dto.js';
import { userStatusView } from './user-status.view.js';
import { type UserStatusInput, UserStatusesService } from './user-statuses.service.js';

@Controller('users')
export class UserStatusController {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly userStatusesService: UserStatusesService,
    private readonly ownStatusService: OwnStatusService,
  ) {}

  @Post('me/status')
  async setOwn(
    @CurrentActor() actor: Actor,
    @Input() input: SetOwnStatusDto,
  ): Promise<ResponseOf<'update-status'>> {
    await this.ownStatusService.set(actor, statusInput(input), input.away);
  }

  @Post(':user_id/status')
  @RequireRole(Role.Administrator)
  async set(
    @CurrentActor() actor: Actor,
    @PathId('user_id') id: number,
    @Input() input: SetUserStatusDto,
  ): Promise<ResponseOf<'update-status-for-user'>> {
    const user = await this.usersAccess.requireChangeable(actor, `${id}`);
    await this.userStatusesService.set(actor, user.id, statusInput(input));
  }

  @Get(':user_id/status')
  async show(
    @CurrentActor() actor: Actor,
    @PathId('user_id') id: number,
  ): Promise<ResponseOf<'get-user-status'>> {
    const user = await this.usersAccess.requireById(actor, id);
    return { status: userStatusView(await this.userStatusesService.find(actor.realmId, user.id)) };
  }
}

function statusInput(input: SetUserStatusDto): UserStatusInput {
  return {
    text: input.status_text,
    emojiName: input.emoji_name,
    emojiCode: input.emoji_code === '' ? undefined : input.emoji_code,
    reactionType: input.reaction_type === '' ? undefined : input.reaction_type,
  };
}
