// Sends messages: of users, after checking what they may do, and of the server's own bots, which may
// write anywhere. One transaction inserts a message with its user messages, appends its event and updates
// the channel and the visibility policies of the users involved. A message with an idempotency key is
// sent once.
import { Injectable } from '@nestjs/common';
import { messageEvent } from '#modules/messages/messages';
import { normalizedContent } from '#modules/messages/render';
import { SubmessagesService, widgetOf } from '#modules/messages/submessages';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { streamDoesNotExist, StreamsService } from '#modules/streams/streams';
import { AutomaticTopicPolicies } from '#modules/streams/user-topics';
import { AttachmentReferencesService } from '#modules/uploads/attachments';
import { actorOf, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { GroupCommit } from '#platform/database/group-commit.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import {
  BotOwnerNotifications,
  emptyChannel,
  missingChannel,
} from './bot-owner-notifications.service.js';
import { DirectConversations } from './direct-conversations.service.js';
import {
  channelTopic,
  type ComposedMessage,
  MessageComposer,
  type Recipient,
} from './message-composer.service.js';
import {
  type BotMessage,
  isInteractive,
  type MessageInput,
  type SentMessage,
} from './message-input.js';
import { MirroredSenders } from './mirrored-senders.service.js';
import {
  messageAudience,
  messagePayload,
  newMessage,
  participationOf,
  receiversAmong,
} from './new-message.js';
import {
  type InsertedMessage,
  type NewMessage,
  NewMessagesRepository,
} from './new-messages.repository.js';
import { channelName, SendMessageAccess } from './send-message.access.js';

/** Messages with more recipients get a transaction of their own, so that others need not wait. */
const MAX_GROUP_COMMIT_RECIPIENTS = 1000;

/** A message that may be sent, as it would be sent now. */
export type PreparedMessage = ComposedMessage;

@Injectable()
export class SendMessageService {
  constructor(
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly mirroredSenders: MirroredSenders,
    private readonly messageComposer: MessageComposer,
    private readonly directConversations: DirectConversations,
    private readonly newMessagesRepository: NewMessagesRepository,
    private readonly submessagesService: SubmessagesService,
    private readonly userVisibility: UserVisibility,
    private readonly realmsService: RealmsService,
    private readonly streamsService: StreamsService,
    private readonly automaticTopicPolicies: AutomaticTopicPolicies,
    private readonly attachmentReferencesService: AttachmentReferencesService,
    private readonly botOwnerNotifications: BotOwnerNotifications,
    private readonly groupCommit: GroupCommit,
    private readonly eventLog: EventLog,
  ) {}

  /** Resolves when the message is committed. */
  async send(actor: Actor, input: MessageInput): Promise<SentMessage> {
    return this.sendPrepared(actor, await this.prepare(actor, input));
  }

  /** Throws if the actor cannot send the message now. Sends nothing. */
  async prepare(actor: Actor, input: MessageInput): Promise<PreparedMessage> {
    const content = normalizedContent(input.content, LIMITS.max_message_length);
    const { sender, dateSent } = await this.mirroredSenders.resolve(actor, input.mirrored);
    const recipient = await this.recipient(actor, sender, input);
    const options = {
      sender,
      dateSent,
      readBySender: input.readBySender ?? isInteractive(actor.clientName),
      widget: input.widget ?? widgetOf(content),
      idempotencyKey: input.idempotencyKey,
    };
    const [message] = await this.messageComposer.compose(options, [{ recipient, content }]);
    return message!;
  }

  /** Sends a message that was prepared for the same actor just before. */
  async sendPrepared(actor: Actor, message: PreparedMessage): Promise<SentMessage> {
    const sent = await this.deliverOne(message);
    const stream = channelTopic(message.recipient)?.stream;
    if (stream?.subscriberCount === 0) await this.notifyBotOwner(actor, emptyChannel(stream));
    return sent;
  }

  /**
   * Sends messages of one of the server's own bots, at most one to each channel and to each user.
   * Returns their ids in the order of `messages`.
   */
  async sendAs(bot: UserSummary, messages: BotMessage[]): Promise<number[]> {
    if (messages.length === 0) return [];
    // With the rights of an owner, a bot can link to every channel.
    const sender = { ...actorOf(bot, 'Internal'), role: Role.Owner };
    const texts = messages.map(({ to, content }) => ({
      content,
      recipient: 'stream' in to ? to : { users: [bot, to].toSorted((a, b) => a.id - b.id) },
    }));
    const composed = await this.messageComposer.compose({ sender, readBySender: true }, texts);
    const sent = await this.groupCommit.runAlone(() => this.deliver(composed));
    return sent.map(({ id }) => id);
  }

  /** Notifies the owner of the bot, at most once a minute. `text` continues the sentence "Your bot …". */
  async notifyBotOwner(bot: Actor, text: string): Promise<void> {
    await this.botOwnerNotifications.notify(bot, text, async (from, message) => {
      await this.sendAs(from, [message]);
    });
  }

