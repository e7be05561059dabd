import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { PasswordResetMailer } from './password-reset-mailer.service.js';
import { sendPasswordResetEmail } from './password-reset.jobs.js';

@Injectable()
export class PasswordResetWorker {
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
