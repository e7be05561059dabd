// A real SMTP server on the loopback interface that stores all emails.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message, headers first. */
  source: string;
}

export class MailSink {
  readonly received: ReceivedMail[] = [];
  /** Addresses that are refused, with the status of the refusal. */
  readonly refused = new Map<string, number>();

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailSink> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const status = sink.refused.get(address);
        if (status === undefined) return done();
        done(Object.assign(new Error('Refused'), { responseCode: status }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          sink.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            source: Buffer.concat(chunks).toString('utf8'),
          });
          done();
        });
      },
    });
    const sink = new MailSink(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** The emails to an address, newest last, without soft line breaks. */
  to(address: string): string[] {
    return this.received
      .filter((mail) => mail.to.includes(address))
      .map(({ source }) => source.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  }

  empty(): void {
    this.received.length = 0;
    this.refused.clear();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
