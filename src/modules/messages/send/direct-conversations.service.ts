// Direct message conversations. The first message of a conversation creates its recipient, which makes
// the people in it visible to the limited guests among them.
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

  /**
   * The recipient ids of the conversations, each given by its people by ascending id. Joins the
   * current transaction.
   */
  async start(realmId: number, conversations: UserSummary[][]): Promise<number[]> {
    if (conversations.length === 0) return [];
    const userIds = conversations.map((people) => people.map(({ id }) => id));
    const existing = await this.recipientsRepository.findConversations(realmId, userIds);
    if (existing.every((id) => id !== undefined)) return existing;
    const meeting = conversations.filter(letsGuestsMeetPeople).flat();
    if (meeting.length === 0) return this.recipientsRepository.conversations(realmId, userIds);
    const before = await this.visibilityChanges.snapshot(realmId, [
      ...new Set(meeting.map(({ id }) => id)),
    ]);
    const ids = await this.recipientsRepository.conversations(realmId, userIds);
    await this.visibilityChanges.publishSince(realmId, before);
    return ids;
  }
}

/** Bots are visible to all users. */
function letsGuestsMeetPeople(people: UserSummary[]): boolean {
  const humans = people.filter(({ botType, isSystemBot }) => botType === null && !isSystemBot);
  return humans.length > 1 && humans.some(({ role }) => role === Role.Guest);
}
