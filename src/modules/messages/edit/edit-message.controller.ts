import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathBigId } from '#platform/http/parameters/input.js';
import { Patch } from '#platform/http/write-routes.js';
import { attachmentView } from '#modules/uploads/attachments';
import { EditMessageService } from './edit-message.service.js';
import { EditMessageDto, MessageHistoryDto } from './edit-message.dto.js';
import { MessageHistoryService } from './message-history.service.js';
import { stateForClient } from './message-history.view.js';

@Controller('messages')
export class EditMessageController {
  constructor(
    private readonly editMessageService: EditMessageService,
    private readonly messageHistoryService: MessageHistoryService,
  ) {}

  @Patch(':message_id')
  async edit(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') id: number,
    @Input() input: EditMessageDto,
  ): Promise<ResponseOf<'update-message'>> {
    const detached = await this.editMessageService.edit(actor, id, {
      content: input.content,
      seenSha256: input.prev_content_sha256,
      destination: {
        topic: input.topic,
        streamId: input.stream_id,
        mode: input.propagate_mode,
      },
      notifications: {
        inOldTopic: input.send_notification_to_old_thread,
        inNewTopic: input.send_notification_to_new_thread,
      },
    });
    return { detached_uploads: detached.map(attachmentView) };
  }

  @Get(':message_id/history')
  async findHistory(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') id: number,
    @Input() { allow_empty_topic_name: understandsEmptyTopic }: MessageHistoryDto,
  ): Promise<ResponseOf<'get-message-history'>> {
    const states = await this.messageHistoryService.of(actor, id);
    return {
      message_history: states.map((state) => stateForClient(state, understandsEmptyTopic)),
    };
  }
}
