import { Injectable } from '@nestjs/common';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { findUnsentMail, sendMail } from './mail.jobs.js';
import { MailOutbox } from './mail-outbox.js';
import { Mailer } from './mailer.js';
import { MailsRepository } from './mails.repository.js';

@Injectable()
export class MailWorker {
  constructor(
    private readonly mailsRepository: MailsRepository,
    private readonly mailer: Mailer,
    private readonly mailOutbox: MailOutbox,
  ) {}

  /** A crash between the two steps sends an email twice, which is better than never. */
  @JobHandler(sendMail)
  async send({ mailId }: { mailId: number }): Promise<void> {
    const mail = await this.mailsRepository.find(mailId);
    if (!mail) return;
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof PermanentJobError) await this.mailsRepository.delete(mailId);
      throw error;
    }
    await this.mailsRepository.delete(mailId);
  }

  @JobHandler(findUnsentMail)
  async findUnsent(): Promise<void> {
    await this.mailOutbox.findUnsent();
  }
}
