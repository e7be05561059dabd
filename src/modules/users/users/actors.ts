import { type Actor, Role } from '#platform/http/actor.js';
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

/** The operator of the server, with the rights of an owner: for the command line and identity providers. */
export function operatorOf(realmId: number): Actor {
  return {
    realmId,
    userId: 0,
    role: Role.Owner,
    isBot: false,
    botType: null,
    email: '',
    deliveryEmail: '',
    fullName: '',
    clientName: '',
  };
}
