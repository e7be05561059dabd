// Tells the moderators of an organization, in the channel that it has chosen for that, of a message
// that somebody finds wrong.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { SendMessageService, silentMention, topicLink } from '#modules/messages/send';
import { LIMITS, RealmsService, REPORT_TYPES } from '#modules/realms/realms';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { reportText } from './report-text.view.js';

const MAX_DESCRIPTION = 1000;
const MAX_NAMED_PEOPLE = 20;

export interface GivenReport {
  messageId: number;
  type: string;
  description: string;
}

@Injectable()
export class MessageReportsService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly realmsService: RealmsService,
    private readonly streamsService: StreamsService,
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  async report(actor: Actor, given: GivenReport): Promise<void> {
    const accessed = await this.messagesAccess.byId(actor, given.messageId);
    const { reason, description } = checkedReport(given);
    const channel = await this.moderationChannel(actor.realmId);
    const { message } = accessed;
    const people = await this.usersService.findByIds(actor.realmId, [
      message.sender_id,
      ...(message.user_ids ?? []).slice(0, MAX_NAMED_PEOPLE),
    ]);
    const author = people.find(({ id }) => id === message.sender_id)!;
    const text = reportText({
      reporter: silentMention(actor),
      author: mention(author),
      place: place(accessed, people),
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
    if (channel && !channel.is_archived) return channel;
    throw ApiError.badRequest('This organization takes no reports of messages');
  }
}

function checkedReport({ type, description: given }: GivenReport): {
  reason: string;
  description: string;
} {
  const reportType = REPORT_TYPES.find(({ key }) => key === type);
  if (!reportType) throw ApiError.badRequest('report_type is none of those that the server lists');
  const description = given.trim();
  if ([...description].length > MAX_DESCRIPTION) {
    throw ApiError.badRequest(`description is too long (limit: ${MAX_DESCRIPTION} characters)`);
  }
  if (type === 'other' && description === '') {
    throw ApiError.badRequest('A report for another reason needs a description');
  }
  return { reason: reportType.name, description };
}

function mention({ id, fullName }: UserSummary): string {
  return silentMention({ fullName, userId: id });
}

function place({ message, channel }: AccessedMessage, people: UserSummary[]): string {
  if (channel) return `in ${topicLink(channel.stream, message.topic, message.id)}`;
  const others = people.filter(({ id }) => id !== message.sender_id);
  if (others.length === 0) return 'to nobody else';
  const isMore = (message.user_ids ?? []).length > MAX_NAMED_PEOPLE;
  return `to ${others.map(mention).join(', ')}${isMore ? ' and others' : ''}`;
}

/** All reports about one person come together. */
function topicFor({ topics_policy: policy }: Stream, { fullName }: UserSummary): string {
  if (policy === 'empty_topic_only') return '';
  return [...`Reports about ${fullName}`].slice(0, LIMITS.max_topic_length).join('').trim();
}
