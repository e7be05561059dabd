import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { ReplyAddressEntity } from './reply-address.entity.js';

/** The user who answers, and the message in the conversation. */
export interface ReplyTarget {
  realmId: number;
  userId: number;
  messageId: number;
}

@Injectable()
export class ReplyAddressesRepository {
  constructor(
    @InjectRepository(ReplyAddressEntity)
    private readonly replyAddresses: Repository<ReplyAddressEntity>,
    private readonly database: Database,
  ) {}

  async insert(address: ReplyAddressEntity): Promise<void> {
    await this.replyAddresses.insert(address);
  }

  async find(tokenHash: Buffer, createdAfter: Date): Promise<ReplyTarget | undefined> {
    const [target] = await this.database.query<ReplyTarget>(
      `SELECT u.realm_id AS "realmId", a.user_id AS "userId", a.message_id AS "messageId"
       FROM email_reply_addresses a JOIN users u ON u.id = a.user_id
       WHERE a.token_hash = $1 AND a.created_at > $2`,
      [tokenHash, createdAfter],
    );
    return target;
  }

  async deleteBefore(date: Date): Promise<void> {
    await this.replyAddresses.delete({ createdAt: LessThan(date) });
  }
}
