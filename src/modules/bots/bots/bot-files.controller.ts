import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { PathId } from '#platform/http/parameters/input.js';
import { BotFilesService } from './bot-files.service.js';

@Controller('bots')
export class BotFilesController {
  constructor(private readonly botFilesService: BotFilesService) {}

  @Get('botserverrc')
  async botserverrc(@CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    send(response, 'botserverrc', await this.botFilesService.botserverrc(actor));
  }

  @Get(':bot_id/zuliprc')
  async zuliprc(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
    @Res() response: Response,
  ): Promise<void> {
    send(response, 'zuliprc', await this.botFilesService.zuliprc(actor, id));
  }
}

function send(response: Response, name: string, text: string): void {
  response.set({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  });
  response.send(text);
}
