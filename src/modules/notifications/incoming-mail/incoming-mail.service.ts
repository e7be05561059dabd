// Turns mail into messages. Mail that arrives again, because the reply to it was lost, is sent once.
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { Config } from '#config/config.js';
import { MessagesAccess } from '#modules/messages/messages';
import { SendMessageAccess, SendMessageService } from '#modules/messages/send';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { UploadReceiver } from '#modules/uploads/uploads';
import type { UploadedFile } from '#modules/uploads/attachments';
import { actorOf } from '#modules/users/users';
import { sha256 } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import type {
  ChannelDestination,
  MailDestination,
  ReplyDestination,
} from './incoming-addresses.service.js';
import { messageOf } from './mail-message.js';
import { MailRefusal } from './mail-refusal.js';
import { topicOf } from './mail-topic.js';
import { readMail } from './read-mail.js';
import type { MailAttachment, ReceivedMail } from './received-mail.js';

const CLIENT_NAME = 'Internal';
/** More servers than any mail passes on its way, as in RFC 5321, section 6.3. */
const MAX_HOPS = 100;

@Injectable()
export class IncomingMailService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly sendMessageService: SendMessageService,
    private readonly uploadReceiver: UploadReceiver,
    private readonly realmsService: RealmsService,
    private readonly rateLimiter: RateLimiter,
    private readonly finishedJobs: FinishedJobs,
    private readonly config: Config,
  ) {}

  /** Resolves when the message is committed. Throws a MailRefusal otherwise. */
  async receive(destination: MailDestination, source: Buffer): Promise<void> {
    await this.limit(destination);
    const mail = await this.read(destination, source);
    this.checkLoop(mail);
    const id = mailId(destination, mail, source);
    if (await this.finishedJobs.has(id)) return;
    try {
      if (destination.kind === 'reply') await this.sendReply(destination, mail, id);
      else await this.sendToChannel(destination, mail, id);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500)
        throw MailRefusal.notPermitted(error.message);
      throw error;
    }
  }

  /** Replies do not count against the limits of the organization. */
  private async limit({ kind, realmId, sender }: MailDestination): Promise<void> {
    try {
      if (kind === 'reply') return await this.rateLimiter.consume('mailReply', String(sender.id));
      await this.rateLimiter.consume('incomingMail', String(realmId));
      await this.rateLimiter.consume('incomingMailHour', String(realmId));
    } catch {
      throw new MailRefusal(451, '4.7.1', 'Too much mail was received; please try again later');
    }
  }

  private async read({ options }: MailDestination, source: Buffer): Promise<ReceivedMail> {
    try {
      return await readMail({ source, preferHtml: options.preferHtml });
    } catch {
      throw new MailRefusal(554, '5.6.0', 'The mail cannot be decoded');
    }
  }

  /** Mail of monitoring systems is automatic as well, and welcome: only automatic answers are refused. */
  private checkLoop({ autoSubmitted, hops, fromAddress }: ReceivedMail): void {
    if (autoSubmitted.startsWith('auto-replied')) {
      throw MailRefusal.notPermitted('Automatic answers are not accepted');
    }
    const own = this.config.mailFrom.replace(/^.*<|>$/g, '').toLowerCase();
    if (hops > MAX_HOPS || fromAddress === own) {
      throw new MailRefusal(554, '5.4.6', 'The mail is in a loop');
    }
  }

  private async sendReply(
    { sender, messageId, options }: ReplyDestination,
    mail: ReceivedMail,
    id: string,
  ): Promise<void> {
    const actor = actorOf(sender, CLIENT_NAME);
    const { message } = await this.messagesAccess.requireReadable(actor, messageId);
    const files = await this.upload(actor, mail.attachments);
    const content = messageOf(mail, options, files);
    const conversation =
      message.streamId === null
        ? { type: 'direct' as const, to: message.userIds ?? [] }
        : { type: 'channel' as const, to: message.streamId, topic: message.topic };
    await this.finishedJobs.runOnce(id, async () => {
      await this.sendMessageService.send(actor, { ...conversation, content, readBySender: true });
    });
  }

  private async sendToChannel(
    destination: ChannelDestination,
    mail: ReceivedMail,
    id: string,
  ): Promise<void> {
    const { streamId, options } = destination;
    const author = actorOf(destination.author, CLIENT_NAME);
    const sender = actorOf(destination.sender, CLIENT_NAME);
    const channel = await this.sendMessageAccess.findChannel(author, streamId);
    if (!channel) throw MailRefusal.unknownAddress();
    const topic = await this.topicFor(channel.stream, mail.subject);
    const recipient = {
      stream: channel.stream,
      topic: await this.sendMessageAccess.requireTopic(channel, topic),
    };
    const files = await this.upload(sender, mail.attachments);
    const content = messageOf(mail, options, files);
    await this.finishedJobs.runOnce(id, () =>
      this.sendMessageService.answer(sender, recipient, { content }),
    );
  }

  private async topicFor(
    stream: { realmId: number; topicsPolicy: string },
    subject: string,
  ): Promise<string> {
    const { topics_policy: realmPolicy } = await this.realmsService.settings(stream.realmId);
    const policy = stream.topicsPolicy === 'inherit' ? realmPolicy : stream.topicsPolicy;
    return policy === 'empty_topic_only' ? '' : topicOf(subject, LIMITS.max_topic_length);
  }

  private async upload(sender: Actor, attachments: MailAttachment[]): Promise<UploadedFile[]> {
    const receiver = this.uploadReceiver.of(sender);
    const files: UploadedFile[] = [];
    for (const { name, contentType, content } of attachments) {
      await receiver.checkSize(content.length);
      const file = await receiver.receive({
        name,
        contentType,
        content: Readable.from([Buffer.from(content)], { objectMode: false }),
      });
      await this.uploadReceiver.add(sender, file);
      files.push(file);
    }
    return files;
  }
}

/** Equal for copies of one mail to one address. */
function mailId({ token }: MailDestination, { messageId }: ReceivedMail, source: Buffer): string {
  const identity = messageId === '' ? sha256(source.toString('latin1')).toString('hex') : messageId;
  return `incoming-mail.${sha256(JSON.stringify([token, identity])).toString('hex')}`;
}
