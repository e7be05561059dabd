// The weekly email about conversations that users missed while they were away. A resumable job writes the emails of an
// organization; a user gets at most one in twelve hours, however often the job runs.
import { Injectable } from '@nestjs/common';
import { messageUrl } from '#modules/markdown/markdown';
import { UnsubscribeLinks } from '#modules/notifications/email-preferences';
import { EMPTY_TOPIC_DISPLAY_NAME, RealmsService } from '#modules/realms/realms';
import { UserVisibility } from '#modules/users/visibility';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { hotTopics } from './digest-email.js';
import { type BusyTopic, type DigestReader, DigestRepository } from './digest.repository.js';
import { type Digests, writeDigests } from './mail.jobs.js';
import { emailHtml } from './message-html.js';
import { channelTitle, quotedText } from './missed-message-email.js';

/** Users who were active since then need no digest. */
const AWAY_SECONDS = 5 * 24 * 3600;
const APART_SECONDS = 12 * 3600;
const BATCH = 20;
const CANDIDATES = 100;
const MESSAGES_SHOWN = 2;

/** What a digest covers. */
interface Period {
  since: Date;
  /** The first message. */
  firstId: number;
}

@Injectable()
export class DigestService {
  constructor(
    private readonly digestRepository: DigestRepository,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly userVisibility: UserVisibility,
    private readonly realmsService: RealmsService,
    private readonly resumableJobs: ResumableJobs,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Starts the digests of the organizations that have them on this day of the week. */
  async start(): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    // Monday is 0 in the setting, but 1 in Date.
    const weekday = (this.clock.now().getUTCDay() + 6) % 7;
    for (const { id: realmId, deactivated } of await this.realmsService.findAll()) {
      const settings = await this.realmsService.settings(realmId);
      const isDue =
        settings.digest_emails_enabled &&
        settings.digest_weekday === weekday &&
        settings.message_content_allowed_in_email_notifications;
      if (deactivated || !isDue) continue;
      const state = { realmId, afterUserId: 0 };
      await this.database.transaction(() =>
        this.resumableJobs.start(writeDigests, { realmId, key: String(realmId), state }),
      );
    }
  }

  async nextBatch({ realmId, afterUserId }: Digests): Promise<Digests | null> {
    const since = this.clock.ago(AWAY_SECONDS);
    const firstId = await this.digestRepository.firstMessageId(realmId, since);
    const period: Period = { since, firstId: firstId ?? Number.MAX_SAFE_INTEGER };
    const readers = await this.digestRepository.readers(
      { realmId, afterId: afterUserId, limit: BATCH },
      { ...period, sentBefore: this.clock.ago(APART_SECONDS) },
    );
    for (const reader of readers) await this.write(realmId, reader, period);
    const last = readers.at(-1);
    return last ? { realmId, afterUserId: last.id } : null;
  }

  /** Does nothing if there is nothing to report. */
  private async write(realmId: number, reader: DigestReader, period: Period): Promise<void> {
    const { id: userId, role, fullName, deliveryEmail } = reader;
    const topics = hotTopics(
      await this.digestRepository.topics(userId, period.firstId, CANDIDATES),
    );
    const channels = await this.digestRepository.newChannels(realmId, role, period.since);
    if (topics.length === 0 && channels.length === 0) return;
    const organization = await this.realmsService.emailVariables(realmId);
    await this.mailOutbox.put(deliveryEmail, {
      template: 'digest',
      variables: {
        ...organization,
        name: fullName,
        topics: await this.topicViews({ realmId, userId, role }, topics, period.firstId),
        channels: channels.map(({ name }) => name),
        actionUrl: organization.organizationUrl,
        unsubscribeUrl: await this.unsubscribeLinks.url({ realmId, userId }, 'digest'),
      },
    });
    await this.digestRepository.recordSent(userId, this.clock.now());
  }

  private async topicViews(
    viewer: { realmId: number; userId: number; role: DigestReader['role'] },
    topics: BusyTopic[],
    firstId: number,
  ): Promise<object[]> {
    const url = await this.realmsService.url(viewer.realmId);
    const messages = await this.digestRepository.firstMessages(topics, firstId, MESSAGES_SHOWN);
    // Guests with limited access do not see the names of all senders.
    const showsNames = (await this.userVisibility.accessibleIds(viewer)) === undefined;
    return topics.map((topic) => {
      const shown = messages.filter(
        (message) => message.recipientId === topic.recipientId && message.topic === topic.topic,
      );
      return {
        title: channelTitle(topic.streamName, topic.topic || EMPTY_TOPIC_DISPLAY_NAME),
        url: `${url}${messageUrl({ id: topic.streamId, name: topic.streamName }, topic.topic, 0).replace(/\/near\/0$/, '')}`,
        names: showsNames ? topic.names : [],
        rest: Math.max(0, topic.messages - shown.length),
        messages: shown.map((message) => ({
          sender: showsNames ? message.senderName : '',
          html: emailHtml(message.renderedContent, url),
          text: quotedText(message.content, url),
        })),
      };
    });
  }
}
