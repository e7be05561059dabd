import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

@Injectable()
export class WebhookMetrics {
  private readonly unsupported: Counter<'integration'>;

  constructor(registry: Registry) {
    this.unsupported = new Counter({
      name: 'parley_webhook_unsupported_events_total',
      help: 'Incoming webhooks with an event that their integration does not support.',
      labelNames: ['integration'],
      registers: [registry],
    });
  }

  countUnsupported(integration: string): void {
    this.unsupported.inc({ integration });
  }
}
