// All integrations: each is a folder beside this file, which contains `<name>.integration.ts`. There is no
// list of them elsewhere.
import { Injectable } from '@nestjs/common';
import type { Integration } from '#modules/integrations/toolkit';
import { loadIntegrations } from './load-integrations.js';

@Injectable()
export class IntegrationCatalogue {
  private loading: Promise<ReadonlyMap<string, Integration>> | undefined;

  /** By name, in alphabetical order. */
  async all(): Promise<readonly Integration[]> {
    return [...(await this.byName()).values()];
  }

  async find(name: string): Promise<Integration | undefined> {
    return (await this.byName()).get(name);
  }

  /** Loads the folders when they are first needed, as few processes need them. */
  private byName(): Promise<ReadonlyMap<string, Integration>> {
    this.loading ??= loadIntegrations();
    return this.loading;
  }
}
