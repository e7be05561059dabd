import type { Actor } from '#platform/http/actor.js';
import type { UserSummary } from './users.repository.js';

/** The user as an actor, for access checks and for actions of the server on behalf of the user. */
export function actorOf(user: UserSummary, clientName = ''): Actor {
  return {
    realmId: user.realmId,
    userId: user.id,
    role: user.role,
    isBot: user.botType !== null,
    botType: user.botType,
    email: user.email,
    deliveryEmail: user.deliveryEmail,
    fullName: user.fullName,
    clientName,
  };
}
