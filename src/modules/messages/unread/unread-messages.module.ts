import { Module } from '@nestjs/common';
import { UnreadMessagesRepository } from './unread-messages.repository.js';
import { UnreadMessagesSnapshot } from './unread-messages.snapshot.js';

@Module({ providers: [UnreadMessagesRepository, UnreadMessagesSnapshot] })
export class UnreadMessagesModule {}
