// Prometheus metrics of the event log: lag, queues, waiting polls and delivered events.
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { EventQueues } from './event-queues.js';
import { EventTail } from './event-tail.js';
import { LongPolls } from './long-polls.js';
import { WakeUps } from './wake-ups.js';

@Injectable()
export class EventLogMetrics {
  constructor(
    private readonly registry: Registry,
    tail: EventTail,
    queues: EventQueues,
    polls: LongPolls,
    wakeUps: WakeUps,
  ) {
    this.gauge(
      'event_log_lag_seconds',
      'Time since this process last read all events of the realms that it follows.',
      () => tail.lagSeconds,
    );
    this.gauge(
      'event_log_queues',
      'Event queues that this process served recently.',
      () => queues.localCount,
    );
    this.gauge('event_log_parked_polls', 'Polls that wait for an event.', () => polls.waitingCount);
    this.counter(
      'event_log_delivered_total',
      'Events delivered to clients, heartbeats included.',
      () => polls.deliveredTotal,
    );
    this.counter(
      'event_log_wakeups_total',
      'Wake-ups received, including those of this process.',
      () => wakeUps.receivedTotal,
    );
  }

  private gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  private counter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }
}
