import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessagesModule } from '#modules/messages/messages';
import { RenderModule } from '#modules/messages/render';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { UsersModule } from '#modules/users/users';
import { DeliveryService } from './delivery.service.js';
import { DueRepository } from './due.repository.js';
import { FailedMessages } from './failed-messages.service.js';
import { ReminderEntity } from './reminder.entity.js';
import { ReminderTexts } from './reminder-texts.service.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersRepository } from './reminders.repository.js';
import { RemindersService } from './reminders.service.js';
import { RemindersSnapshot } from './reminders.snapshot.js';
import { ScheduledMessageEntity } from './scheduled-message.entity.js';
import { ScheduledMessagesController } from './scheduled-messages.controller.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';
import { ScheduledMessagesSnapshot } from './scheduled-messages.snapshot.js';
import { ScheduledWorker } from './scheduled.worker.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ReminderEntity, ScheduledMessageEntity]),
    AttachmentsModule,
    MessagesModule,
    RealmsModule,
    RenderModule,
    SendMessagesModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [RemindersController, ScheduledMessagesController],
  providers: [
    DeliveryService,
    DueRepository,
    FailedMessages,
    ReminderTexts,
    RemindersRepository,
    RemindersService,
    RemindersSnapshot,
    ScheduledMessagesRepository,
    ScheduledMessagesService,
    ScheduledMessagesSnapshot,
    ScheduledWorker,
  ],
})
export class ScheduledMessagesModule {}
