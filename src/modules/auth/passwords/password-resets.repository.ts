import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { OneTimeTokens } from '#platform/one-time-tokens.js';

@Injectable()
export class PasswordResetsRepository extends OneTimeTokens<{ user_id: number }> {
  constructor(database: Database, clock: Clock) {
    super(database, clock, { name: 'password_resets', columns: ['user_id'], validHours: 24 });
  }
}
