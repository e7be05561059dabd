// The recent activity and weekly traffic of streams, which a daily job updates because they change with
// time alone.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { StreamActivityRepository, type WeeklyTraffic } from './stream-activity.repository.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { streamChanged, type StreamUpdated } from './streams.events.js';
import type { Stream } from './streams.repository.js';
import { TRAFFIC_DAYS, weeklyTraffic } from './weekly-traffic.js';

/** A stream without messages for this many days is not recently active. */
const QUIET_AFTER_DAYS = 180;
/** Streams that one transaction locks. */
const MAX_STREAMS = 500;
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
    await this.database.transaction(() => this.refreshRecentUse(realmId, now));
    await this.refreshTraffic(realmId, now);
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
    // Counting takes long in a large realm, so that it must not hold locks.
    const counts = await this.database.transaction(
      () =>
        this.streamActivityRepository.countMessages(realmId, this.daysBefore(now, TRAFFIC_DAYS)),
      { withoutTimeLimit: true },
    );
    const changes = counts
      .map(({ id, messageCount, dateCreated, weeklyTraffic: before }) => ({
        id,
        value: weeklyTraffic(messageCount, now - dateCreated.getTime()),
        before,
      }))
      .filter(({ value, before }) => value !== before);
    for (let start = 0; start < changes.length; start += MAX_STREAMS) {
      const batch = changes.slice(start, start + MAX_STREAMS);
      await this.database.transaction(() => this.setTraffic(realmId, batch));
    }
  }

  private async setTraffic(realmId: number, traffic: WeeklyTraffic[]): Promise<void> {
    const streams = await this.streamActivityRepository.setWeeklyTraffic(traffic);
    await this.publish(
      realmId,
      'stream_weekly_traffic',
      streams.map((stream) => ({ stream, value: stream.weeklyTraffic })),
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
    changes: { stream: Stream; value: StreamUpdated['value'] }[],
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
