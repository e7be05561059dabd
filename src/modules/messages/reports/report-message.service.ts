// Reports a message to the moderators of the organization, in its channel for moderation requests.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { SendMessageService, silentMention, topicLink } from '#modules/messages/send';
import { LIMITS, RealmsService, REPORT_TYPES } from '#modules/realms/realms';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { reportText } from './report-notification.view.js';

const MAX_DESCRIPTION = 1000;
const MAX_NAMED_USERS = 20;

export interface ReportInput {
  messageId: number;
  type: string;
  description: string;
}

@Injectable()
export class ReportMessageService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly realmsService: RealmsService,
    private readonly streamsService: StreamsService,
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  async report(actor: Actor, input: ReportInput): Promise<void> {
    const accessed = await this.messagesAccess.requireReadable(actor, input.messageId);
    const { reason, description } = checkedReport(input);
    const channel = await this.moderationChannel(actor.realmId);
    const { message } = accessed;
    const people = await this.usersService.findByIds(actor.realmId, [
      message.senderId,
      ...(message.userIds ?? []).slice(0, MAX_NAMED_USERS),
    ]);
    const author = people.find(({ id }) => id === message.senderId)!;
    const text = reportText({
      reporter: silentMention(actor),
      author: mention(author),
      recipient: recipient(accessed, people),
      reason,
      description,
      content: message.content,
    });
    const bot = await this.usersService.systemBot(actor.realmId, 'notification-bot');
    const to = { stream: channel, topic: topicFor(channel, author) };
    await this.sendMessageService.sendAs(bot, [{ to, content: text }]);
  }

  private async moderationChannel(realmId: number): Promise<Stream> {
    const { moderation_request_channel_id: id } = await this.realmsService.settings(realmId);
    const channel = id < 0 ? undefined : await this.streamsService.findById(realmId, id);
    if (channel && !channel.isArchived) return channel;
    throw ApiError.badRequest('Reporting messages is disabled in this organization');
  }
}

function checkedReport({ type, description: text }: ReportInput): {
  reason: string;
  description: string;
} {
  const reportType = REPORT_TYPES.find(({ key }) => key === type);
  if (!reportType)
    throw ApiError.badRequest('report_type is not one of the types that the server lists');
  const description = text.trim();
  if ([...description].length > MAX_DESCRIPTION) {
    throw ApiError.badRequest(`description is too long (limit: ${MAX_DESCRIPTION} characters)`);
  }
  if (type === 'other' && description === '') {
    throw ApiError.badRequest('A report of the type "other" requires a description');
  }
  return { reason: reportType.name, description };
}

function mention({ id, fullName }: UserSummary): string {
  return silentMention({ fullName, userId: id });
}

function recipient({ message, channel }: AccessedMessage, people: UserSummary[]): string {
  if (channel) return `in ${topicLink(channel.stream, message.topic, message.id)}`;
  const others = people.filter(({ id }) => id !== message.senderId);
  if (others.length === 0) return 'to themselves';
  const isMore = (message.userIds ?? []).length > MAX_NAMED_USERS;
  return `to ${others.map(mention).join(', ')}${isMore ? ' and others' : ''}`;
}

/** All reports about one user go to the same topic. */
function topicFor({ topicsPolicy: policy }: Stream, { fullName }: UserSummary): string {
  if (policy === 'empty_topic_only') return '';
  return [...`Reports about ${fullName}`].slice(0, LIMITS.max_topic_length).join('').trim();
}
