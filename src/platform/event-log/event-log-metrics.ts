// What operators watch: how far this process is behind the log, and what it does for its clients.
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
      'Time since this process last knew all events of the realms it serves.',
      () => tail.lagSeconds,
    );
    this.gauge(
      'event_log_queues',
      'Event queues that this process served lately.',
      () => queues.localCount,
    );
    this.gauge(
      'event_log_parked_polls',
      'Requests that wait for an event.',
      () => polls.waitingCount,
    );
    this.counter(
      'event_log_delivered_total',
      'Events in answers to clients, heartbeats included.',
      () => polls.deliveredTotal,
    );
    this.counter(
      'event_log_wakeups_total',
      'Times that this process was told of new events, by itself or by others.',
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
