// Passes emails to the mail server of the configuration.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Transporter } from 'nodemailer';
import { Config } from '#config/config.js';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import type { MailEntity } from './mail.entity.js';
import { mailHeaders } from './mail-headers.js';
import { createTransport } from './transport.js';

@Injectable()
export class Mailer implements OnApplicationShutdown {
  private transport: Transporter | undefined;

  constructor(
    private readonly config: Config,
    private readonly logger: PinoLogger,
  ) {}

  /** Throws a PermanentJobError when the server refuses this mail permanently. */
  async send(mail: MailEntity): Promise<void> {
    const { recipient, subject, text, html } = mail;
    try {
      await this.open().sendMail({
        ...mailHeaders(mail, this.config.mailFrom),
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number };
      if (responseCode < 500) throw error;
      throw new PermanentJobError(`The mail server refused the mail (${responseCode})`, {
        cause: error,
      });
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private open(): Transporter {
    const { smtpUrl } = this.config;
    if (smtpUrl === undefined) throw new PermanentJobError('SMTP_URL is not set');
    if (!this.transport) {
      this.transport = createTransport(smtpUrl);
      this.transport.on('error', (error: unknown) =>
        this.logger.warn({ err: error }, 'The connection to the mail server was lost'),
      );
    }
    return this.transport;
  }
}
