// The recent activity and weekly traffic of streams, which a daily job updates because they change with
// time alone.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { StreamActivityRepository } from './stream-activity.repository.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { streamChanged } from './streams.events.js';
import type { Stream } from './streams.repository.js';
import { TRAFFIC_DAYS, weeklyTraffic } from './weekly-traffic.js';

/** A stream without messages for this many days is not recently active. */
const QUIET_AFTER_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class StreamActivityService {
  constructor(
    private readonly streamActivityRepository: StreamActivityRepository,
    private readonly streamAudiences: StreamAudiences,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async refreshEverywhere(): Promise<void> {
    for (const { id, deactivated } of await this.realmsService.findAll()) {
      if (!deactivated) await this.refresh(id);
    }
  }

  async refresh(realmId: number): Promise<void> {
    const now = this.clock.now().getTime();
    await this.database.transaction(
      async () => {
        await this.refreshRecentUse(realmId, now);
        await this.refreshTraffic(realmId, now);
      },
      { withoutTimeLimit: true },
    );
  }

  private async refreshRecentUse(realmId: number, now: number): Promise<void> {
    const since = this.daysBefore(now, QUIET_AFTER_DAYS);
    const quiet = await this.streamActivityRepository.clearRecentUse(realmId, since);
    await this.publish(
      realmId,
      'is_recently_active',
      quiet.map((stream) => ({ stream, value: false })),
    );
  }

  private async refreshTraffic(realmId: number, now: number): Promise<void> {
    const streams = await this.streamActivityRepository.countMessages(
      realmId,
      this.daysBefore(now, TRAFFIC_DAYS),
    );
    const changed = streams
      .map((stream) => ({
        stream,
        value: weeklyTraffic(stream.messageCount, now - stream.dateCreated.getTime()),
      }))
      .filter(({ stream, value }) => value !== stream.weeklyTraffic);
    await this.publish(realmId, 'stream_weekly_traffic', changed);
    // Last, since it locks nearly all streams until the commit.
    await this.streamActivityRepository.setWeeklyTraffic(
      changed.map(({ stream: { id }, value }) => ({ id, value })),
    );
  }

  private daysBefore(now: number, days: number): Date {
    const moment = this.clock.now();
    moment.setTime(now - days * DAY_MS);
    return moment;
  }

  private async publish(
    realmId: number,
    property: string,
    changes: { stream: Stream; value: unknown }[],
  ): Promise<void> {
    const audiences = await this.streamAudiences.ofAll(
      realmId,
      changes.map(({ stream }) => stream),
    );
    for (const { stream, value } of changes) {
      this.eventLog.append(streamChanged(stream, { property, value }, audiences.get(stream.id)!));
    }
  }
}
