import { Controller } from '@nestjs/common';
import { PasswordResetLinks } from '#modules/auth/passwords';
import { CreateUserService } from '#modules/users/creation';
import { UsersAccess } from '#modules/users/users';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId, PathText } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { requireManageable } from './accounts.access.js';
import { CreateUserDto, DeactivateUserDto, UpdateUserDto } from './accounts.dto.js';
import { DeactivateUserService } from './deactivate-user.service.js';
import { ReactivateUserService } from './reactivate-user.service.js';
import { UpdateUserService } from './update-user.service.js';

@Controller('users')
export class AccountsController {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly passwordResetLinks: PasswordResetLinks,
    private readonly createUserService: CreateUserService,
    private readonly updateUserService: UpdateUserService,
    private readonly deactivateUserService: DeactivateUserService,
    private readonly reactivateUserService: ReactivateUserService,
  ) {}

  @Post()
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateUserDto,
  ): Promise<ResponseOf<'create-user'>> {
    const { email, password, full_name: fullName } = input;
    const user = await this.createUserService.createMember(actor, { email, password, fullName });
    return { user_id: user.id };
  }

  @Delete('me')
  async deactivateSelf(@CurrentActor() actor: Actor): Promise<ResponseOf<'deactivate-own-user'>> {
    await this.deactivateUserService.deactivateSelf(actor);
  }

  @Patch(':user_id_or_email')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() input: UpdateUserDto,
  ): Promise<ResponseOf<'update-user'>> {
    const user = await this.usersAccess.requireChangeable(actor, name);
    await this.updateUserService.update(actor, user.id, {
      fullName: input.full_name,
      role: input.role,
      profileData: input.profile_data,
      newEmail: input.new_email,
    });
  }

  @Delete(':user_id_or_email')
  @RequireRole(Role.Administrator)
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Input() { actions, deactivation_notification_comment: comment }: DeactivateUserDto,
  ): Promise<ResponseOf<'deactivate-user'>> {
    const user = await this.usersAccess.requirePerson(actor, name);
    await this.deactivateUserService.deactivate(actor, user.id, {
      deleteProfile: actions?.delete_profile ?? false,
      messages: {
        inPublicChannels: actions?.delete_public_channel_messages ?? false,
        inPrivateChannels: actions?.delete_private_channel_messages ?? false,
        inDirectMessages: actions?.delete_direct_messages ?? false,
      },
      comment,
    });
  }

  @Post(':user_id/reset_password_link')
  @RequireRole(Role.Administrator)
  async createPasswordResetLink(
    @CurrentActor() actor: Actor,
    @PathId('user_id') id: number,
  ): Promise<ResponseOf<'create-password-reset-link'>> {
    const user = await this.usersAccess.requirePerson(actor, `${id}`);
    requireManageable(actor, user);
    const { url, expiresAt } = await this.passwordResetLinks.issueFor(actor.realmId, user.id);
    return { url, expires_at: expiresAt };
  }

  @Post(':user_id/reactivate')
  async reactivate(
    @CurrentActor() actor: Actor,
    @PathId('user_id') id: number,
  ): Promise<ResponseOf<'reactivate-user'>> {
    const user = await this.usersAccess.requireChangeable(actor, `${id}`);
    await this.reactivateUserService.reactivate(actor, user);
  }
}
