import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { lockRow } from '#platform/database/lock-row.js';
import { SeenOnboardingStepEntity } from './seen-onboarding-step.entity.js';

@Injectable()
export class OnboardingStepsRepository {
  constructor(
    @InjectRepository(SeenOnboardingStepEntity)
    private readonly seenOnboardingSteps: Repository<SeenOnboardingStepEntity>,
    private readonly database: Database,
  ) {}

  /** Part of the register snapshot. */
  async findSeen(userId: number): Promise<Set<string>> {
    const rows = await this.database.query<Pick<SeenOnboardingStepEntity, 'name'>>(
      'SELECT name FROM seen_onboarding_steps WHERE user_id = $1',
      [userId],
      { prepare: true },
    );
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * Keeps other transactions from marking steps of the user meanwhile. Returns false when the step was
   * marked already.
   */
  async insertLocked(userId: number, name: string): Promise<boolean> {
    await lockRow(this.database, 'users', userId);
    return insertOrIgnore(this.seenOnboardingSteps, { userId, name });
  }
}
