// Who may edit, move and delete messages, and until when. Moderators and administrators are free of
// the time limits of moves; nobody is free of the permissions.
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto.js';
import type { AccessedMessage } from '#modules/messages/messages';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import {
  type EditedMessage,
  EditedMessagesRepository,
  type TopicPart,
} from './edited-messages.repository.js';
import {
  changesChannel,
  changesTopic,
  type MovedMessage,
  type MovePlan,
  onlyToggles,
  togglesTopic,
} from './move-plan.js';

/** An edit that was begun in time may arrive a little late. */
const GRACE_SECONDS = 20;

@Injectable()
export class EditMessagesAccess {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly realmsService: RealmsService,
    private readonly realmPermissions: RealmPermissions,
    private readonly usersService: UsersService,
    private readonly clock: Clock,
  ) {}

  /** What can be said before anything is locked. */
  async checkAuthor(actor: Actor, { message, channel }: AccessedMessage): Promise<void> {
    if (message.sender_id !== actor.userId) {
      throw ApiError.badRequest('Only its author may edit the text of a message');
    }
    const { allow_message_editing: allowed } = await this.realmsService.settings(actor.realmId);
    if (!allowed) throw ApiError.badRequest('Messages can not be edited in this organization');
    if (channel?.stream.is_archived) throw archived();
  }

  async checkContentEdit(actor: Actor, message: EditedMessage): Promise<void> {
    if (message.has_submessages) {
      throw ApiError.badRequest('The text of a poll or to-do list can not be edited');
    }
    const { message_content_edit_limit_seconds: limit } = await this.realmsService.settings(
      actor.realmId,
    );
    if (limit !== null && message.date_sent < this.before(limit + GRACE_SECONDS)) {
      throw ApiError.badRequest('The time in which this message could be edited is over');
    }
  }

  /** Guards against an edit of a text that the client has not seen. */
  checkSeen(message: EditedMessage, seenSha256: string | undefined): void {
    if (seenSha256 === undefined) return;
    if (sha256(message.content).toString('hex') === seenSha256.toLowerCase()) return;
    throw new ApiError('EXPECTATION_MISMATCH', 400, 'The message has been edited meanwhile');
  }

  /** `moved` are all messages that would be moved, ascending. */
  async checkMove(
    actor: Actor,
    plan: MovePlan,
    moved: MovedMessage[],
    topic: TopicPart,
  ): Promise<void> {
    const { from, to } = plan;
    if (from.stream.is_archived || to.stream.is_archived) throw archived();
    if (togglesTopic(plan) && !(await this.mayResolve(actor, plan))) {
      throw ApiError.badRequest('You may not resolve topics in this channel');
    }
    const isRename = changesTopic(plan) && !onlyToggles(plan);
    if (isRename && !(await this.mayMoveWithin(actor, plan))) {
      throw ApiError.badRequest('You may not change the topics of messages in this channel');
    }
    if (changesChannel(plan)) {
      if (!(await this.mayMoveOut(actor, plan))) {
        throw ApiError.badRequest('You may not move messages out of this channel');
      }
      if (!to.canPost) throw ApiError.badRequest('You may not send messages to that channel');
    }
    await this.checkAge(actor, plan, isRename, moved, topic);
  }

  async checkDelete(
    actor: Actor,
    { channel }: AccessedMessage,
    message: EditedMessage,
  ): Promise<void> {
    const [any, own] = await this.realmPermissions.holdsEach(actor, [
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ]);
    if (any || channel?.holds('can_delete_any_message_group')) return;
    if (!(await this.isOwn(actor, message.sender_id))) {
      throw ApiError.badRequest('You may not delete this message');
    }
    if (!own && !channel?.holds('can_delete_own_message_group')) {
      throw ApiError.badRequest('You may not delete messages');
    }
    const { message_content_delete_limit_seconds: limit } = await this.realmsService.settings(
      actor.realmId,
    );
    if (limit !== null && message.date_sent < this.before(limit)) {
      throw ApiError.badRequest('The time in which this message could be deleted is over');
    }
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

  private async checkAge(
    actor: Actor,
    plan: MovePlan,
    isRename: boolean,
    moved: MovedMessage[],
    topic: TopicPart,
  ): Promise<void> {
    if (actor.role <= Role.Moderator) return;
    const settings = await this.realmsService.settings(actor.realmId);
    const limits = [
      isRename && settings.move_messages_within_stream_limit_seconds,
      changesChannel(plan) && settings.move_messages_between_streams_limit_seconds,
    ].filter((limit) => typeof limit === 'number');
    if (limits.length === 0) return;
    const since = this.before(Math.min(...limits) + GRACE_SECONDS);
    if (moved.every(({ date_sent: sent }) => sent >= since)) return;
    if (plan.mode === 'change_one') {
      throw ApiError.badRequest('The time in which this message could be moved is over');
    }
    const age = await this.editedMessagesRepository.age(topic, since);
    throw new ApiError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      400,
      `Only the newest ${age.allowed} of the ${age.total} messages of this topic may be moved`,
      {
        first_message_id_allowed_to_move: age.first_allowed,
        total_messages_in_topic: age.total,
        total_messages_allowed_to_move: age.allowed,
      },
    );
  }

  private async isOwn(actor: Actor, senderId: number): Promise<boolean> {
    if (senderId === actor.userId) return true;
    const [sender] = await this.usersService.findByIds(actor.realmId, [senderId]);
    return sender?.botOwnerId === actor.userId;
  }

  private before(seconds: number): Date {
    const moment = this.clock.now();
    moment.setTime(moment.getTime() - seconds * 1000);
    return moment;
  }
}

function archived(): ApiError {
  return ApiError.badRequest('The channel is archived');
}
