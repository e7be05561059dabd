import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The onboarding steps that users have seen. */
export class OnboardingSteps1764000026000 extends ForwardOnlyMigration {
  readonly name = 'OnboardingSteps1764000026000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE seen_onboarding_steps (
        user_id integer NOT NULL REFERENCES users (id),
        name text NOT NULL,
        PRIMARY KEY (user_id, name)
      );
    `);
  }
}
