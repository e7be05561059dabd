// The profiles of users: their values of the profile fields. Users edit their own profile, except fields
// that only administrators may edit; administrators edit all profiles. Bots have no profile.
import { Injectable } from '@nestjs/common';
import { MarkdownService } from '#modules/markdown/markdown';
import { type ProfileData, UserChanges, type UserRow, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';
import {
  checkedValue,
  type RawFieldValue,
  isRendered,
  parsedIds,
  fieldError,
} from './value-rules.js';

export interface FieldValueInput {
  id: number;
  value: RawFieldValue;
}

@Injectable()
export class ProfileValues {
  constructor(
    private readonly profileFieldsRepository: ProfileFieldsRepository,
    private readonly userChanges: UserChanges,
    private readonly usersService: UsersService,
    private readonly markdownService: MarkdownService,
    private readonly database: Database,
  ) {}

  /** Stores all values or none. Joins the current transaction. */
  async set(actor: Actor, userId: number, input: FieldValueInput[]): Promise<void> {
    const { realmId } = actor;
    if (input.length === 0) return;
    await this.database.transaction(async () => {
      const fields = new Map(
        (await this.profileFieldsRepository.findAllForShare(realmId)).map((field) => [
          field.id,
          field,
        ]),
      );
      const values = new Map<number, ProfileData[string] | null>();
      for (const { id, value } of input) {
        const field = fields.get(id);
        if (!field) throw ApiError.badRequest(`There is no profile field ${id}`);
        if (!field.editableByUser && actor.role > Role.Administrator) {
          throw fieldError(field, 'can only be changed by administrators');
        }
        values.set(id, await this.toStored(realmId, field, value));
      }
      const user = await this.userChanges.lock(realmId, userId);
      checkHasProfile(user);
      await this.userChanges.setProfileData(realmId, user, values);
    });
  }

  /** Ignores the case of the name. */
  async findFieldId(realmId: number, name: string): Promise<number | undefined> {
    const fields = await this.profileFieldsRepository.findAll(realmId);
    return fields.find((field) => field.name.toLowerCase() === name.toLowerCase())?.id;
  }

  private async toStored(
    realmId: number,
    field: ProfileFieldEntity,
    input: RawFieldValue,
  ): Promise<ProfileData[string] | null> {
    const value = checkedValue(field, input);
    if (value === null) return null;
    if (field.type === FieldType.Users) await this.checkUsers(realmId, field, value);
    return isRendered(field.type)
      ? { value, rendered_value: this.markdownService.render(value) }
      : { value };
  }

  private async checkUsers(
    realmId: number,
    field: ProfileFieldEntity,
    value: string,
  ): Promise<void> {
    const ids = parsedIds(value) ?? [];
    const users = await this.usersService.findByIds(
      realmId,
      ids.filter((id) => id >= 0 && id <= MAX_ID),
    );
    const active = users.filter(({ isActive, isSystemBot }) => isActive && !isSystemBot);
    const activeIds = new Set(active.map(({ id }) => id));
    const unknown = ids.find((id) => !activeIds.has(id));
    if (unknown !== undefined)
      throw fieldError(field, `contains ${unknown}, which is not the ID of an active user`);
  }
}

/** The largest id of a user. */
const MAX_ID = 2_147_483_647;

function checkHasProfile(user: UserRow): void {
  if (user.botType !== null) throw ApiError.badRequest('Bots have no profile');
}
