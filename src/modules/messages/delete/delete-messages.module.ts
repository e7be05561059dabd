import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessageEntity, MessagesModule } from '#modules/messages/messages';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { TopicIconsModule } from '#modules/streams/topic-icons';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { UsersModule } from '#modules/users/users';
import { DeleteMessagesController } from './delete-messages.controller.js';
import { DeleteMessagesRepository } from './delete-messages.repository.js';
import { DeleteMessagesService } from './delete-messages.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity]),
    AttachmentsModule,
    MessagesModule,
    RealmsModule,
    StreamsModule,
    TopicIconsModule,
    UsersModule,
  ],
  controllers: [DeleteMessagesController],
  providers: [DeleteMessagesRepository, DeleteMessagesService],
  exports: [DeleteMessagesService],
})
export class DeleteMessagesModule {}
