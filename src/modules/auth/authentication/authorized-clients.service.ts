// The browser sessions and programs in which a user is logged in. A session is a random token, stored as a
// hash; every login opens a new one, and it ends at logout, by revocation or after two weeks without use.
// The programs of a user share one API key, so that revoking one of them replaces the key of all.
import { Injectable } from '@nestjs/common';
import { SipCredentials } from '#modules/calls/sip';
import { VideoCallTokens } from '#modules/calls/video-links';
import { credentialsEvent, UserChanges, UserApiKeys } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, LoginOrigin } from '#platform/http/actor.js';
import { newToken } from '#platform/one-time-tokens.js';
import { AuthorizedClientsRepository, type NewClient } from './authorized-clients.repository.js';
import type { AuthorizedClientEntity } from './authorized-client.entity.js';
import { platformName } from './platform-name.js';
import { SecurityMailer } from './security-mailer.service.js';

interface ClientOwner {
  realmId: number;
  userId: number;
}

@Injectable()
export class AuthorizedClients {
  constructor(
    private readonly authorizedClientsRepository: AuthorizedClientsRepository,
    private readonly userChanges: UserChanges,
    private readonly userApiKeys: UserApiKeys,
    private readonly sipCredentials: SipCredentials,
    private readonly videoCallTokens: VideoCallTokens,
    private readonly securityMailer: SecurityMailer,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** Returns the token of a new session, which is not stored. Joins the current transaction. */
  async openSession(user: ClientOwner, origin: LoginOrigin): Promise<string> {
    const { token, hash } = newToken();
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteExpired(user.userId);
      await this.authorizedClientsRepository.insertSession(clientOf(user, origin), hash);
    });
    return token;
  }

  /** Records that a program fetched the API key. */
  recordProgram(user: ClientOwner, origin: LoginOrigin): Promise<void> {
    return this.authorizedClientsRepository.saveProgram(clientOf(user, origin));
  }

  list({ userId }: Actor): Promise<AuthorizedClientEntity[]> {
    return this.authorizedClientsRepository.findByUser(userId);
  }

  /** Ends a session; for a program, replaces the API key. */
  async revoke(actor: Actor, id: number, currentId: number | undefined): Promise<void> {
    if (id === currentId) throw ApiError.badRequest('To end this session, log out');
    await this.database.transaction(async () => {
      const { realmId, userId } = actor;
      await this.userChanges.lock(realmId, userId);
      const client = (await this.authorizedClientsRepository.findByUser(userId)).find(
        (candidate) => candidate.id === id,
      );
      if (!client) throw ApiError.resourceNotFound('There is no such client');
      if (client.tokenHash !== null) {
        await this.authorizedClientsRepository.delete(userId, id);
        this.dropCached(actor);
        return;
      }
      if (currentId === undefined) {
        throw ApiError.badRequest('All programs share one API key; regenerate it to log them out');
      }
      await this.replaceApiKey(actor);
      await this.securityMailer.notifyApiKeyChange(actor);
    });
  }

  /** Ends all browser sessions except `currentId`. Joins the current transaction. */
  async endOthers(user: ClientOwner, currentId: number | undefined): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteSessions(user.userId, currentId);
      this.dropCached(user);
    });
  }

  /** Joins the current transaction. */
  endSessions(user: ClientOwner): Promise<void> {
    return this.endOthers(user, undefined);
  }

  /** Ends all browser sessions and replaces the API key. Joins the current transaction. */
  async endAll(user: ClientOwner): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.deleteSessions(user.userId, undefined);
      await this.replaceApiKey(user);
    });
  }

  /** Revokes the API key and all SIP logins. Returns the new key. Joins the current transaction. */
  async replaceApiKey({ realmId, userId }: ClientOwner): Promise<string> {
    await this.sipCredentials.revokeAll(userId);
    await this.authorizedClientsRepository.deletePrograms(userId);
    return this.userApiKeys.replace(realmId, userId);
  }

  /** Ends the session of a user who logs out of the browser, and disconnects providers of video calls. */
  async logOut(user: ClientOwner, sessionId: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.authorizedClientsRepository.delete(user.userId, sessionId);
      await this.videoCallTokens.disconnect(user);
      this.dropCached(user);
    });
  }

  /** Makes every process read the credentials of the user again. */
  private dropCached({ realmId, userId }: ClientOwner): void {
    this.eventLog.append(credentialsEvent(realmId, { userId }, Audience.internal()));
  }
}

function clientOf({ realmId, userId }: ClientOwner, origin: LoginOrigin): NewClient {
  const { clientName, userAgent, address } = origin;
  return { realmId, userId, clientName, ipAddress: address, platform: platformName(userAgent) };
}
