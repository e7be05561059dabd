// Sites that run code blocks, offered beside blocks of their language. Administrators keep the list.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { readUrlTemplate, UrlTemplateProblem } from '#platform/url-template.js';
import { playgroundsEvent } from './playgrounds.events.js';
import { PlaygroundsRepository } from './playgrounds.repository.js';
import type { Playground } from './playgrounds.view.js';

/** Names of languages, such as `C++`, `objective-j` or `Visual Basic .NET`. */
const LANGUAGE = /^[\p{L}\p{N} +#.*/_-]+$/u;
const MAX_PLAYGROUNDS = 500;

@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly playgroundsRepository: PlaygroundsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the id of the new playground. */
  async add({ realmId }: Actor, playground: Omit<Playground, 'id'>): Promise<number> {
    if (!LANGUAGE.test(playground.pygments_language)) {
      throw ApiError.badRequest('pygments_language is not the name of a language');
    }
    checkTemplate(playground.url_template);
    return this.database.transaction(async () => {
      await this.playgroundsRepository.lock(realmId);
      const id = await this.playgroundsRepository.insert(realmId, playground);
      if (id === undefined) {
        throw ApiError.badRequest('There is already a playground of this language and name');
      }
      await this.tell(realmId);
      return id;
    });
  }

  async remove({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.playgroundsRepository.lock(realmId);
      if (!(await this.playgroundsRepository.delete(realmId, id))) {
        throw ApiError.badRequest('There is no such playground');
      }
      await this.tell(realmId);
    });
  }

  private async tell(realmId: number): Promise<void> {
    const all = await this.playgroundsRepository.findAll(realmId);
    if (all.length > MAX_PLAYGROUNDS) {
      throw ApiError.badRequest(`There can be at most ${MAX_PLAYGROUNDS} playgrounds`);
    }
    this.eventLog.append(playgroundsEvent(realmId, { realm_playgrounds: all }, Audience.realm()));
  }
}

function checkTemplate(source: string): void {
  try {
    const { variables, expand } = readUrlTemplate(source);
    if (variables.length !== 1 || variables[0] !== 'code') {
      throw ApiError.badRequest('url_template must have the variable "code" and no other');
    }
    if (!/^https?:\/\/[^/]/i.test(expand({ code: 'x' }))) {
      throw ApiError.badRequest('url_template must lead to an address that begins with http');
    }
  } catch (error) {
    if (!(error instanceof UrlTemplateProblem)) throw error;
    throw ApiError.badRequest(`url_template ${error.message}`);
  }
}
