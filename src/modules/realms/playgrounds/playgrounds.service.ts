// Code playgrounds: web sites that clients offer for running code blocks of a language.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { readUrlTemplate, UrlTemplateProblem } from '#platform/url-template.js';
import { playgroundsEvent } from './playgrounds.events.js';
import type { PlaygroundEntity } from './playground.entity.js';
import { type NewPlayground, PlaygroundsRepository } from './playgrounds.repository.js';
import { playgroundView } from './playgrounds.view.js';

/** Names of languages, such as `C++`, `objective-j` or `Visual Basic .NET`. */
const LANGUAGE = /^[\p{L}\p{N} +#.*/_-]+$/u;
const MAX_PLAYGROUNDS = 500;
/** Lengths in code points. */
const MAX_NAME = 100;
const MAX_LANGUAGE = 40;
const MAX_TEMPLATE = 1000;

@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly playgroundsRepository: PlaygroundsRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the id of the new playground. */
  async add({ realmId }: Actor, input: NewPlayground): Promise<number> {
    checkText('name', input.name, MAX_NAME);
    checkText('pygments_language', input.pygmentsLanguage, MAX_LANGUAGE);
    if (!LANGUAGE.test(input.pygmentsLanguage)) {
      throw ApiError.invalidField(
        'pygments_language',
        'pygments_language is not the name of a language',
      );
    }
    checkText('url_template', input.urlTemplate, MAX_TEMPLATE);
    checkTemplate(input.urlTemplate);
    return this.database.transaction(async () => {
      const existing = await this.playgroundsRepository.findAllForUpdate(realmId);
      const isListed = existing.some(
        ({ name, pygmentsLanguage }) =>
          name === input.name && pygmentsLanguage === input.pygmentsLanguage,
      );
      if (isListed) {
        throw ApiError.invalidForm('There is already a playground with this language and name');
      }
      if (existing.length >= MAX_PLAYGROUNDS) {
        throw ApiError.badRequest(`There can be at most ${MAX_PLAYGROUNDS} playgrounds`);
      }
      const playground = await this.playgroundsRepository.insert(realmId, input);
      this.auditLog.record(realmId, {
        kind: 'playground.created',
        targetIds: [playground.id],
        after: playgroundView(playground),
      });
      this.publish(realmId, [...existing, playground]);
      return playground.id;
    });
  }

  async remove({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.playgroundsRepository.findAllForUpdate(realmId);
      const playground = existing.find((other) => other.id === id);
      if (!playground) throw ApiError.badRequest('There is no such playground');
      await this.playgroundsRepository.delete(playground);
      this.auditLog.record(realmId, {
        kind: 'playground.deleted',
        targetIds: [id],
        before: playgroundView(playground),
      });
      this.publish(
        realmId,
        existing.filter((other) => other !== playground),
      );
    });
  }

  private publish(realmId: number, playgrounds: PlaygroundEntity[]): void {
    const change = { realm_playgrounds: playgrounds.map(playgroundView) };
    this.eventLog.append(playgroundsEvent(realmId, change, Audience.realm()));
  }
}

function checkText(name: string, text: string, maxLength: number): void {
  if (text === '') throw ApiError.invalidField(name, `${name} cannot be empty`);
  if ([...text].length <= maxLength) return;
  throw ApiError.invalidField(name, `${name} is too long (limit: ${maxLength} characters)`);
}

function checkTemplate(source: string): void {
  try {
    const { variables, expand } = readUrlTemplate(source);
    if (variables.length !== 1 || variables[0] !== 'code') {
      throw invalidTemplate('url_template must have exactly one variable, "code"');
    }
    if (!/^https?:\/\/[^/]/i.test(expand({ code: 'x' }))) {
      throw invalidTemplate('url_template must expand to an HTTP or HTTPS URL');
    }
  } catch (error) {
    if (!(error instanceof UrlTemplateProblem)) throw error;
    throw invalidTemplate(`url_template ${error.message}`);
  }
}

function invalidTemplate(message: string): ApiError {
  return ApiError.invalidField('url_template', message);
}
