// Direct message conversations. The first message of a conversation creates its recipient, which makes
// its users visible to the limited guests among them.
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

  /** The recipient id of the conversation of these users, by ascending id; undefined if it does not exist. */
  async find(realmId: number, userIds: number[]): Promise<number | undefined> {
    const [id] = await this.recipientsRepository.findConversations(realmId, [userIds]);
    return id;
  }

  /**
   * Returns the recipient ids of the conversations, whose users are in ascending order of their ids. Joins
   * the current transaction.
   */
  async start(realmId: number, conversations: UserSummary[][]): Promise<number[]> {
    if (conversations.length === 0) return [];
    const userIds = conversations.map((users) => users.map(({ id }) => id));
    const existing = await this.recipientsRepository.findConversations(realmId, userIds);
    if (existing.every((id) => id !== undefined)) return existing;
    const affected = conversations.filter(changesVisibility).flat();
    if (affected.length === 0) {
      return this.recipientsRepository.findOrCreateConversations(realmId, userIds);
    }
    const before = await this.visibilityChanges.snapshot(realmId, [
      ...new Set(affected.map(({ id }) => id)),
    ]);
    const ids = await this.recipientsRepository.findOrCreateConversations(realmId, userIds);
    await this.visibilityChanges.publishSince(realmId, before);
    return ids;
  }
}

/** Whether a conversation shows a guest other users. Bots are visible to all users. */
function changesVisibility(users: UserSummary[]): boolean {
  const people = users.filter(({ botType, isSystemBot }) => botType === null && !isSystemBot);
  return people.length > 1 && people.some(({ role }) => role === Role.Guest);
}
