// Rooms of Constructor Groups. Each user has one room, which is created with the first link.
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Config } from '#config/config.js';
import type { ConstructorGroupsConfig } from '#config/video-calls.js';
import type { Actor } from '#platform/http/actor.js';
import { callName } from './call-name.js';
import { notConfigured } from './oauth-clients.service.js';
import { jsonRequest, ProviderRequests, requireAccepted, webLink } from './provider-requests.js';

const NAME = 'Constructor Groups';

@Injectable()
export class ConstructorGroupsService {
  constructor(
    private readonly providerRequests: ProviderRequests,
    private readonly config: Config,
  ) {}

  /** Returns the link to the room of the actor. */
  async create({ fullName, deliveryEmail }: Actor): Promise<string> {
    const { constructorGroups: provider } = this.config.videoCalls;
    if (!provider) throw notConfigured(NAME);
    const room = {
      creator_email: deliveryEmail,
      name: callName(`Room of ${fullName}`),
      fallback_name: callName(`Room of ${fullName} (${deliveryEmail})`),
    };
    return this.providerRequests.run(NAME, async (send) => {
      const url = new URL('room/default', provider.url);
      const response = await send(url, jsonRequest(room, { Authorization: bearer(provider) }));
      requireAccepted(NAME, response);
      return webLink(((await response.json()) as { url?: unknown }).url);
    });
  }
}

export function bearer({ accessKey, secretKey }: ConstructorGroupsConfig): string {
  const digest = createHash('sha256').update(`${accessKey}|${secretKey}`).digest('hex');
  return `Bearer ${accessKey}|${digest}`;
}
