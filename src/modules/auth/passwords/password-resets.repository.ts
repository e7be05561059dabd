import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '#platform/clock.js';
import { OneTimeTokens } from '#platform/one-time-tokens.js';
import { PasswordResetEntity } from './password-reset.entity.js';

export const VALID_HOURS = 24;

@Injectable()
export class PasswordResetsRepository extends OneTimeTokens<PasswordResetEntity> {
  constructor(
    @InjectRepository(PasswordResetEntity) passwordResets: Repository<PasswordResetEntity>,
    clock: Clock,
  ) {
    super(passwordResets, clock, VALID_HOURS);
  }
}
