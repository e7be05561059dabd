// Finds the picture that a viewer sees for an id or an email.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { type Avatar, avatarOf, gravatarOf, hiddenUser, UsersAccess } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { isSpectator, type Reader } from '#platform/http/actor.js';

const ID = /^\d{1,9}$/;

@Injectable()
export class AvatarsAccess {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly realmsService: RealmsService,
  ) {}

  /** Spectators, who do not see emails, must use the id. */
  async find(reader: Reader, name: string): Promise<Avatar> {
    if (isSpectator(reader)) {
      if (!ID.test(name)) throw ApiError.unauthorized('This request needs an account');
      await this.realmsService.checkSpectators(reader.realmId);
    }
    try {
      return avatarOf(
        isSpectator(reader)
          ? await this.usersAccess.requireForSpectators(reader.realmId, Number(name))
          : await this.usersAccess.requireByIdOrEmail(reader, name),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!ID.test(name)) return gravatarOf(name);
      return hiddenUser(Number(name), await this.realmsService.host(reader.realmId)).avatar;
    }
  }
}
