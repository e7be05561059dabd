// Mail is sent in two steps: a service puts an email into the outbox in its transaction, and a job passes it
// to the mail server. A schedule enqueues lost jobs again. Without a mail server (`isOpen` is false), putting
// an email into the outbox is an error.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Clock, fromSeconds, toSeconds } from '#platform/clock.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { type Email, renderEmail } from './email.js';
import { sendMail } from './mail.jobs.js';
import { MailsRepository } from './mails.repository.js';

const LOST_AFTER_SECONDS = 10 * 60;
const MAX_AGE_SECONDS = 7 * 24 * 3600;

@Injectable()
export class MailOutbox {
  constructor(
    private readonly mailsRepository: MailsRepository,
    private readonly jobQueue: JobQueue,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Whether a mail server is configured. */
  get isOpen(): boolean {
    return this.config.smtpUrl !== undefined;
  }

  /** Joins the current transaction: the email is sent if it commits. */
  put(recipient: string, email: Email): Promise<void> {
    return this.putAll(new Map([[recipient, email]]));
  }

  /** As put, for several emails, keyed by recipient. */
  async putAll(emails: ReadonlyMap<string, Email>): Promise<void> {
    if (!this.isOpen) throw new Error('No mail server is configured');
    const createdAt = this.clock.now();
    const mails = [...emails].map(([recipient, email]) => ({
      recipient,
      createdAt,
      organization: email.variables.organization,
      organizationUrl: email.variables.organizationUrl,
      unsubscribeUrl: email.variables.unsubscribeUrl ?? null,
      replyTo: email.replyTo ?? null,
      ...renderEmail(email),
    }));
    for (const id of await this.mailsRepository.insert(mails)) {
      this.jobQueue.enqueue(sendMail, { mailId: id }, { jobId: id });
    }
  }

  /** Enqueues the jobs of unsent emails again, and deletes emails that are a week old. */
  async findUnsent(): Promise<void> {
    const now = toSeconds(this.clock.now());
    await this.mailsRepository.deleteBefore(fromSeconds(now - MAX_AGE_SECONDS));
    for (const id of await this.mailsRepository.idsBefore(fromSeconds(now - LOST_AFTER_SECONDS))) {
      await this.jobQueue.revive(sendMail, { mailId: id }, id);
    }
  }
}
