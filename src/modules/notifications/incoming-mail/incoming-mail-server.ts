// The SMTP server for incoming mail. It accepts only addresses of this server, and answers only after the message is
// committed: no accepted mail is lost. Each mail has one recipient; sending servers repeat it for others.
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { Config } from '#config/config.js';
import { IncomingAddresses, type MailDestination } from './incoming-addresses.service.js';
import { IncomingMailService } from './incoming-mail.service.js';
import { MailRefusal } from './mail-refusal.js';

const MAX_CLIENTS = 100;
/** Bounds the memory for mail that is being received or decoded. */
const MAX_CONCURRENT = 4;
const TIMEOUT_MS = 60_000;
const CLOSE_MS = 5000;

@Injectable()
export class IncomingMailServer implements OnModuleDestroy {
  private server: SMTPServer | undefined;
  private readonly destinations = new WeakMap<SMTPServerAddress, MailDestination>();
  private running = 0;

  constructor(
    private readonly incomingAddresses: IncomingAddresses,
    private readonly incomingMailService: IncomingMailService,
    private readonly config: Config,
    private readonly logger: PinoLogger,
  ) {}

  /** Returns the port. Throws if MAIL_IN_PORT is not set, or the address or the TLS files cannot be used. */
  async listen(): Promise<number> {
    const { port, host } = this.config.mailIn;
    if (port === undefined) throw new Error('MAIL_IN_PORT is not set');
    const smtp = new SMTPServer(this.options());
    this.server = smtp;
    const listening = once(smtp.server, 'listening');
    smtp.listen(port, host);
    await listening;
    smtp.on('error', (error) => this.logger.debug({ err: error }, 'A mail connection failed'));
    return (smtp.server.address() as AddressInfo).port;
  }

  /** Mail that is being received is finished; new connections are refused. */
  async onModuleDestroy(): Promise<void> {
    const { server } = this;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  private options(): SMTPServerOptions {
    const { tls, maxMebibytes, domain } = this.config.mailIn;
    return {
      name: domain ?? this.config.externalUrl.hostname,
      banner: 'Parley',
      authOptional: true,
      disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...(tls && { cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) }),
      disableReverseLookup: true,
      size: maxMebibytes * 1024 * 1024,
      maxClients: MAX_CLIENTS,
      socketTimeout: TIMEOUT_MS,
      closeTimeout: CLOSE_MS,
      onMailFrom: ({ address }, _session, done) => {
        // Only error reports and other automatic answers have no sender.
        done(address === '' ? MailRefusal.notPermitted('Error reports are not accepted') : null);
      },
      onRcptTo: (address, session, done) => {
        this.checkRecipient(address, session).then(
          () => done(),
          (error: unknown) => done(this.refusal(error)),
        );
      },
      onData: (stream, session, done) => {
        this.receive(stream, session).then(
          () => done(null, 'The message was sent'),
          (error: unknown) => done(this.refusal(error)),
        );
      },
    };
  }

  private async checkRecipient(
    address: SMTPServerAddress,
    { envelope }: SMTPServerSession,
  ): Promise<void> {
    if (envelope.rcptTo.length > 0) {
      throw new MailRefusal(452, '4.5.3', 'Each mail can have one recipient here');
    }
    this.destinations.set(address, await this.incomingAddresses.require(address.address));
  }

  private async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const [recipient] = session.envelope.rcptTo;
    const destination = recipient && this.destinations.get(recipient);
    const isBusy = this.running >= MAX_CONCURRENT;
    this.running += 1;
    try {
      const source = await this.sourceOf(stream, isBusy || !destination);
      if (isBusy || !destination) throw MailRefusal.temporary();
      await this.incomingMailService.receive(destination, source);
    } finally {
      this.running -= 1;
    }
  }

  /** The protocol requires that all data is read, also that of refused mail. */
  private async sourceOf(stream: SMTPServerDataStream, isRefused: boolean): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!isRefused && !stream.sizeExceeded) chunks.push(chunk);
    }
    if (stream.sizeExceeded) {
      const { maxMebibytes } = this.config.mailIn;
      throw new MailRefusal(552, '5.3.4', `The mail is larger than ${maxMebibytes} MiB`);
    }
    return Buffer.concat(chunks);
  }

  private refusal(error: unknown): MailRefusal {
    if (error instanceof MailRefusal) return error;
    this.logger.error({ err: error }, 'A mail could not be processed');
    return MailRefusal.temporary();
  }
}
