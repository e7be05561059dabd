import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor, CurrentSession } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { AuthorizedClients } from './authorized-clients.service.js';
import { authorizedClientView } from './authorized-clients.view.js';

@Controller('users/me/authorized_clients')
export class AuthorizedClientsController {
  constructor(private readonly authorizedClients: AuthorizedClients) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
  ): Promise<ResponseOf<'get-authorized-clients'>> {
    const clients = await this.authorizedClients.list(actor);
    return {
      authorized_clients: clients.map((client) => authorizedClientView(client, sessionId)),
    };
  }

  @Delete(':client_id')
  async revoke(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @PathId('client_id') id: number,
  ): Promise<ResponseOf<'revoke-authorized-client'>> {
    await this.authorizedClients.revoke(actor, id, sessionId);
  }

  @Post('terminate_others')
  async terminateOthers(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
  ): Promise<ResponseOf<'terminate-other-sessions'>> {
    await this.authorizedClients.endOthers(actor, sessionId);
  }
}
