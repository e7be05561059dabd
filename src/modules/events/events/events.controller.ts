import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EventQueues } from '#platform/event-log/event-queues.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { LongPolls, type PollProblem } from '#platform/event-log/long-polls.js';
import { ApiError } from '#platform/http/api-error.js';
import { AllowSpectators } from '#platform/http/access.decorators.js';
import {
  type Actor,
  CurrentActor,
  CurrentReader,
  isSpectator,
  type Reader,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { sendJson } from '#platform/http/envelope.js';
import { Input } from '#platform/http/parameters/input.js';
import { contextOf } from '#platform/http/request-context.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { DeleteQueueDto, GetEventsDto, RegisterDto } from './events.dto.js';
import { RegisterService } from './register.service.js';
import { SpectatorsService } from './spectators.service.js';

@Controller()
export class EventsController {
  constructor(
    private readonly registerService: RegisterService,
    private readonly spectatorsService: SpectatorsService,
    private readonly eventQueues: EventQueues,
    private readonly longPolls: LongPolls,
  ) {}

  @Post('register')
  @AllowSpectators()
  register(
    @CurrentReader() reader: Reader,
    @Input() input: RegisterDto,
  ): Promise<ResponseOf<'register-queue'>> {
    return isSpectator(reader)
      ? this.spectatorsService.register(reader, input)
      : this.registerService.register(reader, input);
  }

  /** Sends the response itself, up to a minute later; meanwhile, only the response object is retained. */
  @Get('events')
  async poll(
    @CurrentActor() actor: Actor,
    @Input() input: GetEventsDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const queue = await this.find(actor, input.queue_id);
    if (input.last_event_id === undefined) {
      throw ApiError.badRequest("Missing 'last_event_id' argument");
    }
    const tail = eventsTail(queue, contextOf(request).ignoredParameters());
    const cancel = await this.longPolls.poll(
      queue,
      input.last_event_id,
      !input.dont_block,
      (events) => sendJson(response, 200, `${EVENTS_HEAD}${events.join(',')}${tail}`),
    );
    if (typeof cancel === 'string') throw problem(cancel, queue, input.last_event_id);
    // The client may have disconnected while the poll was reading.
    if (response.destroyed) cancel();
    else response.once('close', cancel);
  }

  @Delete('events')
  async end(
    @CurrentActor() actor: Actor,
    @Input() input: DeleteQueueDto,
  ): Promise<ResponseOf<'delete-queue'>> {
    await this.eventQueues.end(await this.find(actor, input.queue_id));
  }

  /** Throws the same error for a queue of another user as for one that does not exist. */
  private async find(actor: Actor, queueId: string): Promise<EventQueue> {
    const queue = await this.eventQueues.find(actor, queueId);
    if (!queue) throw badQueue(queueId);
    return queue;
  }
}

const EVENTS_HEAD = '{"result":"success","msg":"","events":[';

function eventsTail(queue: EventQueue, ignored: string[]): string {
  const fields = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {};
  return `],${JSON.stringify({ queue_id: queue.id, ...fields }).slice(1)}\n`;
}

function problem(kind: PollProblem, queue: EventQueue, lastEventId: number): ApiError {
  switch (kind) {
    case 'ended':
      return badQueue(queue.id);
    case 'pruned':
      return ApiError.badRequest(`An event newer than ${lastEventId} has already been pruned!`);
    case 'unknown-event':
      return ApiError.badRequest(`Event ${lastEventId} was not in this queue`);
  }
}

function badQueue(queueId: string): ApiError {
  return new ApiError('BAD_EVENT_QUEUE_ID', 400, `Bad event queue ID: ${queueId}`, {
    queue_id: queueId,
  });
}
