import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { AlertWordsDto } from './alert-words.dto.js';
import { AlertWordsService } from './alert-words.service.js';

@Controller('users/me/alert_words')
export class AlertWordsController {
  constructor(private readonly alertWordsService: AlertWordsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-alert-words'>> {
    return { alert_words: await this.alertWordsService.list(actor) };
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Input() { alert_words: words }: AlertWordsDto,
  ): Promise<ResponseOf<'add-alert-words'>> {
    return { alert_words: await this.alertWordsService.add(actor, words) };
  }

  @Delete()
  async remove(
    @CurrentActor() actor: Actor,
    @Input() { alert_words: words }: AlertWordsDto,
  ): Promise<ResponseOf<'remove-alert-words'>> {
    return { alert_words: await this.alertWordsService.remove(actor, words) };
  }
}
