import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { ClearCallHistoryDto, ReadCallHistoryDto } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { historyGroupView } from './history.view.js';

@Controller('calls/history')
export class HistoryController {
  constructor(private readonly historyService: HistoryService) {}

  @Post()
  async read(
    @CurrentActor() actor: Actor,
    @Input() input: ReadCallHistoryDto,
  ): Promise<ResponseOf<'get-call-history'>> {
    const { entries, nextCursor } = await this.historyService.read(actor, {
      cursor: input.cursor,
      limit: input.limit,
      missedOnly: input.missed_only,
      mediaType: input.media_type,
      groupKey: input.group_key,
    });
    const groups = entries.map(({ group, records, lastCallAt }) =>
      historyGroupView(group, records, lastCallAt),
    );
    return { groups, nextCursor };
  }

  @Post('clear')
  async clear(
    @CurrentActor() actor: Actor,
    @Input() { group_key: groupKey }: ClearCallHistoryDto,
  ): Promise<ResponseOf<'clear-call-history'>> {
    const deletedRecords = await this.historyService.clear(actor, groupKey);
    return { groupKey, deletedRecords };
  }
}
