import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { MailEntity } from './mail.entity.js';

export type NewMail = Omit<MailEntity, 'id'>;

@Injectable()
export class MailsRepository {
  constructor(@InjectRepository(MailEntity) private readonly mails: Repository<MailEntity>) {}

  /** Returns the ids of the new mails. */
  async insert(input: NewMail[]): Promise<number[]> {
    const mails = this.mails.create(input);
    await this.mails.insert(mails);
    return mails.map(({ id }) => id);
  }

  find(id: number): Promise<MailEntity | null> {
    return this.mails.findOneBy({ id });
  }

  async delete(id: number): Promise<void> {
    await this.mails.delete({ id });
  }

  /** Returns at most 1000 ids, oldest first. */
  async idsBefore(date: Date): Promise<number[]> {
    const mails = await this.mails.find({
      select: { id: true },
      where: { createdAt: LessThan(date) },
      order: { id: 'ASC' },
      take: 1000,
    });
    return mails.map(({ id }) => id);
  }

  async deleteBefore(date: Date): Promise<void> {
    await this.mails.delete({ createdAt: LessThan(date) });
  }
}
