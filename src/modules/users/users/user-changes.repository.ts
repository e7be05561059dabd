import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';
import { Role } from '#platform/http/actor.js';
import type { EmailVisibility } from '#modules/users/visibility';
import { type ProfileData, UserEntity } from './user.entity.js';

export interface ChangedVisibility {
  id: number;
  before: EmailVisibility;
}

@Injectable()
export class UserChangesRepository {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly database: Database,
  ) {}

  /** Locks the rows until the current transaction ends. */
  async lock(realmId: number, ids: number[]): Promise<void> {
    await this.lockIds({ realmId, id: Any(ids) });
  }

  /** Returns the active owners, who are locked until the current transaction ends. */
  lockOwners(realmId: number): Promise<number[]> {
    return this.lockIds({ realmId, role: Role.Owner, isActive: true, botType: IsNull() });
  }

  async update(
    realmId: number,
    id: number,
    changes: Partial<
      Pick<
        UserEntity,
        | 'fullName'
        | 'role'
        | 'isActive'
        | 'avatarSource'
        | 'avatarVersion'
        | 'avatarPath'
        | 'botOwnerId'
        | 'apiKeyHash'
        | 'apiKeySealed'
        | 'canChangeUserEmails'
      >
    >,
  ): Promise<void> {
    await this.users.update({ id, realmId }, changes);
  }

  /** Empties the columns that identify the person. */
  async anonymize(realmId: number, id: number, fullName: string, email: string): Promise<void> {
    await this.users.update(
      { id, realmId },
      {
        isDeleted: true,
        fullName,
        email,
        deliveryEmail: email,
        profileData: {},
        timezone: '',
        passwordHash: null,
      },
    );
  }

  findSecrets(
    realmId: number,
    id: number,
  ): Promise<Pick<UserEntity, 'apiKeySealed' | 'canChangeUserEmails'> | null> {
    return this.users.findOne({
      where: { id, realmId },
      select: { apiKeySealed: true, canChangeUserEmails: true },
    });
  }

  sealedApiKeys(
    realmId: number,
    ids: number[],
  ): Promise<Pick<UserEntity, 'id' | 'apiKeySealed'>[]> {
    return this.users.find({
      where: { id: Any(ids), realmId },
      select: { id: true, apiKeySealed: true },
    });
  }

  /**
   * Sets the real address, and the shown one unless that is a placeholder. Returns false when another
   * user has the address; the transaction can only be rolled back then.
   */
  async setDeliveryEmail(id: number, email: string): Promise<boolean> {
    try {
      await this.database.query(
        `UPDATE users SET delivery_email = $2,
           email = CASE WHEN email = delivery_email THEN $2 ELSE email END
         WHERE id = $1`,
        [id, email],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Returns the users whose visibility changed. */
  setEmailVisibility(
    realmId: number,
    ids: number[],
    visibility: EmailVisibility,
    host: string,
  ): Promise<ChangedVisibility[]> {
    return this.database.query(
      `WITH before AS (
         SELECT id, coalesce((settings ->> 'email_address_visibility')::integer, 1) AS visibility
         FROM users WHERE realm_id = $1 AND id = ANY($2) AND bot_type IS NULL
         ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE users u
       SET settings = settings || jsonb_build_object('email_address_visibility', $3::integer),
         email = CASE WHEN $3::integer = 1 THEN delivery_email ELSE 'user' || u.id || '@' || $4 END
       FROM before
       WHERE u.id = before.id AND before.visibility <> $3::integer
       RETURNING u.id, before.visibility AS before`,
      [realmId, ids, visibility, host],
    );
  }

  /** Null removes a field. */
  async setProfileData(
    id: number,
    values: Record<string, ProfileData[string] | null>,
  ): Promise<void> {
    await this.database.query(
      `UPDATE users SET profile_data = jsonb_strip_nulls(profile_data || $2::jsonb) WHERE id = $1`,
      [id, JSON.stringify(values)],
    );
  }

  /** The users with a value in the field, by id. */
  findProfileValues(realmId: number, fieldId: number): Promise<{ id: number; value: string }[]> {
    return this.database.query(
      `SELECT id, profile_data -> $2::text ->> 'value' AS value FROM users
       WHERE realm_id = $1 AND profile_data ? $2::text ORDER BY id`,
      [realmId, `${fieldId}`],
    );
  }

  async clearProfileField(realmId: number, ids: number[], fieldId: number): Promise<void> {
    await this.database.query(
      `UPDATE users SET profile_data = profile_data - $3::text
       WHERE realm_id = $1 AND id = ANY($2)`,
      [realmId, ids, `${fieldId}`],
    );
  }

  /** Records the first login to an account that another user created; undefined for any other login. */
  async recordFirstLogin(id: number, now: Date): Promise<{ wasStub: boolean } | undefined> {
    const [row] = await this.database.query<{ wasStub: boolean }>(
      `WITH waiting AS (
         SELECT id, is_imported_stub FROM users
         WHERE id = $1 AND awaits_first_login FOR NO KEY UPDATE
       )
       UPDATE users u SET awaits_first_login = false, is_imported_stub = false, date_joined = $2
       FROM waiting WHERE u.id = waiting.id
       RETURNING waiting.is_imported_stub AS "wasStub"`,
      [id, now],
    );
    return row;
  }

  /** Returns the active bots of the owner, which are locked until the current transaction ends. */
  lockActiveBotsOf(userId: number): Promise<number[]> {
    return this.lockIds({ botOwnerId: userId, isActive: true });
  }

  private async lockIds(where: FindOptionsWhere<UserEntity>): Promise<number[]> {
    const users = await this.users.find({
      select: { id: true },
      where,
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return users.map(({ id }) => id);
  }
}
