// The linkifiers of an organization: administrators make, change, sort and delete them; every
// change goes to all clients as the whole list, and drops what the processes have compiled.
import { Injectable } from '@nestjs/common';
import { LinkifierSet } from '#modules/markdown/markdown';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { checkLinkifier } from './linkifier-rules.js';
import { linkifiersEvent } from './linkifiers.events.js';
import { LinkifiersRepository } from './linkifiers.repository.js';
import { type Linkifier, type LinkifierRule, linkifierView } from './linkifiers.view.js';

/** Null empties a field; undefined leaves it as it is, which in a new linkifier is empty. */
export interface GivenLinkifier {
  pattern: string;
  urlTemplate: string;
  exampleInput?: string | null | undefined;
  reverseTemplate?: string | null | undefined;
  alternativeUrlTemplates?: string[] | undefined;
}

const EMPTY = { exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] };

@Injectable()
export class LinkifiersService {
  private readonly sets: RealmCache<LinkifierSet>;

  constructor(
    private readonly linkifiersRepository: LinkifiersRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    caches: RealmCaches,
  ) {
    this.sets = caches.create(
      [linkifiersEvent.type],
      async (realmId) => new LinkifierSet(await linkifiersRepository.findAll(realmId)),
    );
  }

  /** Ready to be applied, from the cache. */
  set(realmId: number): Promise<LinkifierSet> {
    return this.sets.get(realmId);
  }

  /** Returns the id of the new linkifier, which is the last to be applied. */
  async create({ realmId }: Actor, given: GivenLinkifier): Promise<number> {
    const rule = changed(EMPTY, given);
    return this.change(realmId, async (present) => {
      checkLinkifier(rule, present);
      return this.linkifiersRepository.insert(realmId, rule);
    });
  }

  async update({ realmId }: Actor, id: number, given: GivenLinkifier): Promise<void> {
    await this.change(realmId, async (present) => {
      const rule = changed(find(present, id), given);
      const others = present.filter((linkifier) => linkifier.id !== id);
      checkLinkifier(rule, others);
      await this.linkifiersRepository.update(realmId, id, rule);
    });
  }

  async delete({ realmId }: Actor, id: number): Promise<void> {
    await this.change(realmId, async (present) => {
      find(present, id);
      await this.linkifiersRepository.delete(realmId, id);
    });
  }

  /** `ids` names every linkifier of the organization once. */
  async reorder({ realmId }: Actor, ids: number[]): Promise<void> {
    await this.change(realmId, async (present) => {
      const known = new Set(present.map(({ id }) => id));
      const isWhole =
        ids.length === known.size &&
        new Set(ids).size === ids.length &&
        ids.every((id) => known.has(id));
      if (!isWhole) throw ApiError.badRequest('The order must name every linkifier once');
      await this.linkifiersRepository.reorder(realmId, ids);
    });
  }

  /** Works on what is there, without anybody else; tells everybody when it made a difference. */
  private async change<T>(realmId: number, work: (present: Linkifier[]) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.linkifiersRepository.lock(realmId);
      const before = await this.linkifiersRepository.findAll(realmId);
      const result = await work(before);
      const after = await this.linkifiersRepository.findAll(realmId);
      if (JSON.stringify(after) === JSON.stringify(before)) return result;
      const change = { realm_linkifiers: after.map(linkifierView) };
      this.eventLog.append(linkifiersEvent(realmId, change, Audience.realm()));
      return result;
    });
  }
}

function changed(
  present: Omit<LinkifierRule, 'pattern' | 'urlTemplate'>,
  given: GivenLinkifier,
): LinkifierRule {
  const { exampleInput, reverseTemplate, alternativeUrlTemplates } = given;
  return {
    pattern: given.pattern.trim(),
    urlTemplate: given.urlTemplate.trim(),
    exampleInput: exampleInput === undefined ? present.exampleInput : exampleInput,
    reverseTemplate: reverseTemplate === undefined ? present.reverseTemplate : reverseTemplate,
    alternativeUrlTemplates: alternativeUrlTemplates ?? present.alternativeUrlTemplates,
  };
}

function find(present: Linkifier[], id: number): Linkifier {
  const found = present.find((linkifier) => linkifier.id === id);
  if (!found) throw ApiError.badRequest('There is no such linkifier');
  return found;
}
