import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface StoredMail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

@Injectable()
export class MailsRepository {
  constructor(private readonly database: Database) {}

  async insert(mails: StoredMail[], now: Date): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `INSERT INTO mails (recipient, subject, text, html, created_at)
       SELECT recipient, subject, text, html, $5
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         AS mail (recipient, subject, text, html)
       RETURNING id`,
      [
        mails.map(({ recipient }) => recipient),
        mails.map(({ subject }) => subject),
        mails.map(({ text }) => text),
        mails.map(({ html }) => html),
        now,
      ],
    );
    return rows.map(({ id }) => id);
  }

  async find(id: number): Promise<StoredMail | undefined> {
    const [mail] = await this.database.query<StoredMail>(
      `SELECT recipient, subject, text, html FROM mails WHERE id = $1`,
      [id],
    );
    return mail;
  }

  async delete(id: number): Promise<void> {
    await this.database.query(`DELETE FROM mails WHERE id = $1`, [id]);
  }

  async olderThan(now: Date, seconds: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM mails WHERE created_at < $1::timestamptz - make_interval(secs => $2)
       ORDER BY id LIMIT 1000`,
      [now, seconds],
    );
    return rows.map(({ id }) => id);
  }

  async deleteOlderThan(now: Date, seconds: number): Promise<void> {
    await this.database.query(
      `DELETE FROM mails WHERE created_at < $1::timestamptz - make_interval(secs => $2)`,
      [now, seconds],
    );
  }
}
