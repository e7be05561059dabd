// The event log and its readers. Every process appends events, and follows the realms for which it
// serves clients or holds caches.
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventLogEntity } from './event-log.entity.js';
import { EventQueueEntity } from './event-queue.entity.js';
import { EventLog } from './event-log.js';
import { EventLogMaintenance } from './event-log-maintenance.js';
import { EventLogMetrics } from './event-log-metrics.js';
import { EventQueues } from './event-queues.js';
import { EventTail } from './event-tail.js';
import { LongPolls } from './long-polls.js';
import { RealmCaches } from './realm-cache.js';
import { SnapshotCaches } from './snapshot-cache.js';
import { WakeUps } from './wake-ups.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EventLogEntity, EventQueueEntity])],
  providers: [
    EventLog,
    EventLogMaintenance,
    EventLogMetrics,
    EventQueues,
    EventTail,
    LongPolls,
    RealmCaches,
    SnapshotCaches,
    WakeUps,
  ],
  exports: [EventLog, EventQueues, EventTail, LongPolls, RealmCaches, SnapshotCaches, WakeUps],
})
export class EventLogModule {}
