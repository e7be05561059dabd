// Which embedded bots hear a message: those that it is sent to, and in channels those that it
// mentions. No bot hears a bot, so that they can not go on answering each other.
import { Injectable } from '@nestjs/common';
import { UserSummaries, type UserSummary } from '#modules/users/users';
import { type Actor, EMBEDDED_BOT } from '#platform/http/actor.js';

@Injectable()
export class ListeningBots {
  constructor(private readonly userSummaries: UserSummaries) {}

  /** Of those whom each text mentions. Costs nothing where nobody is mentioned. */
  async amongMentioned(writer: Actor, mentioned: number[][]): Promise<number[][]> {
    const ids = new Set(writer.isBot ? [] : mentioned.flat());
    if (ids.size === 0) return mentioned.map(() => []);
    const people = await this.userSummaries.of(writer.realmId, ids);
    return mentioned.map((userIds) => userIds.filter((id) => isEmbedded(people.get(id))));
  }
}

/** Of those in a direct conversation, the sender among them. */
export function listeningAmong(people: UserSummary[], senderId: number): number[] {
  const isFromBot = people.some(({ id, botType }) => id === senderId && botType !== null);
  return isFromBot ? [] : people.filter(isEmbedded).map(({ id }) => id);
}

function isEmbedded(user: UserSummary | undefined): boolean {
  return user?.botType === EMBEDDED_BOT;
}
