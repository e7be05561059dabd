// The API key of the actor.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { Database } from '#platform/database/database.js';
import type { Actor, LoginOrigin } from '#platform/http/actor.js';

/** Who asks for a new key: a page in a browser, or a program, which gets it by that. */
export interface KeyRequest {
  sessionId: number | undefined;
  origin: LoginOrigin;
}

@Injectable()
export class OwnApiKeyService {
  constructor(
    private readonly authorizedClients: AuthorizedClients,
    private readonly database: Database,
  ) {}

  /** The key that the actor used is worth nothing from now on, nor are the programs that have it. */
  regenerate(actor: Actor, { sessionId, origin }: KeyRequest): Promise<string> {
    return this.database.transaction(async () => {
      const apiKey = await this.authorizedClients.renewApiKey(actor);
      if (sessionId === undefined && !actor.isBot)
        await this.authorizedClients.noteProgram(actor, origin);
      return apiKey;
    });
  }
}
