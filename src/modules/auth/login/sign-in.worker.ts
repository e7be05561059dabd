import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { PasswordResetLetters } from './password-reset-letters.service.js';
import { writeResetLetter } from './sign-in.jobs.js';

@Injectable()
export class SignInWorker {
  constructor(private readonly passwordResetLetters: PasswordResetLetters) {}

  @JobHandler(writeResetLetter)
  async writeResetLetter({ realmId, email }: { realmId: number; email: string }): Promise<void> {
    await this.passwordResetLetters.write(realmId, email);
  }
}
