// The recipients of drafts: channels and users that the actor can access, also if the actor may not send
// messages to them.
import { Injectable } from '@nestjs/common';
import { SendMessageAccess } from '#modules/messages/send';
import { StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

export interface DraftRecipient {
  type: '' | 'stream' | 'private';
  to: number[];
}

@Injectable()
export class DraftsAccess {
  constructor(
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  async checkRecipients(actor: Actor, recipients: DraftRecipient[]): Promise<void> {
    const streamIds = new Set<number>();
    const userIds = new Set<number>();
    for (const { type, to } of recipients) {
      if (type === 'stream' && to.length !== 1) {
        throw ApiError.badRequest('A draft for a channel must name exactly one channel');
      }
      if (type === 'stream') streamIds.add(to[0]!);
      if (type === 'private') for (const id of to) userIds.add(id);
    }
    if (streamIds.size > 0) await this.checkStreams(actor, [...streamIds]);
    if (userIds.size > 0) await this.sendMessageAccess.requireMembers(actor, [...userIds]);
  }

  private async checkStreams(actor: Actor, ids: number[]): Promise<void> {
    const visible = await this.streamsAccess.findVisibleByIds(actor, ids);
    if (visible.length < ids.length) throw ApiError.badRequest('There is no such channel');
  }
}
