import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallConversationsModule } from '#modules/calls/conversations';
import { CallHistoryModule } from '#modules/calls/history';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { ActOnCallService } from './act-on-call.service.js';
import { CallAccessReview } from './call-access-review.service.js';
import { CallActionEntity } from './call-action.entity.js';
import { CallActionsRepository } from './call-actions.repository.js';
import { CallChanges } from './call-changes.service.js';
import { CallEntity } from './call.entity.js';
import { CallParticipantEntity } from './call-participant.entity.js';
import { CallTimeouts } from './call-timeouts.service.js';
import { CallTransactions } from './call-transactions.service.js';
import { CallsAccess } from './calls.access.js';
import { CallsController } from './calls.controller.js';
import { CallsRepository } from './calls.repository.js';
import { CallsWorker } from './calls.worker.js';
import { StartCallService } from './start-call.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([CallActionEntity, CallEntity, CallParticipantEntity]),
    CallConversationsModule,
    CallHistoryModule,
    RealmsModule,
    SendMessagesModule,
  ],
  controllers: [CallsController],
  providers: [
    ActOnCallService,
    CallAccessReview,
    CallActionsRepository,
    CallChanges,
    CallTimeouts,
    CallTransactions,
    CallsAccess,
    CallsRepository,
    CallsWorker,
    StartCallService,
  ],
  exports: [CallsAccess],
})
export class CallsModule {}
