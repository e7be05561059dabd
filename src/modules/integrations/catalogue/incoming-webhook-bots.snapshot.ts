// The integrations that clients offer for incoming webhook bots (fetch type `realm_incoming_webhook_bots`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
} from '#platform/event-log/snapshot-section.js';
import { IntegrationCatalogue } from './integration-catalogue.service.js';
import { incomingWebhookBotView } from './incoming-webhook-bots.view.js';

@Injectable()
@Snapshot()
export class IncomingWebhookBotsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_incoming_webhook_bots'];

  constructor(private readonly integrationCatalogue: IntegrationCatalogue) {}

  async readForSpectators(): Promise<SnapshotState> {
    const integrations = await this.integrationCatalogue.all();
    return { realm_incoming_webhook_bots: integrations.map(incomingWebhookBotView) };
  }
}
