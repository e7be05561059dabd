// Where people are logged in. A browser session is a random token of which only the hash is kept; it
// is made new at every login and ends at logout, when it is revoked or not used for two weeks. The
// programs of a person share one API key, so revoking one of them means a new key for all.
import { Injectable } from '@nestjs/common';
import { credentialsEvent, UserChanges, UserApiKeys } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, LoginOrigin } from '#platform/http/actor.js';
import { newToken } from '#platform/one-time-tokens.js';
import { AuthorizedClientsRepository, type NewClient } from './authorized-clients.repository.js';
import type { AuthorizedClientRow } from './authorized-clients.view.js';
import { platformName } from './platform-name.js';

interface LoggedIn {
  realmId: number;
  userId: number;
}

@Injectable()
export class AuthorizedClients {
  constructor(
    private readonly authorizedClientsRepository: AuthorizedClientsRepository,
    private readonly userChanges: UserChanges,
    private readonly userApiKeys: UserApiKeys,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** A new session. Returns its token, which is kept nowhere. Joins the present transaction. */
  async openSession(user: LoggedIn, origin: LoginOrigin): Promise<string> {
    const { token, hash } = newToken();
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteExpired(user.userId);
      await this.authorizedClientsRepository.insertSession(clientOf(user, origin), hash);
    });
    return token;
  }

  /** Somebody logged in with a program, which has the API key now. */
  noteProgram(user: LoggedIn, origin: LoginOrigin): Promise<void> {
    return this.authorizedClientsRepository.noteProgram(clientOf(user, origin));
  }

  list({ userId }: Actor): Promise<AuthorizedClientRow[]> {
    return this.authorizedClientsRepository.ofUser(userId);
  }

  /** Ends one session, or gives the user a new API key when it is a program. */
  async revoke(actor: Actor, id: number, currentId: number | undefined): Promise<void> {
    if (id === currentId) throw ApiError.badRequest('To end this session, log out');
    await this.database.transaction(async () => {
      const { realmId, userId } = actor;
      await this.userChanges.lock(realmId, userId);
      const client = (await this.authorizedClientsRepository.ofUser(userId)).find(
        (one) => one.id === id,
      );
      if (!client) throw ApiError.resourceNotFound('There is no such client');
      if (client.is_session) {
        await this.authorizedClientsRepository.delete(userId, id);
        this.tell(actor);
        return;
      }
      if (currentId === undefined) {
        throw ApiError.badRequest('All programs share the API key; make a new one to end them');
      }
      await this.renewApiKey(actor);
    });
  }

  /** Ends all browser sessions but the one that asks. Joins the present transaction. */
  async endOthers(user: LoggedIn, currentId: number | undefined): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteSessions(user.userId, currentId);
      this.tell(user);
    });
  }

  /** Ends all browser sessions. Joins the present transaction. */
  endSessions(user: LoggedIn): Promise<void> {
    return this.endOthers(user, undefined);
  }

  /** Ends what the user is logged in with anywhere. Joins the present transaction. */
  async endAll(user: LoggedIn): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteSessions(user.userId, undefined);
      await this.renewApiKey(user);
    });
  }

  /** Returns a new key. No program has it yet. Joins the present transaction. */
  async renewApiKey({ realmId, userId }: LoggedIn): Promise<string> {
    await this.authorizedClientsRepository.deletePrograms(userId);
    return this.userApiKeys.replace(realmId, userId);
  }

  async logOut(user: LoggedIn, sessionId: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.delete(user.userId, sessionId);
      this.tell(user);
    });
  }

  private tell({ realmId, userId }: LoggedIn): void {
    this.eventLog.append(credentialsEvent(realmId, { userId }, Audience.internal()));
  }
}

function clientOf({ realmId, userId }: LoggedIn, origin: LoginOrigin): NewClient {
  const { clientName, userAgent, address } = origin;
  return { realmId, userId, clientName, address, platform: platformName(userAgent) };
}
