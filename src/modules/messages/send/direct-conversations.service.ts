// The conversations that direct messages belong to. The first message of one makes it, and with that
// the people in it come to know of one another.
import { Injectable } from '@nestjs/common';
import type { UserSummary } from '#modules/users/users';
import { VisibilityChanges } from '#modules/users/visibility-changes';
import { Role } from '#platform/http/actor.js';
import { RecipientsRepository } from './recipients.repository.js';

@Injectable()
export class DirectConversations {
  constructor(
    private readonly recipientsRepository: RecipientsRepository,
    private readonly visibilityChanges: VisibilityChanges,
  ) {}

  /** Of these people, by ascending id. Joins the present transaction. */
  async begin(realmId: number, people: UserSummary[]): Promise<number> {
    const userIds = people.map(({ id }) => id);
    const hasGuests = people.some(({ role }) => role === Role.Guest);
    if (!hasGuests) return this.recipientsRepository.conversationId(realmId, userIds);
    const present = await this.recipientsRepository.findConversationId(realmId, userIds);
    if (present !== undefined) return present;
    const sights = await this.visibilityChanges.snapshot(realmId, userIds);
    const begun = await this.recipientsRepository.conversationId(realmId, userIds);
    await this.visibilityChanges.publishSince(realmId, sights);
    return begun;
  }
}
