import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasswordsModule } from '#modules/auth/passwords';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { EmailChangeMailer } from './email-change-mailer.service.js';
import { EmailChangeController } from './email-change.controller.js';
import { EmailChangeEntity } from './email-change.entity.js';
import { EmailChangeService } from './email-change.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';

/** Changing one's own email address, with a confirmation by mail. */
@Module({
  imports: [
    TypeOrmModule.forFeature([EmailChangeEntity]),
    PasswordsModule,
    RealmDomainsModule,
    RealmsModule,
    UsersModule,
  ],
  controllers: [EmailChangeController],
  providers: [EmailChangeMailer, EmailChangeService, EmailChangesRepository],
  exports: [EmailChangeService],
})
export class EmailChangeModule {}
