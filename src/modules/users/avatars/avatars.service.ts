// Changes of a user's own picture. Users without an uploaded picture have a gravatar or a pattern, depending on the
// setting of the organization for new users.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { avatarOf, pictureUrl, UPLOADED, UserChanges, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { UploadedFile } from '#platform/http/files.js';
import { AvatarPictures } from './avatar-pictures.service.js';

@Injectable()
export class AvatarsService {
  constructor(
    private readonly avatarPictures: AvatarPictures,
    private readonly userChanges: UserChanges,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
  ) {}

  /** Returns the URL of the new picture. */
  async upload(actor: Actor, upload: UploadedFile): Promise<string> {
    await this.checkChangeable(actor);
    const avatarPath = await this.avatarPictures.write(actor.realmId, upload);
    return this.change(actor, { avatarSource: UPLOADED, avatarPath });
  }

  /** Returns the URL of the picture that replaces it. */
  async remove(actor: Actor): Promise<string> {
    await this.checkChangeable(actor);
    const { default_avatar_source: source } = await this.realmsService.settings(actor.realmId);
    return this.change(actor, { avatarSource: source, avatarPath: null });
  }

  private async checkChangeable({ realmId, role }: Actor): Promise<void> {
    const { avatar_changes_disabled: isDisabled } = await this.realmsService.settings(realmId);
    if (isDisabled && role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change avatars in this organization');
    }
  }

  private change(
    { realmId, userId }: Actor,
    avatar: Pick<UserRow, 'avatarSource' | 'avatarPath'>,
  ): Promise<string> {
    return this.database.transaction(async () => {
      const user = await this.userChanges.lock(realmId, userId);
      const isSame = avatar.avatarPath === null && avatar.avatarSource === user.avatarSource;
      return pictureUrl(
        avatarOf(isSame ? user : await this.userChanges.setAvatar(realmId, user, avatar)),
      );
    });
  }
}
