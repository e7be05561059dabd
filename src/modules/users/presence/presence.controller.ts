import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { PresenceReports } from './presence-reports.service.js';
import { ReportPresenceDto } from './presence.dto.js';
import { PresencesService } from './presences.service.js';

@Controller()
export class PresenceController {
  constructor(
    private readonly presenceReports: PresenceReports,
    private readonly presencesService: PresencesService,
  ) {}

  @Post('users/me/presence')
  async report(
    @CurrentActor() actor: Actor,
    @Input() input: ReportPresenceDto,
  ): Promise<ResponseOf<'update-presence'>> {
    await this.presenceReports.report(actor, input.status === 'active');
    const { last_update_id: lastUpdateId, history_limit_days: historyDays } = input;
    if (input.ping_only) return { presence_last_update_id: lastUpdateId ?? -1 };
    const isModern = lastUpdateId !== undefined || input.slim_presence;
    return this.presencesService.list(actor, { isModern, lastUpdateId, historyDays });
  }

  @Get('realm/presence')
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-presence'>> {
    const { presences, server_timestamp } = await this.presencesService.list(actor, {
      isModern: false,
    });
    return { presences, server_timestamp };
  }

  @Get('users/:user_id_or_email/presence')
  async show(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
  ): Promise<ResponseOf<'get-user-presence'>> {
    return this.presencesService.get(actor, name);
  }
}
