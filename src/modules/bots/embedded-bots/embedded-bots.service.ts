// Answers of embedded bots. A bot receives only messages that it may read, and sends only where it may.
import { Injectable } from '@nestjs/common';
import { BotRecords } from '#modules/bots/records';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { type MessageInput, SendMessageService } from '#modules/messages/send';
import { actorOf, UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { embeddedBot } from './catalogue.js';
import type { Answer, ReceivedMessage } from './embedded-bot.js';

export interface MessageToBot {
  realmId: number;
  messageId: number;
  botId: number;
}

const CLIENT_NAME = 'Internal';
const MENTION_AT_START = /^\s*@\*\*([^*\n|]*)(?:\|(\d+))?\*\*[\s,:]*/;

@Injectable()
export class EmbeddedBotsService {
  constructor(
    private readonly usersService: UsersService,
    private readonly botRecords: BotRecords,
    private readonly messagesAccess: MessagesAccess,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /**
   * Does nothing when the bot is deactivated, or when the message is deleted or not readable for the bot.
   * Joins the current transaction.
   */
  async answer({ realmId, messageId, botId }: MessageToBot): Promise<void> {
    const [bot] = await this.usersService.findByIds(realmId, [botId]);
    if (!bot?.isActive) return;
    const { serviceName, configData: config } = (await this.botRecords.find(realmId, botId)) ?? {};
    const embedded = serviceName ? embeddedBot(serviceName) : undefined;
    if (!embedded) return;
    const actor = actorOf(bot, CLIENT_NAME);
    const accessed = await settled(this.messagesAccess.requireReadable(actor, messageId));
    if (!accessed || accessed instanceof ApiError) return;
    const { senderId, content } = accessed.message;
    const [sender] = await this.usersService.findByIds(realmId, [senderId]);
    const message: ReceivedMessage = {
      text: withoutMention(content, bot),
      sender: { userId: senderId, fullName: sender!.fullName },
    };
    await this.sendAnswers(
      actor,
      embedded.reply(message, { ...embedded.config, ...config }),
      accessed,
    );
  }

  /** Stops at an answer that the bot may not send, and reports it in the conversation of the message. */
  private async sendAnswers(
    actor: Actor,
    answers: Answer[],
    received: AccessedMessage,
  ): Promise<void> {
    for (const answer of answers) {
      const refusal = await this.send(actor, answer, received);
      if (!refusal) continue;
      if (answer.elsewhere)
        await this.send(actor, { text: refusalText(answer, refusal) }, received);
      return;
    }
  }

  private async send(
    actor: Actor,
    { text, elsewhere }: Answer,
    { message, channel }: AccessedMessage,
  ): Promise<ApiError | undefined> {
    const place: Pick<MessageInput, 'type' | 'to' | 'topic'> = elsewhere
      ? { type: 'channel', to: elsewhere.channel, topic: elsewhere.topic }
      : channel
        ? { type: 'channel', to: channel.stream.id, topic: message.topic }
        : { type: 'direct', to: message.userIds! };
    const draft = { ...place, content: text, readBySender: true };
    const sent = await settled(this.sendMessageService.send(actor, draft));
    return sent instanceof ApiError ? sent : undefined;
  }
}

/** Returns an ApiError instead of throwing it. */
async function settled<T>(promise: Promise<T>): Promise<T | ApiError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function refusalText({ elsewhere }: Answer, { message }: ApiError): string {
  const channel = `\`${elsewhere!.channel.replaceAll('`', "'")}\``;
  return `I could not write to the channel ${channel}: ${message}`;
}

function withoutMention(content: string, { id, fullName }: UserSummary): string {
  const [mention, name, mentionedId] = MENTION_AT_START.exec(content) ?? [];
  if (mention === undefined) return content;
  const isOwnMention =
    mentionedId === undefined
      ? name!.trim().toLowerCase() === fullName.toLowerCase()
      : Number(mentionedId) === id;
  return isOwnMention ? content.slice(mention.length) : content;
}
