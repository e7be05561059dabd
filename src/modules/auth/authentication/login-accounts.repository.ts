import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Raw, type Repository } from 'typeorm';
import { UserEntity } from '#modules/users/users';

const SELECTED = {
  id: true,
  deliveryEmail: true,
  fullName: true,
  role: true,
  isActive: true,
  passwordHash: true,
  apiKeySealed: true,
  dateJoined: true,
  timezone: true,
  settings: true,
} as const;

/** The data of a user that a login needs. */
export type LoginAccount = Pick<UserEntity, keyof typeof SELECTED>;

/** All methods except `setPassword` exclude bots. */
@Injectable()
export class LoginAccountsRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  /** By the real address, regardless of case. */
  findByEmail(realmId: number, email: string): Promise<LoginAccount | null> {
    const deliveryEmail = Raw((column) => `lower(${column}) = lower(:email)`, { email });
    return this.users.findOne({
      select: SELECTED,
      where: { realmId, deliveryEmail, botType: IsNull() },
    });
  }

  findById(realmId: number, id: number): Promise<LoginAccount | null> {
    return this.users.findOne({ select: SELECTED, where: { realmId, id, botType: IsNull() } });
  }

  /** As findById; no other transaction changes the user meanwhile. */
  findByIdForUpdate(realmId: number, id: number): Promise<LoginAccount | null> {
    return this.users.findOne({
      select: SELECTED,
      where: { realmId, id, botType: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The active people of the realm, by role and id. */
  findActive(
    realmId: number,
    limit: number,
  ): Promise<Pick<UserEntity, 'id' | 'deliveryEmail' | 'role'>[]> {
    return this.users.find({
      select: { id: true, deliveryEmail: true, role: true },
      where: { realmId, isActive: true, botType: IsNull() },
      order: { role: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async setPassword(id: number, passwordHash: string): Promise<void> {
    await this.users.update({ id }, { passwordHash });
  }
}
