// Mail leaves in two steps: a service puts a letter into the outbox, in its own transaction, and a
// job hands it to the mail server. A letter whose job got lost is found again from its row.
// Without a mail server nothing can be sent: `isOpen` tells, and putting a letter in is an error.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { type Letter, write } from './letter.js';
import { sendMail } from './mail.jobs.js';
import { MailsRepository } from './mails.repository.js';

const LOST_AFTER_SECONDS = 10 * 60;
const KEPT_SECONDS = 7 * 24 * 3600;

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

  /** Joins the present transaction: the letter leaves if it commits. */
  put(recipient: string, letter: Letter): Promise<void> {
    return this.putAll(new Map([[recipient, letter]]));
  }

  /** The same for the letter of each recipient. */
  async putAll(letters: ReadonlyMap<string, Letter>): Promise<void> {
    if (!this.isOpen) throw new Error('There is no mail server to send by');
    const mails = [...letters].map(([recipient, letter]) => ({ recipient, ...write(letter) }));
    for (const id of await this.mailsRepository.insert(mails, this.clock.now())) {
      this.jobQueue.enqueue(sendMail, { mailId: id }, { jobId: id });
    }
  }

  /** Tries again what has been lying here; gives up what is a week old. */
  async findUnsent(): Promise<void> {
    const now = this.clock.now();
    await this.mailsRepository.deleteOlderThan(now, KEPT_SECONDS);
    for (const id of await this.mailsRepository.olderThan(now, LOST_AFTER_SECONDS)) {
      await this.jobQueue.revive(sendMail, { mailId: id }, id);
    }
  }
}
