import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** What mail to an address becomes. */
export interface MailTarget extends AddressKey {
  realmId: number;
}

interface AddressKey {
  streamId: number;
  creatorId: number;
  senderId: number;
}

@Injectable()
export class StreamEmailAddressesRepository {
  constructor(private readonly database: Database) {}

  async findByToken(token: string): Promise<MailTarget | undefined> {
    const [row] = await this.database.query<MailTarget>(
      `SELECT s.realm_id AS "realmId", a.stream_id AS "streamId", a.creator_id AS "creatorId",
         a.sender_id AS "senderId"
       FROM channel_email_addresses a JOIN streams s ON s.id = a.stream_id
       WHERE a.token = $1`,
      [token],
    );
    return row;
  }

  /** Returns the existing token, or stores and returns `token`. */
  async findOrInsertToken(key: AddressKey, token: string, now: Date): Promise<string> {
    const [row] = await this.database.query<{ token: string }>(
      `INSERT INTO channel_email_addresses (stream_id, creator_id, sender_id, token, date_created)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (stream_id, creator_id, sender_id) DO UPDATE SET sender_id = excluded.sender_id
       RETURNING token`,
      [key.streamId, key.creatorId, key.senderId, token, now],
    );
    return row!.token;
  }
}
