// Posts a message to the receiver of an outgoing webhook bot, and sends its reply. The request is sent outside
// of transactions, at least once. The reply is sent in the transaction that ends the job, so it is sent once.
import { Injectable } from '@nestjs/common';
import { type Recipient, SendMessageService, topicLink } from '#modules/messages/send';
import { RealmsService } from '#modules/realms/realms';
import { actorOf, UsersService, type UserSummary } from '#modules/users/users';
import { BotRecords } from '#modules/bots/records';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { PostponeJobError, RetryJobError } from '#platform/jobs/job-definition.js';
import type { RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { PostContent } from '#platform/outgoing/outgoing-requests.js';
import { isSuccess, type PostOutcome, WebhookPosts } from '#platform/outgoing/webhook-posts.js';
import { MAX_POSTS } from './outgoing-webhooks.jobs.js';
import {
  CLIENT_NAME,
  type Trigger,
  type TriggeredWebhook,
  TriggersService,
} from './triggers.service.js';
import { readAnswer, type WebhookAnswer } from './webhook-answer.js';
import {
  answerFailure,
  DIRECT_MESSAGE_FAILURE,
  FORBIDDEN_FAILURE,
  ownerText,
  replyFailure,
  statusFailure,
  unreachableFailure,
  type WebhookFailure,
} from './webhook-failure.view.js';
import { jsonPost, SLACK_FORMAT, slackPost } from './webhook-request.view.js';

/** Concurrent requests of a process for one bot, so that a slow receiver does not delay other bots. */
const MAX_POSTS_AT_ONCE = 10;
const POSTPONED_MS = 1000;

type Conclusion =
  | Exclude<WebhookAnswer, { kind: 'invalid' }>
  | { kind: 'failed'; failure: WebhookFailure };

@Injectable()
export class PostToBotService {
  /** Numbers of current requests, by bot id. */
  private readonly posting = new Map<number, number>();

  constructor(
    private readonly triggersService: TriggersService,
    private readonly botRecords: BotRecords,
    private readonly webhookPosts: WebhookPosts,
    private readonly sendMessageService: SendMessageService,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly finishedJobs: FinishedJobs,
    private readonly database: Database,
  ) {}

  async post(trigger: Trigger, job: RunningJob): Promise<void> {
    const triggered = await this.triggersService.find(trigger);
    if (!triggered) return;
    const content = await this.content(trigger.realmId, triggered);
    const conclusion: Conclusion = content
      ? await this.request(trigger, triggered, content, job)
      : { kind: 'failed', failure: DIRECT_MESSAGE_FAILURE };
    await this.finishedJobs.runOnce(job.id, () => this.conclude(trigger, conclusion));
  }

  /** Returns undefined for a direct message in a format that does not support them. */
  private async content(
    realmId: number,
    { bot, webhook: { format, token }, message: { view } }: TriggeredWebhook,
  ): Promise<PostContent | undefined> {
    const posted = { bot, token, message: view };
    if (format !== SLACK_FORMAT) return jsonPost(posted);
    if (view.type === 'private') return undefined;
    return slackPost(posted, { id: realmId, host: await this.realmsService.host(realmId) });
  }

  private async request(
    { botId, messageId }: Trigger,
    { webhook: { url, format } }: TriggeredWebhook,
    content: PostContent,
    { attempt, signal }: RunningJob,
  ): Promise<Conclusion> {
    const [outcome] = await this.limited(botId, () =>
      Promise.all([
        this.webhookPosts.post(url, content, signal),
        this.database.transaction(() => this.botRecords.recordTrigger(botId, messageId), {
          fireAndForget: true,
        }),
      ]),
    );
    if (outcome.kind === 'unreachable' && attempt < MAX_POSTS) {
      throw new RetryJobError('The receiver of an outgoing webhook could not be reached');
    }
    return conclusionOf(outcome, format);
  }

  private async limited<T>(botId: number, work: () => Promise<T>): Promise<T> {
    const count = this.posting.get(botId) ?? 0;
    if (count >= MAX_POSTS_AT_ONCE) throw new PostponeJobError(POSTPONED_MS);
    this.posting.set(botId, count + 1);
    try {
      return await work();
    } finally {
      const rest = this.posting.get(botId)! - 1;
      if (rest > 0) this.posting.set(botId, rest);
      else this.posting.delete(botId);
    }
  }

  /** During the request, the message may have been moved or deleted, and the bot deactivated. */
  private async conclude(trigger: Trigger, conclusion: Conclusion): Promise<void> {
    if (conclusion.kind === 'silent') return;
    const triggered = await this.triggersService.find(trigger);
    if (!triggered) return;
    const { bot, message } = triggered;
    const conversation = await this.triggersService.conversation(trigger.realmId, message);
    const failure =
      conclusion.kind === 'failed'
        ? conclusion.failure
        : await this.reply(bot, conversation, conclusion);
    if (!failure) return;
    await this.reply(bot, conversation, { content: `Failure! ${failure.inConversation}` });
    if (failure.reason !== undefined) {
      await this.notifyOwner(bot, linkTo(conversation, trigger.messageId), failure);
    }
  }

  /** Returns a failure if the bot may not send this text. */
  private async reply(
    bot: UserSummary,
    conversation: Recipient | undefined,
    reply: Pick<WebhookAnswer & { kind: 'reply' }, 'content' | 'widget'>,
  ): Promise<WebhookFailure | undefined> {
    if (!conversation) return undefined;
    try {
      await this.sendMessageService.answer(actorOf(bot, CLIENT_NAME), conversation, reply);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return replyFailure(error.message);
      throw error;
    }
  }

  private async notifyOwner(
    bot: UserSummary,
    message: string,
    failure: WebhookFailure,
  ): Promise<void> {
    const { realmId, botOwnerId } = bot;
    if (botOwnerId === null) return;
    const [owner] = await this.usersService.findByIds(realmId, [botOwnerId]);
    if (!owner?.isActive) return;
    const from = await this.usersService.systemBot(realmId, 'notification-bot');
    await this.sendMessageService.sendAs(from, [
      { to: owner, content: ownerText(bot, message, failure) },
    ]);
  }
}

function conclusionOf(outcome: PostOutcome, format: 1 | 2): Conclusion {
  switch (outcome.kind) {
    case 'forbidden':
      return failed(FORBIDDEN_FAILURE);
    case 'unreachable':
      return failed(unreachableFailure(outcome.hasTimedOut, MAX_POSTS));
    case 'answered': {
      const { status, body, isTooLong } = outcome;
      if (!isSuccess(status)) return failed(statusFailure(status, body));
      if (isTooLong) return failed(answerFailure('is too long', body));
      const answer = readAnswer(body, format);
      return answer.kind === 'invalid' ? failed(answerFailure(answer.problem, body)) : answer;
    }
  }
}

function failed(failure: WebhookFailure): Conclusion {
  return { kind: 'failed', failure };
}

function linkTo(conversation: Recipient | undefined, messageId: number): string {
  if (!conversation) return 'a message';
  return 'users' in conversation
    ? 'a direct message'
    : topicLink(conversation.stream, conversation.topic, messageId);
}
