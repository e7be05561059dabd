// Finds the people to whom a direct message goes and checks that its sender may write to them.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { UsersService, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { GivenAddress } from './message-address.service.js';
import { RecipientsRepository } from './recipients.repository.js';

@Injectable()
export class DirectRecipients {
  constructor(
    private readonly usersService: UsersService,
    private readonly userVisibility: UserVisibility,
    private readonly groupMembership: GroupMembership,
    private readonly realmsService: RealmsService,
    private readonly recipientsRepository: RecipientsRepository,
  ) {}

  /** Everyone in a direct message, by ascending id, if the actor may write to them. */
  async find(actor: Actor, to: GivenAddress): Promise<UserSummary[]> {
    const others = await this.people(actor, to);
    const inactive = others.find(({ isActive }) => !isActive);
    if (inactive) throw ApiError.badRequest(`The account of '${inactive.email}' is deactivated`);
    const [self] = await this.usersService.findByIds(actor.realmId, [actor.userId]);
    const byId = new Map([self!, ...others].map((person) => [person.id, person]));
    const people = [...byId.values()].toSorted((a, b) => a.id - b.id);
    await this.checkMayWriteTo(actor, people);
    return people;
  }

  /** Whom the actor may not know of is answered like somebody who does not exist. */
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
    const found = await this.usersService.findByIds(actor.realmId, ids);
    const visible = await this.userVisibility.filterAccessible(actor, found);
    const known = new Set(visible.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw ApiError.badRequest(`There is no user with the ID ${unknown}`);
    return visible;
  }

  private async byEmails(actor: Actor, emails: string[]): Promise<UserSummary[]> {
    const found = await this.usersService.findByEmails(actor.realmId, emails, actor);
    const visible = await this.userVisibility.filterAccessible(actor, found);
    const known = new Set(
      visible.flatMap(({ email, deliveryEmail }) => [
        email.toLowerCase(),
        deliveryEmail.toLowerCase(),
      ]),
    );
    const unknown = emails.find((email) => !known.has(email.toLowerCase()));
    if (unknown !== undefined)
      throw ApiError.badRequest(`There is no user with the address '${unknown}'`);
    return visible;
  }

  /** Notes to oneself and to bots are always allowed. */
  private async checkMayWriteTo(actor: Actor, people: UserSummary[]): Promise<void> {
    const others = people.filter(({ id }) => id !== actor.userId);
    if (others.every(({ botType, isSystemBot }) => botType !== null || isSystemBot)) return;
    const graph = await this.groupMembership.graph(actor.realmId);
    const { direct_message_permission_group, direct_message_initiator_group } =
      await this.realmsService.settings(actor.realmId);
    const permitted = people.some(({ id, role }) =>
      graph.contains(direct_message_permission_group, { userId: id, role }),
    );
    if (!permitted) {
      throw ApiError.badRequest('You are not allowed to send direct messages to these people');
    }
    if (graph.contains(direct_message_initiator_group, actor)) return;
    const conversation = await this.recipientsRepository.findConversationId(
      actor.realmId,
      people.map(({ id }) => id),
    );
    if (
      conversation === undefined ||
      !(await this.recipientsRepository.hasMessages(conversation))
    ) {
      throw ApiError.badRequest('You are not allowed to start direct message conversations');
    }
  }
}
