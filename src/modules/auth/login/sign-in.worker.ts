import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { PasswordResetMailer } from './password-reset-mailer.service.js';
import { sendPasswordResetEmail } from './sign-in.jobs.js';

@Injectable()
export class SignInWorker {
  constructor(private readonly passwordResetMailer: PasswordResetMailer) {}

  @JobHandler(sendPasswordResetEmail)
  async sendPasswordResetEmail({
    realmId,
    email,
  }: {
    realmId: number;
    email: string;
  }): Promise<void> {
    await this.passwordResetMailer.send(realmId, email);
  }
}
