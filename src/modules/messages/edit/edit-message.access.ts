// Permissions and time limits for editing and moving messages. The time limits of moves do not apply to
// moderators and administrators; the permissions apply to all.
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto.js';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { normalizedTopic } from '#modules/messages/render';
import { SendMessageAccess } from '#modules/messages/send';
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  LIMITS,
  RealmPermissions,
  RealmsService,
} from '#modules/realms/realms';
import { StreamsAccess } from '#modules/streams/streams';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { type EditedMessage, EditedMessagesRepository } from './edited-messages.repository.js';
import {
  changesChannel,
  changesTopic,
  type Destination,
  type MovedMessage,
  type MovePlan,
  oldTopicPart,
  onlyToggles,
  togglesTopic,
} from './move-plan.js';
import { marksEmptyTopic } from './resolved-topic.js';

/** Edits that were started in time may arrive this much later. */
const GRACE_SECONDS = 20;

@Injectable()
export class EditMessageAccess {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly realmsService: RealmsService,
    private readonly realmPermissions: RealmPermissions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the message, and the move that the request asks for, if any. Throws if the message or the new
   * channel is hidden from the actor.
   */
  async requirePlan(
    actor: Actor,
    id: number,
    { topic, streamId, mode }: Destination,
  ): Promise<{ accessed: AccessedMessage; plan: MovePlan | undefined }> {
    const accessed = await this.messagesAccess.requireReadable(actor, id);
    if (topic === undefined && streamId === undefined) return { accessed, plan: undefined };
    const { channel: from, message } = accessed;
    if (!from) throw ApiError.badRequest('Direct messages cannot be moved');
    const isSameChannel = streamId === undefined || streamId === from.stream.id;
    const plan = {
      from,
      to: isSameChannel ? from : await this.streamsAccess.requireById(actor, streamId),
      oldTopic: message.topic,
      topic: topic === undefined ? message.topic : normalizedTopic(topic, LIMITS.max_topic_length),
      mode,
    };
    return { accessed, plan: changesChannel(plan) || changesTopic(plan) ? plan : undefined };
  }

  /** The message need not be locked. */
  async checkAuthor(actor: Actor, { message, channel }: AccessedMessage): Promise<void> {
    if (message.senderId !== actor.userId) {
      throw ApiError.badRequest('Only the author of a message may edit its text');
    }
    const { allow_message_editing: allowed } = await this.realmsService.settings(actor.realmId);
    if (!allowed) throw ApiError.badRequest('Messages cannot be edited in this organization');
    if (channel?.stream.isArchived) throw archived();
  }

  /** Throws unless the actor may edit the text of the locked message. */
  async checkContentEdit(
    actor: Actor,
    { accessed, message }: { accessed: AccessedMessage; message: EditedMessage },
  ): Promise<void> {
    await this.checkAuthor(actor, accessed);
    if (message.hasSubmessages) {
      throw ApiError.badRequest('The text of a poll or to-do list cannot be edited');
    }
    const { message_content_edit_limit_seconds: limit } = await this.realmsService.settings(
      actor.realmId,
    );
    if (limit !== null && message.dateSent < this.clock.ago(limit + GRACE_SECONDS)) {
      throw ApiError.badRequest('The time limit for editing this message has passed');
    }
  }

  /** Throws when the client has not seen the current text. */
  checkSeen(message: EditedMessage, seenSha256: string | undefined): void {
    if (seenSha256 === undefined) return;
    if (sha256(message.content).toString('hex') === seenSha256.toLowerCase()) return;
    throw new ApiError('EXPECTATION_MISMATCH', 400, 'The message was edited in the meantime');
  }

  /**
   * Throws unless the actor may move these messages, and the channel allows the topic. `messages` are all
   * that would be moved, ascending.
   */
  async checkMove(actor: Actor, plan: MovePlan, messages: MovedMessage[]): Promise<void> {
    const { from, to } = plan;
    if (from.stream.isArchived || to.stream.isArchived) throw archived();
    if (togglesTopic(plan) && !(await this.mayResolve(actor, plan))) {
      throw ApiError.badRequest('You may not resolve topics in this channel');
    }
    if (isRename(plan) && !(await this.mayMoveWithin(actor, plan))) {
      throw ApiError.badRequest('You may not change the topics of messages in this channel');
    }
    if (changesChannel(plan)) {
      if (!(await this.mayMoveOut(actor, plan))) {
        throw ApiError.badRequest('You may not move messages out of this channel');
      }
      if (!to.canPost) throw ApiError.badRequest('You may not send messages to that channel');
    }
    await this.checkAge(actor, plan, messages);
    await this.checkNewTopic(plan);
  }

  private async checkNewTopic(plan: MovePlan): Promise<void> {
    const { to, oldTopic, topic } = plan;
    if (marksEmptyTopic(oldTopic, topic, EMPTY_TOPIC_DISPLAY_NAME)) {
      throw ApiError.badRequest('The empty topic cannot be resolved');
    }
    await this.sendMessageAccess.checkTopicName(to, topic);
    if (!onlyToggles(plan)) await this.sendMessageAccess.checkTopicCreation(to, topic);
  }

  private async mayResolve(actor: Actor, { from }: MovePlan): Promise<boolean> {
    return (
      from.holds('can_resolve_topics_group') ||
      this.realmPermissions.holds(actor, 'can_resolve_topics_group')
    );
  }

  private async mayMoveWithin(actor: Actor, { from }: MovePlan): Promise<boolean> {
    return (
      from.holds('can_move_messages_within_channel_group') ||
      this.realmPermissions.holds(actor, 'can_move_messages_between_topics_group')
    );
  }

  private async mayMoveOut(actor: Actor, { from }: MovePlan): Promise<boolean> {
    return (
      from.holds('can_move_messages_out_of_channel_group') ||
      this.realmPermissions.holds(actor, 'can_move_messages_between_channels_group')
    );
  }

  private async checkAge(actor: Actor, plan: MovePlan, messages: MovedMessage[]): Promise<void> {
    if (actor.role <= Role.Moderator) return;
    const settings = await this.realmsService.settings(actor.realmId);
    const limits = [
      isRename(plan) && settings.move_messages_within_stream_limit_seconds,
      changesChannel(plan) && settings.move_messages_between_streams_limit_seconds,
    ].filter((limit) => typeof limit === 'number');
    if (limits.length === 0) return;
    const since = this.clock.ago(Math.min(...limits) + GRACE_SECONDS);
    if (messages.every(({ dateSent: sent }) => sent >= since)) return;
    if (plan.mode === 'change_one') {
      throw ApiError.badRequest('The time limit for moving this message has passed');
    }
    const age = await this.editedMessagesRepository.age(oldTopicPart(actor, plan), since);
    throw new ApiError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      400,
      `Only the newest ${age.allowed} of the ${age.total} messages of this topic may be moved`,
      {
        first_message_id_allowed_to_move: age.firstAllowedId,
        total_messages_in_topic: age.total,
        total_messages_allowed_to_move: age.allowed,
      },
    );
  }
}

/** Resolving a topic is not a rename. */
function isRename(plan: MovePlan): boolean {
  return changesTopic(plan) && !onlyToggles(plan);
}

function archived(): ApiError {
  return ApiError.badRequest('The channel is archived');
}
