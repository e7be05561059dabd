import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Config } from '#config/config.js';
import { equalInConstantTime } from '#platform/crypto.js';

export interface MetricsAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** The metrics in the text format of Prometheus, for the holder of METRICS_TOKEN if it is set. */
@Injectable()
export class MetricsPage {
  constructor(
    private readonly registry: Registry,
    private readonly config: Config,
  ) {}

  async answer(authorization: string | undefined): Promise<MetricsAnswer> {
    const { metricsToken } = this.config;
    const isAllowed =
      metricsToken === undefined ||
      equalInConstantTime(authorization ?? '', `Bearer ${metricsToken}`);
    if (!isAllowed) {
      const text = 'The metrics require the header "Authorization: Bearer METRICS_TOKEN"\n';
      return { status: 401, contentType: 'text/plain; charset=utf-8', text };
    }
    const { contentType } = this.registry;
    return { status: 200, contentType, text: await this.registry.metrics() };
  }
}
