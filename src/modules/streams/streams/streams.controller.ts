import { Controller, Get } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ListStreamsService } from './list-streams.service.js';
import { StreamsAccess } from './streams.access.js';
import { GetStreamIdDto, GetStreamsDto } from './streams.dto.js';

@Controller()
export class StreamsController {
  constructor(
    private readonly listStreamsService: ListStreamsService,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  @Get('streams')
  async list(
    @CurrentActor() actor: Actor,
    @Input() input: GetStreamsDto,
  ): Promise<ResponseOf<'get-streams'>> {
    return { streams: await this.listStreamsService.list(actor, input) };
  }

  @Get('streams/:stream_id')
  async show(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') id: number,
  ): Promise<ResponseOf<'get-stream-by-id'>> {
    return { stream: await this.listStreamsService.get(actor, id) };
  }

  @Get('get_stream_id')
  async findId(
    @CurrentActor() actor: Actor,
    @Input() { stream: name }: GetStreamIdDto,
  ): Promise<ResponseOf<'get-stream-id'>> {
    const accessed = await this.streamsAccess.findByName(actor, name);
    if (!accessed) throw ApiError.badRequest(`Invalid channel name '${name}'`);
    return { stream_id: accessed.stream.id };
  }
}
