// Tells the clients of those who receive a new message. Guests who may not know of its sender are not
// told who that is.
import { Injectable } from '@nestjs/common';
import {
  type CanonicalMessage,
  displayRecipient,
  messageEvent,
  type MessageSent,
  type Submessage,
} from '#modules/messages/messages';
import { SubmessagesRepository, WIDGET, type Widget } from '#modules/messages/submessages';
import { RealmsService } from '#modules/realms/realms';
import type { Stream } from '#modules/streams/streams';
import { type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { toSeconds } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { listeningAmong } from './listening-bots.service.js';
import type { ComposedMessage } from './message-composer.service.js';
import type { NewMessage, SentMessage, SentToStream } from './new-messages.repository.js';

type Address = Pick<CanonicalMessage, 'streamId' | 'displayRecipient' | 'topicLinks'>;

@Injectable()
export class MessageAnnouncements {
  constructor(
    private readonly submessagesRepository: SubmessagesRepository,
    private readonly userVisibility: UserVisibility,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the present transaction. */
  async toStream(
    composed: ComposedMessage,
    row: NewMessage,
    sent: SentToStream,
    stream: Stream,
  ): Promise<void> {
    const address = {
      streamId: stream.id,
      displayRecipient: stream.name,
      topicLinks: composed.topicLinks,
    };
    const audience = sent.invite_only
      ? Audience.users(sent.user_ids)
      : Audience.publicStream(sent.user_ids);
    const strangers = await this.strangers(composed, sent.user_ids);
    const { listeningBotIds } = composed;
    await this.append(composed, row, sent, { address, audience, strangers, listeningBotIds });
  }

  /** These people know of one another. Joins the present transaction. */
  toPeople(
    composed: ComposedMessage,
    row: NewMessage,
    sent: SentMessage,
    people: UserSummary[],
  ): Promise<void> {
    const address = { streamId: null, displayRecipient: people.map(displayRecipient) };
    const audience = Audience.users(people.map(({ id }) => id));
    const listeningBotIds = listeningAmong(people, composed.senderId);
    return this.append(composed, row, sent, { address, audience, listeningBotIds });
  }

  private async append(
    { realmId, senderId, widget, echo }: ComposedMessage,
    row: NewMessage,
    sent: SentMessage,
    { address, audience, strangers, listeningBotIds }: Announcement,
  ): Promise<void> {
    const submessages = widget
      ? { submessages: [await this.addWidget(sent.id, senderId, widget)] }
      : {};
    const message = { ...canonical(row, sent, address), ...submessages };
    const payload: MessageSent = {
      message,
      flags: sent.flags,
      ...(echo === undefined ? {} : { echo }),
      ...(strangers ? { strangers } : {}),
      ...(listeningBotIds.length > 0 ? { listeningBotIds } : {}),
    };
    this.eventLog.append(messageEvent(realmId, payload, audience));
  }

  private addWidget(messageId: number, senderId: number, widget: Widget): Promise<Submessage> {
    return this.submessagesRepository.insert({
      message_id: messageId,
      sender_id: senderId,
      msg_type: WIDGET,
      content: JSON.stringify(widget),
    });
  }

  /** The guests among the receivers who may not know of the sender. */
  private async strangers(
    { realmId, senderId }: ComposedMessage,
    userIds: number[],
  ): Promise<MessageSent['strangers']> {
    const ids = await this.userVisibility.hiddenFrom(realmId, userIds, senderId);
    if (ids.length === 0) return undefined;
    return { userIds: ids, host: await this.realmsService.host(realmId) };
  }
}

interface Announcement {
  address: Address;
  audience: Audience;
  strangers?: MessageSent['strangers'];
  listeningBotIds: number[];
}

function canonical(row: NewMessage, sent: SentMessage, address: Address): CanonicalMessage {
  return {
    id: sent.id,
    senderId: row.senderId,
    content: row.content,
    renderedContent: row.renderedContent,
    recipientId: row.recipientId,
    timestamp: toSeconds(row.dateSent),
    client: row.clientName,
    topic: row.topic,
    isMeMessage: row.isMeMessage,
    senderFullName: sent.sender_full_name,
    senderEmail: sent.sender_email,
    avatar: {
      userId: row.senderId,
      source: sent.sender_avatar_source,
      version: sent.sender_avatar_version,
      email: sent.sender_delivery_email,
      isEmailHidden: sent.sender_email !== sent.sender_delivery_email,
    },
    realmStringId: sent.realm_string_id,
    ...address,
  };
}
