// Meetings of Webex, with the account of the user. A meeting belongs to a room, which is created with it.
// With a free plan, meetings take place only in the personal room of the user.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Clock, fromSeconds } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { ConnectedAccounts } from './connected-accounts.service.js';
import { notConfigured } from './oauth-clients.service.js';
import {
  jsonRequest,
  ProviderRequests,
  requireAccepted,
  type Send,
  webLink,
} from './provider-requests.js';

const NAME = 'Webex';
/** Maximum duration in free plans. */
const PERSONAL_MINUTES = 40;
const FORBIDDEN = 403;

@Injectable()
export class WebexService {
  constructor(
    private readonly connectedAccounts: ConnectedAccounts,
    private readonly providerRequests: ProviderRequests,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the link to the meeting. */
  async create(actor: Actor): Promise<string> {
    const { webex } = this.config.videoCalls;
    if (!webex) throw notConfigured(NAME);
    const title = `Meeting of ${actor.fullName}`;
    return this.providerRequests.run(NAME, async (send) => {
      const room = await this.post(actor, send, 'rooms', {
        title,
        isPublic: true,
        description: title,
      });
      if (room.status === FORBIDDEN) {
        return this.createMeeting(actor, send, this.personalMeeting(title));
      }
      requireAccepted(NAME, room);
      const { id } = (await room.json()) as { id?: unknown };
      if (typeof id !== 'string') throw new Error('The response has no room');
      try {
        return await this.createMeeting(actor, send, { adhoc: true, roomId: id, title });
      } catch (error) {
        await this.deleteRoom(actor, id);
        throw error;
      }
    });
  }

  private async createMeeting(actor: Actor, send: Send, meeting: object): Promise<string> {
    const response = await this.post(actor, send, 'meetings', meeting);
    requireAccepted(NAME, response);
    return webLink(((await response.json()) as { webLink?: unknown }).webLink);
  }

  private personalMeeting(title: string): object {
    const start = this.clock.now();
    const end = fromSeconds(start.getTime() / 1000 + PERSONAL_MINUTES * 60);
    return {
      scheduledType: 'personalRoomMeeting',
      start: start.toISOString(),
      end: end.toISOString(),
      title,
    };
  }

  private async deleteRoom(actor: Actor, id: string): Promise<void> {
    await this.providerRequests.undo(NAME, (send) =>
      this.connectedAccounts.request(actor, 'webex', send, (headers) =>
        send(this.url(`rooms/${encodeURIComponent(id)}`), { method: 'DELETE', headers }),
      ),
    );
  }

  private post(actor: Actor, send: Send, path: string, body: object): Promise<Response> {
    return this.connectedAccounts.request(actor, 'webex', send, (headers) =>
      send(this.url(path), jsonRequest(body, headers)),
    );
  }

  private url(path: string): URL {
    return new URL(`/v1/${path}`, this.config.videoCalls.webex!.apiUrl);
  }
}
