import { Module } from '@nestjs/common';
import { CallsModule } from '#modules/calls/calls';
import { RecoveryController } from './recovery.controller.js';

@Module({ imports: [CallsModule], controllers: [RecoveryController] })
export class RecoveryModule {}
