// Recipients as clients name them, and the permission to send there.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { normalizedTopic } from '#modules/messages/render';
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS, RealmsService } from '#modules/realms/realms';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { UsersService, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { RecipientsRepository } from './recipients.repository.js';

/** Value of the parameter `to`: names or ids of a channel or of users. */
export type RecipientInput = string | number | (string | number)[];

@Injectable()
export class SendMessageAccess {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly usersService: UsersService,
    private readonly userVisibility: UserVisibility,
    private readonly groupMembership: GroupMembership,
    private readonly realmsService: RealmsService,
    private readonly recipientsRepository: RecipientsRepository,
  ) {}

  /**
   * Returns undefined when the channel does not exist or is hidden from the actor. Throws when the actor may
   * not post in it.
   */
  async findChannel(actor: Actor, nameOrId: string | number): Promise<AccessedStream | undefined> {
    const channel =
      typeof nameOrId === 'number'
        ? await this.streamsAccess.findById(actor, nameOrId)
        : await this.streamsAccess.findByName(actor, nameOrId);
    if (!channel || channel.canPost) return channel;
    const { name, isArchived } = channel.stream;
    throw ApiError.badRequest(
      isArchived
        ? `The channel '${name}' is archived`
        : `You may not post in the channel '${name}'`,
    );
  }

  /** Returns the topic as it is stored. Throws when the channel does not allow it. */
  async requireTopic(channel: AccessedStream, input: string): Promise<string> {
    const topic = normalizedTopic(input, LIMITS.max_topic_length);
    await this.checkTopicName(channel, topic);
    await this.checkTopicCreation(channel, topic);
    return topic;
  }

  /** Applies the policy of the channel, or of the organization, for the empty topic. */
  async checkTopicName({ stream }: AccessedStream, topic: string): Promise<void> {
    const { topics_policy: realmPolicy } = await this.realmsService.settings(stream.realmId);
    const policy = stream.topicsPolicy === 'inherit' ? realmPolicy : stream.topicsPolicy;
    const names = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
    if (topic === '' && policy === 'disable_empty_topic') {
      throw ApiError.badRequest('A topic is required in this channel', names);
    }
    if (topic !== '' && policy === 'empty_topic_only') {
      throw ApiError.badRequest(
        `Only the topic "${EMPTY_TOPIC_DISPLAY_NAME}" can be used in this channel`,
        names,
      );
    }
  }

  /** Throws when the topic is new and the actor may not create topics. */
  async checkTopicCreation(channel: AccessedStream, topic: string): Promise<void> {
    if (channel.holds('can_create_topic_group')) return;
    if (await this.recipientsRepository.hasTopic(channel.stream.recipientId, topic)) return;
    throw ApiError.badRequest('You may not start new topics in this channel');
  }

  /**
   * Returns the users of a direct message conversation, including the actor, by ascending id. Throws when the
   * actor may not send to them.
   */
  async requireConversation(actor: Actor, to: RecipientInput): Promise<UserSummary[]> {
    const users = await this.requireMembers(actor, to);
    const inactive = users.find(({ id, isActive }) => !isActive && id !== actor.userId);
    if (inactive) throw ApiError.badRequest(`The account of '${inactive.email}' is deactivated`);
    await this.checkDirectMessage(actor, users);
    return users;
  }

  /**
   * Same as requireConversation, but includes deactivated users and does not check whether the actor may send to the
   * users. Throws the same error for users who do not exist and users hidden from the actor.
   */
  async requireMembers(actor: Actor, to: RecipientInput): Promise<UserSummary[]> {
    const { ids, emails } = userNames(to);
    const existing =
      ids.length > 0
        ? await this.usersService.findByIds(actor.realmId, [actor.userId, ...ids])
        : [
            ...(await this.usersService.findByIds(actor.realmId, [actor.userId])),
            ...(await this.usersService.findByEmails(actor.realmId, emails, actor)),
          ];
    const self = existing.filter(({ id }) => id === actor.userId);
    const others = existing.filter(({ id }) => id !== actor.userId);
    const accessible = [...self, ...(await this.userVisibility.filterAccessible(actor, others))];
    const knownIds = new Set(accessible.map(({ id }) => id));
    const unknownId = ids.find((id) => !knownIds.has(id));
    if (unknownId !== undefined) {
      throw ApiError.badRequest(`There is no user with the ID ${unknownId}`);
    }
    const knownEmails = new Set(
      accessible.flatMap((user) => [user.email.toLowerCase(), user.deliveryEmail.toLowerCase()]),
    );
    const unknownEmail = emails.find((email) => !knownEmails.has(email.toLowerCase()));
    if (unknownEmail !== undefined) {
      throw ApiError.badRequest(`There is no user with the address '${unknownEmail}'`);
    }
    const byId = new Map(accessible.map((user) => [user.id, user]));
    return [...byId.values()].toSorted((a, b) => a.id - b.id);
  }

  /**
   * Throws if the actor may not send to these users, who include the actor. Messages to oneself and to bots are
   * always allowed.
   */
  async checkDirectMessage(actor: Actor, users: UserSummary[]): Promise<void> {
    const others = users.filter(({ id }) => id !== actor.userId);
    if (others.every(({ botType, isSystemBot }) => botType !== null || isSystemBot)) return;
    const graph = await this.groupMembership.graph(actor.realmId);
    const settings = await this.realmsService.settings(actor.realmId);
    const isPermitted = users.some(({ id, role }) =>
      graph.contains(settings.direct_message_permission_group, { userId: id, role }),
    );
    if (!isPermitted) {
      throw ApiError.badRequest('You may not send direct messages to these users');
    }
    if (graph.contains(settings.direct_message_initiator_group, actor)) return;
    const userIds = users.map(({ id }) => id);
    const [existing] = await this.recipientsRepository.findConversations(actor.realmId, [userIds]);
    if (existing !== undefined && (await this.recipientsRepository.hasMessages(existing))) return;
    throw ApiError.badRequest('You may not start direct message conversations');
  }
}

/** The name or id of the channel in the parameter `to`. */
export function channelName(to: RecipientInput): string | number {
  const [first, ...more] = [to].flat();
  const channel = typeof first === 'string' ? first.trim() : first;
  if (channel === undefined || channel === '') throw ApiError.badRequest('Missing channel');
  if (more.length > 0) throw ApiError.badRequest('A message can be sent to only one channel');
  return channel;
}

/** The users in the parameter `to`, all by id or all by email address. */
function userNames(to: RecipientInput): { ids: number[]; emails: string[] } {
  if (typeof to === 'number') {
    throw ApiError.badRequest('Recipients must be a list of user IDs or of email addresses');
  }
  const list = typeof to === 'string' ? to.split(',').map((name) => name.trim()) : to;
  const names = [...new Set(list.filter((name) => name !== ''))];
  if (names.length === 0) throw ApiError.badRequest('The message has no recipients');
  const ids = names.filter((name) => typeof name === 'number');
  const emails = names.filter((name) => typeof name === 'string');
  if (ids.length > 0 && emails.length > 0) {
    throw ApiError.badRequest('Recipients must be either all user IDs or all email addresses');
  }
  return { ids, emails };
}
