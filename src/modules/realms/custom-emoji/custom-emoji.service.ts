// Adding and deactivating the custom emoji of an organization.
import { Injectable } from '@nestjs/common';
import { EmojiService } from '#modules/realms/emoji';
import { RealmPermissions } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { UploadedFile } from '#platform/http/files.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { checkedEmojiName } from './emoji-name.js';
import { EmojiPictures } from './emoji-pictures.service.js';

@Injectable()
export class CustomEmojiService {
  constructor(
    private readonly emojiService: EmojiService,
    private readonly emojiPictures: EmojiPictures,
    private readonly storedFiles: StoredFiles,
    private readonly realmPermissions: RealmPermissions,
    private readonly database: Database,
  ) {}

  /** A custom emoji replaces the Unicode emoji of the same name. */
  async add(actor: Actor, input: string, upload: UploadedFile): Promise<void> {
    const { realmId, userId } = actor;
    await this.realmPermissions.require(actor, 'can_add_custom_emoji_group');
    const name = checkedEmojiName(input);
    if (actor.role > Role.Administrator && this.emojiService.isBuiltIn(name)) {
      throw ApiError.badRequest('Only administrators can replace a Unicode emoji');
    }
    if (await this.emojiService.findByName(realmId, name, 'realm_emoji')) throw nameTaken(name);
    const { fileName, stillFileName, files } = await this.emojiPictures.write(realmId, upload);
    await this.database.transaction(async () => {
      if (await this.emojiService.lock(realmId, name)) throw nameTaken(name);
      await this.storedFiles.adopt(files.map(({ path }) => path));
      await this.emojiService.add({ realmId, authorId: userId, name, fileName, stillFileName });
    });
  }

  async deactivate(actor: Actor, name: string): Promise<void> {
    const { realmId, role, userId } = actor;
    await this.database.transaction(async () => {
      const emoji = await this.emojiService.lock(realmId, name);
      if (!emoji) throw ApiError.resourceNotFound(`There is no emoji '${name}' to deactivate`);
      if (role > Role.Administrator && emoji.authorId !== userId) {
        throw ApiError.badRequest('You may only deactivate emoji that you added');
      }
      await this.emojiService.deactivate(emoji);
    });
  }
}

function nameTaken(name: string): ApiError {
  return ApiError.badRequest(`There is already a custom emoji '${name}'`);
}
