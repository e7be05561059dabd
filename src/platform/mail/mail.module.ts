// Outgoing mail. Every process puts emails into the outbox; only workers send them.
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailEntity } from './mail.entity.js';
import { MailOutbox } from './mail-outbox.js';
import { MailWorker } from './mail.worker.js';
import { Mailer } from './mailer.js';
import { MailsRepository } from './mails.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailEntity])],
  providers: [MailOutbox, MailWorker, Mailer, MailsRepository],
  exports: [MailOutbox],
})
export class MailModule {}
