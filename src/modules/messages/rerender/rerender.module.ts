import { Module } from '@nestjs/common';
import { RenderModule } from '#modules/messages/render';
import { UsersModule } from '#modules/users/users';
import { RerenderMessagesRepository } from './rerender-messages.repository.js';
import { RerenderMessagesService } from './rerender-messages.service.js';
import { RerenderWorker } from './rerender.worker.js';

@Module({
  imports: [RenderModule, UsersModule],
  providers: [RerenderMessagesRepository, RerenderMessagesService, RerenderWorker],
})
export class RerenderModule {}
