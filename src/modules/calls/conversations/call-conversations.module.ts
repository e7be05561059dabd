import { Module } from '@nestjs/common';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { CallConversationsAccess } from './call-conversations.access.js';
import { CallPeopleRepository } from './call-people.repository.js';
import { CallPeople } from './call-people.service.js';

@Module({
  imports: [RealmsModule, SendMessagesModule, StreamsModule],
  providers: [CallConversationsAccess, CallPeople, CallPeopleRepository],
  exports: [CallConversationsAccess, CallPeople],
})
export class CallConversationsModule {}
