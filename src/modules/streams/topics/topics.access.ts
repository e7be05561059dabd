// Permission to read the topics of a stream.
import { Injectable } from '@nestjs/common';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class TopicsAccess {
  constructor(private readonly streamsAccess: StreamsAccess) {}

  /** Returns the stream, which may be archived, if the actor can read its messages. */
  async readableStream(actor: Actor, streamId: number): Promise<AccessedStream> {
    const accessed = await this.streamsAccess.findById(actor, streamId);
    if (!accessed?.canSeeContent) throw ApiError.badRequest('Invalid channel ID');
    return accessed;
  }
}
