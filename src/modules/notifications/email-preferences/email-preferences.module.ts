import { Module } from '@nestjs/common';
import { RealmsModule } from '#modules/realms/realms';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { UnsubscribeLinks } from './unsubscribe-links.service.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Module({
  imports: [RealmsModule, SettingsModule, UsersModule],
  controllers: [UnsubscribeController],
  providers: [UnsubscribeLinks, UnsubscribeService],
  exports: [UnsubscribeLinks],
})
export class EmailPreferencesModule {}
