import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UserEntity } from '#modules/users/users';

@Injectable()
export class MirroredSendersRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async allow(id: number, canSendOnBehalf: boolean): Promise<void> {
    await this.users.update({ id }, { canSendOnBehalf });
  }

  isAllowed(id: number): Promise<boolean> {
    return this.users.existsBy({ id, canSendOnBehalf: true });
  }
}
