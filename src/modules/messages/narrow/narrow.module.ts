import { Module } from '@nestjs/common';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { NarrowOperands } from './narrow-operands.service.js';
import { NarrowRepository } from './narrow.repository.js';
import { NarrowService } from './narrow.service.js';
import { ReadableStreams } from './readable-streams.service.js';

@Module({
  imports: [StreamsModule, UsersModule, VisibilityModule],
  providers: [NarrowOperands, NarrowRepository, NarrowService, ReadableStreams],
  exports: [NarrowService],
})
export class NarrowModule {}