  /**
   * Sends the reply of a bot to the conversation in which it was addressed, even if the bot may not send messages
   * there.
   */
  async answer(
    bot: Actor,
    recipient: Recipient,
    input: Pick<MessageInput, 'content' | 'widget'>,
  ): Promise<void> {
    const content = normalizedContent(input.content, LIMITS.max_message_length);
    const widget = input.widget ?? widgetOf(content);
    const [message] = await this.messageComposer.compose(
      { sender: bot, readBySender: true, widget },
      [{ recipient, content }],
    );
    await this.deliverOne(message!);
  }

  /** The actor needs the permission to post, also where the sender is another user. */
  private async recipient(actor: Actor, sender: Actor, input: MessageInput): Promise<Recipient> {
    const { type, to, topic } = input;
    if (type === 'direct')
      return { users: await this.sendMessageAccess.requireConversation(sender, to) };
    if (topic === undefined) throw ApiError.badRequest('Missing topic');
    const name = channelName(to);
    const channel = await this.sendMessageAccess.findChannel(actor, name);
    if (!channel) {
      await this.notifyBotOwner(actor, missingChannel(name));
      throw streamDoesNotExist(name);
    }
    return {
      stream: channel.stream,
      topic: await this.sendMessageAccess.requireTopic(channel, topic),
    };
  }

  private async deliverOne(message: ComposedMessage): Promise<SentMessage> {
    const { sender, recipient } = message;
    const count = 'users' in recipient ? recipient.users.length : recipient.stream.subscriberCount;
    const deliver = (): Promise<SentMessage[]> => this.deliver([message]);
    const [sent] = await (count > MAX_GROUP_COMMIT_RECIPIENTS
      ? this.groupCommit.runAlone(deliver)
      : this.groupCommit.run(sender.realmId, deliver));
    return sent!;
  }

  /** One unit of work. All messages have the same sender. Joins the current transaction. */
  private async deliver(messages: ComposedMessage[]): Promise<SentMessage[]> {
    const { realmId } = messages[0]!.sender;
    const recipientIds = await this.recipientIds(realmId, messages);
    const rows = messages.map((message, index) => newMessage(message, recipientIds[index]!));
    const inserted = await this.newMessagesRepository.insert(rows);
    if (inserted.length === 0) return [await this.findDuplicate(rows[0]!)];
    for (const [index, message] of messages.entries()) {
      await this.publish(message, rows[index]!, inserted[index]!);
      await this.attachmentReferencesService.add(
        realmId,
        inserted[index]!.id,
        message.rendered.attachments,
      );
    }
    const inChannels = messages.flatMap(({ recipient }, index) =>
      'users' in recipient ? [] : [{ stream: recipient.stream, messageId: inserted[index]!.id }],
    );
    await this.streamsService.recordMessages(realmId, inChannels);
    const sent: SentMessage[] = [];
    for (const [index, message] of messages.entries()) {
      sent.push(await this.followTopic(message, inserted[index]!));
    }
    return sent;
  }

  /** Returns the message that was already sent with this idempotency key. */
  private async findDuplicate({ senderId, keyHash }: NewMessage): Promise<SentMessage> {
    const id = keyHash && (await this.newMessagesRepository.findByKey(senderId, keyHash));
    if (id === undefined) {
      throw new Error('The sender or the organization of a message no longer exists');
    }
    return { id };
  }

  private async recipientIds(realmId: number, messages: ComposedMessage[]): Promise<number[]> {
    const conversations = messages.flatMap(({ recipient }) =>
      'users' in recipient ? [recipient.users] : [],
    );
    const started = await this.directConversations.start(realmId, conversations);
    return messages.map(({ recipient }) =>
      'users' in recipient ? started.shift()! : recipient.stream.recipientId,
    );
  }

  private async publish(
    message: ComposedMessage,
    row: NewMessage,
    inserted: InsertedMessage,
  ): Promise<void> {
    const { recipient, widget } = message;
    const { realmId, senderId } = row;
    const submessages = widget
      ? [await this.submessagesService.addWidget(inserted.id, senderId, widget)]
      : [];
    // Users in a conversation can access each other.
    const hidden =
      'users' in recipient
        ? []
        : await this.userVisibility.hiddenFrom(realmId, inserted.userIds, senderId);
    const hiddenFrom =
      hidden.length === 0
        ? undefined
        : { userIds: hidden, host: await this.realmsService.host(realmId) };
    const payload = messagePayload(message, row, inserted, { submessages, hiddenFrom });
    this.eventLog.append(messageEvent(realmId, payload, messageAudience(recipient, inserted)));
  }

  /** Applies the settings by which the sender and mentioned users follow or unmute topics. */
  private async followTopic(
    { sender, recipient, rendered }: ComposedMessage,
    inserted: InsertedMessage,
  ): Promise<SentMessage> {
    const { id } = inserted;
    if ('users' in recipient) return { id };
    const topic = { streamId: recipient.stream.id, topic: recipient.topic };
    const participation = sender.isBot ? undefined : participationOf(inserted);
    const policy =
      participation &&
      (await this.automaticTopicPolicies.afterParticipation(sender, topic, participation));
    const mentioned = receiversAmong(rendered.mentions.userIds, inserted);
    if (mentioned.length > 0) {
      await this.automaticTopicPolicies.afterMention(sender.realmId, mentioned, topic);
    }
    return { id, ...(policy !== undefined && { newVisibilityPolicy: policy }) };
  }
}
