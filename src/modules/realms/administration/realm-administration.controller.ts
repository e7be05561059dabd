import { Controller } from '@nestjs/common';
import { ADMINISTERED_SETTINGS } from '#modules/realms/realms';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { pickSettings } from '#platform/http/parameters/setting-parameters.js';
import { Patch, Post } from '#platform/http/write-routes.js';
import { DeactivateRealmService } from './deactivate-realm.service.js';
import {
  DeactivateRealmDto,
  pickPermissions,
  TestWelcomeMessageDto,
  UpdateRealmDto,
} from './update-realm.dto.js';
import { UpdateRealmService } from './update-realm.service.js';
import { WelcomeMessageTestService } from './welcome-message-test.service.js';

@Controller('realm')
export class RealmAdministrationController {
  constructor(
    private readonly updateRealmService: UpdateRealmService,
    private readonly deactivateRealmService: DeactivateRealmService,
    private readonly welcomeMessageTestService: WelcomeMessageTestService,
  ) {}

  @Patch()
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @Input() input: UpdateRealmDto,
  ): Promise<ResponseOf<'update-realm'>> {
    await this.updateRealmService.update(actor, {
      name: input.name,
      description: input.description,
      settings: pickSettings(ADMINISTERED_SETTINGS, input),
      permissions: pickPermissions(input),
    });
  }

  @Post('deactivate')
  async deactivate(
    @CurrentActor() actor: Actor,
    @Input() { deletion_delay_days: days }: DeactivateRealmDto,
  ): Promise<ResponseOf<'deactivate-realm'>> {
    await this.deactivateRealmService.deactivate(actor, days ?? null);
  }

  @Post('test_welcome_bot_custom_message')
  @RequireRole(Role.Administrator)
  async testWelcomeMessage(
    @CurrentActor() actor: Actor,
    @Input() { welcome_message_custom_text: text }: TestWelcomeMessageDto,
  ): Promise<ResponseOf<'test-welcome-bot-custom-message'>> {
    return { message_id: await this.welcomeMessageTestService.send(actor, text) };
  }
}
