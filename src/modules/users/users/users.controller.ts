import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { KnownUsers } from './known-users.access.js';
import { UsersAccess } from './users.access.js';
import { GetUserDto, GetUsersDto } from './users.dto.js';
import { UsersRepository } from './users.repository.js';
import { ownUserView, type UserForm, userView } from './users.view.js';

@Controller('users')
export class UsersController {
  constructor(
    private readonly access: UsersAccess,
    private readonly known: KnownUsers,
    private readonly repository: UsersRepository,
  ) {}

  @Get()
  async list(@CurrentActor() actor: Actor, @Input() input: GetUsersDto): Promise<object> {
    const users = input.user_ids
      ? await this.repository.findSome(actor.realmId, input.user_ids)
      : await this.repository.findAll(actor.realmId);
    const form = formOf(input);
    const known = await this.known.among(actor, users);
    return { members: known.map((user) => userView(user, form, actor)) };
  }

  @Get('me')
  async showSelf(@CurrentActor() actor: Actor): Promise<object> {
    const user = await this.access.byId(actor, actor.userId);
    return ownUserView(user, await this.repository.latestMessageId(actor.userId));
  }

  @Get(':user_id_or_email')
  async show(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() input: GetUserDto,
  ): Promise<object> {
    return { user: userView(await this.access.byIdOrEmail(actor, name), formOf(input), actor) };
  }
}

function formOf(input: GetUserDto): UserForm {
  return {
    clientGravatar: input.client_gravatar,
    withProfile: input.include_custom_profile_fields,
  };
}
