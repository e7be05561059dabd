// What people fill in. Somebody fills in the own profile but for fields that only administrators
// edit; administrators fill in those of everybody. Bots have no profile.
import { Injectable } from '@nestjs/common';
import { MarkdownService } from '#modules/markdown/markdown';
import { type ProfileData, UserChanges, type UserRow, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';
import { checkedValue, type GivenValue, isRendered, parsedIds, refused } from './value-rules.js';

export interface GivenFieldValue {
  id: number;
  value: GivenValue;
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

  /** All of the values, or none. Joins the present transaction. */
  async set(actor: Actor, userId: number, given: GivenFieldValue[]): Promise<void> {
    const { realmId } = actor;
    if (given.length === 0) return;
    await this.database.transaction(async () => {
      const fields = new Map(
        (await this.profileFieldsRepository.findAllForShare(realmId)).map((field) => [
          field.id,
          field,
        ]),
      );
      const values = new Map<number, ProfileData[string] | null>();
      for (const { id, value } of given) {
        const field = fields.get(id);
        if (!field) throw ApiError.badRequest(`There is no profile field ${id}`);
        if (!field.editableByUser && actor.role > Role.Administrator) {
          throw refused(field, 'can only be changed by administrators');
        }
        values.set(id, await this.kept(realmId, field, value));
      }
      const user = await this.userChanges.lock(realmId, userId);
      checkHasProfile(user);
      await this.userChanges.setProfileData(realmId, user, values);
    });
  }

  /** Of the field with the name, whatever its case. */
  async idOfField(realmId: number, name: string): Promise<number | undefined> {
    const fields = await this.profileFieldsRepository.findAll(realmId);
    return fields.find((field) => field.name.toLowerCase() === name.toLowerCase())?.id;
  }

  private async kept(
    realmId: number,
    field: ProfileFieldEntity,
    given: GivenValue,
  ): Promise<ProfileData[string] | null> {
    const value = checkedValue(field, given);
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
    const found = await this.usersService.findByIds(
      realmId,
      ids.filter((id) => id >= 0 && id <= MAX_ID),
    );
    const active = found.filter(({ isActive, isSystemBot }) => isActive && !isSystemBot);
    const known = new Set(active.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw refused(field, `names nobody by the ID ${unknown}`);
  }
}

/** The largest id of a user. */
const MAX_ID = 2_147_483_647;

function checkHasProfile(user: UserRow): void {
  if (user.botType !== null) throw ApiError.badRequest('Bots have no profile');
}
