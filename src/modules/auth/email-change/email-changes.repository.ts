import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '#platform/clock.js';
import { OneTimeTokens } from '#platform/one-time-tokens.js';
import { EmailChangeEntity } from './email-change.entity.js';

const VALID_HOURS = 24;

@Injectable()
export class EmailChangesRepository extends OneTimeTokens<EmailChangeEntity> {
  constructor(
    @InjectRepository(EmailChangeEntity) emailChanges: Repository<EmailChangeEntity>,
    clock: Clock,
  ) {
    super(emailChanges, clock, VALID_HOURS);
  }
}
