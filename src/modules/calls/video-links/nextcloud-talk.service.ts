// Public conversations of Nextcloud Talk, created by one account of the Nextcloud server.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import type { NextcloudConfig } from '#config/video-calls.js';
import { callName } from './call-name.js';
import { notConfigured } from './oauth-clients.service.js';
import { jsonRequest, ProviderRequests, requireAccepted } from './provider-requests.js';

const NAME = 'Nextcloud Talk';
const PUBLIC_CONVERSATION = 3;

@Injectable()
export class NextcloudTalkService {
  constructor(
    private readonly providerRequests: ProviderRequests,
    private readonly config: Config,
  ) {}

  /** Returns the link to a new conversation. */
  async create(name: string): Promise<string> {
    const { nextcloud } = this.config.videoCalls;
    if (!nextcloud) throw notConfigured(NAME);
    const room = { roomType: PUBLIC_CONVERSATION, roomName: callName(name) };
    return this.providerRequests.run(NAME, async (send) => {
      const url = new URL('ocs/v2.php/apps/spreed/api/v4/room', nextcloud.url);
      const response = await send(url, jsonRequest(room, nextcloudHeaders(nextcloud)));
      requireAccepted(NAME, response);
      const answer = (await response.json()) as { ocs?: { data?: { token?: unknown } } };
      const token = answer.ocs?.data?.token;
      if (typeof token !== 'string' || !/^\w+$/.test(token)) {
        throw new Error('The response has no conversation');
      }
      return new URL(`index.php/call/${token}`, nextcloud.url).href;
    });
  }
}

export function nextcloudHeaders({ username, password }: NextcloudConfig): Record<string, string> {
  const account = Buffer.from(`${username}:${password}`).toString('base64');
  return { Authorization: `Basic ${account}`, 'OCS-APIRequest': 'true' };
}
