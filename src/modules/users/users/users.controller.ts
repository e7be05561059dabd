import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { UsersAccess } from './users.access.js';
import { GetUserDto, GetUsersDto } from './users.dto.js';
import { UsersService } from './users.service.js';
import { ownUserView, type UserForm, userView } from './users.view.js';

@Controller('users')
export class UsersController {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly usersService: UsersService,
  ) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @Input() input: GetUsersDto,
  ): Promise<ResponseOf<'get-users'>> {
    const users = await this.usersAccess.findAll(actor, input.user_ids);
    const form = formOf(input);
    return { members: ReadyJson.values(users, (user) => userView(user, form, actor)) };
  }

  @Get('me')
  async showSelf(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-own-user'>> {
    const user = await this.usersAccess.requireById(actor, actor.userId);
    return ownUserView(user, await this.usersService.latestMessageId(actor.userId));
  }

  @Get(':user_id_or_email')
  async show(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() input: GetUserDto,
  ): Promise<ResponseOf<'get-user'>> {
    return {
      user: userView(await this.usersAccess.requireByIdOrEmail(actor, name), formOf(input), actor),
    };
  }
}

function formOf(input: GetUserDto): UserForm {
  return {
    clientGravatar: input.client_gravatar,
    withProfile: input.include_custom_profile_fields,
  };
}
