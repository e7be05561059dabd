// Finds where a message goes and checks that its sender may send there.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import { LIMITS, RealmsService } from '#modules/realms/realms.service.js';
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms.view.js';
import {
  type AccessedStream,
  streamDoesNotExist,
  StreamsAccess,
} from '#modules/streams/streams.access.js';
import { UsersService } from '#modules/users/users.service.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { normalizedTopic } from './message-text.js';
import { MessagesRepository } from './messages.repository.js';
import { NewMessagesRepository } from './new-messages.repository.js';

/** What the parameter `to` can hold. */
export type GivenAddress = string | number | (string | number)[];

@Injectable()
export class MessageAddressService {
  constructor(
    private readonly streams: StreamsAccess,
    private readonly users: UsersService,
    private readonly groups: GroupMembership,
    private readonly realms: RealmsService,
    private readonly repository: MessagesRepository,
    private readonly newMessages: NewMessagesRepository,
  ) {}

  /** The channel of this name or id, if the actor may post there. */
  async channel(actor: Actor, to: GivenAddress): Promise<AccessedStream> {
    const named = this.channelName(to);
    const channel = await this.findChannel(actor, named);
    if (!channel) throw streamDoesNotExist(named);
    this.checkMayPost(channel);
    return channel;
  }

  /** The one name or id that an address gives. */
  channelName(to: GivenAddress): string | number {
    const [given, ...more] = [to].flat();
    const channel = typeof given === 'string' ? given.trim() : given;
    if (channel === undefined || channel === '') throw ApiError.badRequest('Missing channel');
    if (more.length > 0) throw ApiError.badRequest('A message goes to one channel only');
    return channel;
  }

  /** Undefined when there is none, or none for this person. */
  findChannel(actor: Actor, named: string | number): Promise<AccessedStream | undefined> {
    return typeof named === 'number'
      ? this.streams.findById(actor, named)
      : this.streams.findByName(actor, named);
  }

  checkMayPost({ canPost, stream }: AccessedStream): void {
    if (canPost) return;
    const { name, is_archived: isArchived } = stream;
    throw ApiError.badRequest(
      isArchived
        ? `The channel '${name}' is archived`
        : `You can not post in the channel '${name}'`,
    );
  }

  /** The topic as it is stored, if the channel allows it. */
  async topic(channel: AccessedStream, given: string): Promise<string> {
    const topic = this.topicName(given);
    await this.checkTopicName(channel, topic);
    await this.checkTopicCreation(channel, topic);
    return topic;
  }

  /** A topic as it is stored. */
  topicName(given: string): string {
    return normalizedTopic(given, LIMITS.max_topic_length);
  }

  /** Whether the channel may have such a topic. */
  async checkTopicName({ stream }: AccessedStream, topic: string): Promise<void> {
    const { topics_policy: realmPolicy } = await this.realms.settings(stream.realm_id);
    const policy = stream.topics_policy === 'inherit' ? realmPolicy : stream.topics_policy;
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

  /** Whether the topic exists or the person may begin it. */
  async checkTopicCreation(channel: AccessedStream, topic: string): Promise<void> {
    const { stream } = channel;
    if (
      !channel.holds('can_create_topic_group') &&
      !(await this.repository.hasTopic(stream.recipient_id, topic))
    ) {
      throw ApiError.badRequest('You can not start new topics in this channel');
    }
  }

  /** Everyone in a direct message, by ascending id, if the actor may write to them. */
  async direct(actor: Actor, to: GivenAddress): Promise<UserSummary[]> {
    const others = await this.people(actor, to);
    const inactive = others.find(({ isActive }) => !isActive);
    if (inactive) throw ApiError.badRequest(`The account of '${inactive.email}' is deactivated`);
    const [self] = await this.users.findByIds(actor.realmId, [actor.userId]);
    const byId = new Map([self!, ...others].map((person) => [person.id, person]));
    const people = [...byId.values()].toSorted((a, b) => a.id - b.id);
    await this.checkMayWriteTo(actor, people);
    return people;
  }

  private async people(actor: Actor, to: GivenAddress): Promise<UserSummary[]> {
    if (typeof to === 'number') {
      throw ApiError.badRequest('Recipients are a list of IDs or of addresses');
    }
    const names = typeof to === 'string' ? to.split(',').map((name) => name.trim()) : to;
    const given = [...new Set(names.filter((name) => name !== ''))];
    if (given.length === 0) throw ApiError.badRequest('Message must have recipients');
    const ids = given.filter((name) => typeof name === 'number');
    const emails = given.filter((name) => typeof name === 'string');
    if (ids.length > 0 && emails.length > 0) {
      throw ApiError.badRequest('Recipients are named all by ID or all by address');
    }
    return ids.length > 0 ? this.byIds(actor, ids) : this.byEmails(actor, emails);
  }

  private async byIds(actor: Actor, ids: number[]): Promise<UserSummary[]> {
    const found = await this.users.findByIds(actor.realmId, ids);
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw ApiError.badRequest(`There is no user with the ID ${unknown}`);
    return found;
  }

  private async byEmails(actor: Actor, emails: string[]): Promise<UserSummary[]> {
    const found = await this.users.findByEmails(actor.realmId, emails, actor);
    const known = new Set(
      found.flatMap(({ email, deliveryEmail }) => [
        email.toLowerCase(),
        deliveryEmail.toLowerCase(),
      ]),
    );
    const unknown = emails.find((email) => !known.has(email.toLowerCase()));
    if (unknown !== undefined)
      throw ApiError.badRequest(`There is no user with the address '${unknown}'`);
    return found;
  }

  /** Notes to oneself and to bots are always allowed. */
  private async checkMayWriteTo(actor: Actor, people: UserSummary[]): Promise<void> {
    const others = people.filter(({ id }) => id !== actor.userId);
    if (others.every(({ botType, isSystemBot }) => botType !== null || isSystemBot)) return;
    const graph = await this.groups.graph(actor.realmId);
    const { direct_message_permission_group, direct_message_initiator_group } =
      await this.realms.settings(actor.realmId);
    const permitted = people.some(({ id, role }) =>
      graph.contains(direct_message_permission_group, { userId: id, role }),
    );
    if (!permitted) {
      throw ApiError.badRequest('You are not allowed to send direct messages to these people');
    }
    if (graph.contains(direct_message_initiator_group, actor)) return;
    const conversation = await this.newMessages.findConversationId(
      actor.realmId,
      people.map(({ id }) => id),
    );
    if (conversation === undefined || !(await this.repository.hasMessages(conversation))) {
      throw ApiError.badRequest('You are not allowed to start direct message conversations');
    }
  }
}
