import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { MutedUserEntity } from './muted-user.entity.js';

@Injectable()
export class MutedUsersRepository {
  constructor(
    @InjectRepository(MutedUserEntity) private readonly mutedUsers: Repository<MutedUserEntity>,
  ) {}

  /** Oldest first. */
  findAll(userId: number): Promise<MutedUserEntity[]> {
    return this.mutedUsers.find({
      where: { userId },
      order: { dateMuted: 'ASC', mutedUserId: 'ASC' },
    });
  }

  /** Returns false when the user was muted already. */
  insert(userId: number, mutedUserId: number, dateMuted: Date): Promise<boolean> {
    return insertOrIgnore(this.mutedUsers, { userId, mutedUserId, dateMuted });
  }

  /** Returns false when the user was not muted. */
  async delete(userId: number, mutedUserId: number): Promise<boolean> {
    const { affected } = await this.mutedUsers.delete({ userId, mutedUserId });
    return affected === 1;
  }
}
