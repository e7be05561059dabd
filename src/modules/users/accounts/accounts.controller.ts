import { Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { UsersAccess } from '#modules/users/users';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId, PathText } from '#platform/http/parameters/input.js';
import { CreateUserDto, DeactivateUserDto, UpdateUserDto } from './accounts.dto.js';
import { CreateAccountService } from './create-account.service.js';
import { RemoveAccountService } from './remove-account.service.js';
import { RestoreAccountService } from './restore-account.service.js';
import { UpdateAccountService } from './update-account.service.js';

@Controller('users')
export class AccountsController {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly createAccountService: CreateAccountService,
    private readonly updateAccountService: UpdateAccountService,
    private readonly removeAccountService: RemoveAccountService,
    private readonly restoreAccountService: RestoreAccountService,
  ) {}

  @Post()
  @HttpCode(200)
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateUserDto,
  ): Promise<ResponseOf<'create-user'>> {
    const { email, password, full_name: fullName } = input;
    return {
      user_id: await this.createAccountService.create(actor, { email, password, fullName }),
    };
  }

  @Delete('me')
  async leave(@CurrentActor() actor: Actor): Promise<ResponseOf<'deactivate-own-user'>> {
    await this.removeAccountService.leave(actor);
  }

  @Patch(':user_id_or_email')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() input: UpdateUserDto,
  ): Promise<ResponseOf<'update-user'>> {
    const user = await this.usersAccess.changeable(actor, name);
    await this.updateAccountService.update(actor, user.id, {
      fullName: input.full_name,
      role: input.role,
      profileData: input.profile_data,
      newEmail: input.new_email,
    });
  }

  @Delete(':user_id_or_email')
  @RequireRole(Role.Administrator)
  async remove(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() { actions, deactivation_notification_comment: comment }: DeactivateUserDto,
  ): Promise<ResponseOf<'deactivate-user'>> {
    const user = await this.usersAccess.person(actor, name);
    await this.removeAccountService.remove(actor, user.id, {
      deleteProfile: actions?.delete_profile ?? false,
      messages: {
        inPublicChannels: actions?.delete_public_channel_messages ?? false,
        inPrivateChannels: actions?.delete_private_channel_messages ?? false,
        inDirectMessages: actions?.delete_direct_messages ?? false,
      },
      comment,
    });
  }

  @Post(':user_id/reactivate')
  @HttpCode(200)
  async restore(
    @CurrentActor() actor: Actor,
    @PathId('user_id') id: number,
  ): Promise<ResponseOf<'reactivate-user'>> {
    const user = await this.usersAccess.changeable(actor, `${id}`);
    await this.restoreAccountService.restore(actor, user);
  }
}
