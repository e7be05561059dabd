// Lets an embedded bot answer a message: it hears only what it may read, and writes only where it
// may write.
import { Injectable } from '@nestjs/common';
import { BotsService } from '#modules/bots/records';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { type MessageInput, SendMessageService } from '#modules/messages/send';
import { actorOf, UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { embeddedBot } from './catalogue.js';
import type { Answer, HeardMessage } from './embedded-bot.js';

export interface SpokenTo {
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
    private readonly botsService: BotsService,
    private readonly messagesAccess: MessagesAccess,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /**
   * Does nothing when the bot is no longer active, when the message is gone, or when the bot may not
   * read it. Joins the present transaction.
   */
  async answer({ realmId, messageId, botId }: SpokenTo): Promise<void> {
    const [bot] = await this.usersService.findByIds(realmId, [botId]);
    if (!bot?.isActive) return;
    const settings = await this.botsService.find(realmId, botId);
    const behaviour = settings?.serviceName ? embeddedBot(settings.serviceName) : undefined;
    if (!behaviour) return;
    const config = { ...behaviour.config, ...settings?.configData };
    const actor = actorOf(bot, CLIENT_NAME);
    const accessed = await tolerated(this.messagesAccess.byId(actor, messageId));
    if (!accessed || accessed instanceof ApiError) return;
    const { senderId, content } = accessed.message;
    const [sender] = await this.usersService.findByIds(realmId, [senderId]);
    const message: HeardMessage = {
      text: withoutMention(content, bot),
      sender: { userId: senderId, fullName: sender!.fullName },
    };
    await this.say(actor, behaviour.reply(message, config), accessed);
  }

  /** Ends where the bot may not write, and tells of it where it may. */
  private async say(actor: Actor, answers: Answer[], heard: AccessedMessage): Promise<void> {
    for (const answer of answers) {
      const refusal = await this.send(actor, answer, heard);
      if (!refusal) continue;
      if (answer.elsewhere) await this.send(actor, { text: refused(answer, refusal) }, heard);
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
    const sent = await tolerated(this.sendMessageService.send(actor, draft));
    return sent instanceof ApiError ? sent : undefined;
  }
}

/** The error instead, where what was asked for is refused. */
async function tolerated<T>(asked: Promise<T>): Promise<T | ApiError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function refused({ elsewhere }: Answer, { message }: ApiError): string {
  const channel = `\`${elsewhere!.channel.replaceAll('`', "'")}\``;
  return `I could not write to the channel ${channel}: ${message}`;
}

function withoutMention(content: string, { id, fullName }: UserSummary): string {
  const [mention, name, mentionedId] = MENTION_AT_START.exec(content) ?? [];
  if (mention === undefined) return content;
  const isMeant =
    mentionedId === undefined
      ? name!.trim().toLowerCase() === fullName.toLowerCase()
      : Number(mentionedId) === id;
  return isMeant ? content.slice(mention.length) : content;
}
