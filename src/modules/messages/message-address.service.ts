// Finds where a message goes and checks that its sender may send there.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import { LIMITS, RealmsService } from '#modules/realms/realms.service.js';
import {
  type AccessedStream,
  streamDoesNotExist,
  StreamsAccess,
} from '#modules/streams/streams.access.js';
import type { Stream } from '#modules/streams/streams.view.js';
import { UsersService } from '#modules/users/users.service.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { EMPTY_TOPIC_NAME, normalizedTopic } from './message-text.js';
import { MessagesRepository } from './messages.repository.js';

/** What the parameter `to` can hold. */
export type GivenAddress = string | number | (string | number)[];

export interface DirectAddress {
  /** All participants, the sender among them, by ascending id. */
  people: UserSummary[];
}

@Injectable()
export class MessageAddressService {
  constructor(
    private readonly streams: StreamsAccess,
    private readonly users: UsersService,
    private readonly groups: GroupMembership,
    private readonly realms: RealmsService,
    private readonly repository: MessagesRepository,
  ) {}

  /** The channel of this name or id, if the actor may post there. */
  async channel(actor: Actor, to: GivenAddress): Promise<AccessedStream> {
    const [channel, ...more] = [to].flat();
    if (channel === undefined || channel === '') throw ApiError.badRequest('Missing channel');
    if (more.length > 0) throw ApiError.badRequest('Expected exactly one channel');
    const accessed =
      typeof channel === 'number'
        ? await this.streams.findById(actor, channel)
        : await this.streams.findByName(actor, channel.trim());
    if (!accessed) throw streamDoesNotExist(channel);
    if (!accessed.canPost) {
      throw ApiError.badRequest(
        accessed.stream.is_archived
          ? `Not authorized to send to channel '${accessed.stream.name}': it is archived`
          : `Not authorized to send to channel '${accessed.stream.name}'`,
      );
    }
    return accessed;
  }

  /** The topic as it is stored, if the channel allows it. */
  async topic(stream: Stream, given: string): Promise<string> {
    const topic = normalizedTopic(given, LIMITS.max_topic_length);
    const { topics_policy: realmPolicy } = await this.realms.settings(stream.realm_id);
    const policy = stream.topics_policy === 'inherit' ? realmPolicy : stream.topics_policy;
    const names = { empty_topic_display_name: EMPTY_TOPIC_NAME };
    if (topic === '' && policy === 'disable_empty_topic') {
      throw ApiError.badRequest('A topic is required in this channel', names);
    }
    if (topic !== '' && policy === 'empty_topic_only') {
      throw ApiError.badRequest(
        `Only the topic "${EMPTY_TOPIC_NAME}" can be used in this channel`,
        names,
      );
    }
    return topic;
  }

  /** The people of a direct message, if the actor may write to them. */
  async direct(actor: Actor, to: GivenAddress): Promise<DirectAddress> {
    const others = await this.people(actor, to);
    const inactive = others.find(({ isActive }) => !isActive);
    if (inactive) throw ApiError.badRequest(`'${inactive.email}' is no longer using this server`);
    const [self] = await this.users.findByIds(actor.realmId, [actor.userId]);
    const people = new Map([self!, ...others].map((person) => [person.id, person]));
    const address = { people: [...people.values()].sort((a, b) => a.id - b.id) };
    await this.checkMayWriteTo(actor, address);
    return address;
  }

  private async people(actor: Actor, to: GivenAddress): Promise<UserSummary[]> {
    if (typeof to === 'number') throw ApiError.badRequest('Invalid data type for recipients');
    const names = typeof to === 'string' ? to.split(',').map((name) => name.trim()) : to;
    const given = [...new Set(names.filter((name) => name !== ''))];
    if (given.length === 0) throw ApiError.badRequest('Message must have recipients');
    const ids = given.filter((name) => typeof name === 'number');
    const emails = given.filter((name) => typeof name === 'string');
    if (ids.length > 0 && emails.length > 0) {
      throw ApiError.badRequest('Recipient list may contain emails or user IDs, but not both.');
    }
    return ids.length > 0 ? this.byIds(actor, ids) : this.byEmails(actor, emails);
  }

  private async byIds(actor: Actor, ids: number[]): Promise<UserSummary[]> {
    const found = await this.users.findByIds(actor.realmId, ids);
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw ApiError.badRequest(`Invalid user ID ${unknown}`);
    return found;
  }

  private async byEmails(actor: Actor, emails: string[]): Promise<UserSummary[]> {
    const found = await this.users.findByEmails(actor.realmId, emails);
    const known = new Set(
      found.flatMap(({ email, deliveryEmail }) => [
        email.toLowerCase(),
        deliveryEmail.toLowerCase(),
      ]),
    );
    const unknown = emails.find((email) => !known.has(email.toLowerCase()));
    if (unknown !== undefined) throw ApiError.badRequest(`Invalid email '${unknown}'`);
    return found;
  }

  /** Notes to oneself and to bots are always allowed. */
  private async checkMayWriteTo(actor: Actor, { people }: DirectAddress): Promise<void> {
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
    const conversation = await this.repository.findConversationId(
      actor.realmId,
      people.map(({ id }) => id),
    );
    if (conversation === undefined || !(await this.repository.hasMessages(conversation))) {
      throw ApiError.badRequest('You are not allowed to start direct message conversations');
    }
  }
}
