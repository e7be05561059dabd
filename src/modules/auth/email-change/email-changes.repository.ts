import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { OneTimeTokens } from '#platform/one-time-tokens.js';

export interface EmailChange {
  user_id: number;
  new_email: string;
}

@Injectable()
export class EmailChangesRepository extends OneTimeTokens<EmailChange> {
  constructor(database: Database, clock: Clock) {
    super(database, clock, {
      name: 'email_changes',
      columns: ['user_id', 'new_email'],
      validHours: 24,
    });
  }
}
