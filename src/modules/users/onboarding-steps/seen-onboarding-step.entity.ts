import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A one-time notice that the user has seen. */
@Entity('seen_onboarding_steps')
export class SeenOnboardingStepEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('text')
  name!: string;
}
