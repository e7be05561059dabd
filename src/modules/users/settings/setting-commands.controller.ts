import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { SettingCommandDto } from './settings.dto.js';
import { SettingCommandsService } from './setting-commands.service.js';

@Controller('zcommand')
export class SettingCommandsController {
  constructor(private readonly settingCommandsService: SettingCommandsService) {}

  @Post()
  async run(
    @CurrentActor() actor: Actor,
    @Input() { command }: SettingCommandDto,
  ): Promise<ResponseOf<'run-setting-command'>> {
    return { result: 'success', msg: await this.settingCommandsService.run(actor, command) };
  }
}
