// The linkifiers of a realm. Each change locks all of them, since a rule is validated against the others,
// and publishes the whole list, which also invalidates the compiled linkifiers of all processes.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog } from '#modules/realms/audit-log';
import { LinkifierSet } from '#modules/markdown/markdown';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { isPermutationOf } from '#platform/permutation.js';
import { checkLinkifier, type LinkifierRule } from './linkifier-rules.js';
import type { LinkifierEntity } from './linkifier.entity.js';
import { linkifiersEvent } from './linkifiers.events.js';
import { LinkifiersRepository } from './linkifiers.repository.js';
import { linkifierView } from './linkifiers.view.js';

/** Undefined properties are left unchanged; in a new linkifier they are empty. */
export type LinkifierInput = Partial<LinkifierRule>;

const EMPTY: LinkifierRule = {
  pattern: '',
  urlTemplate: '',
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
};

@Injectable()
export class LinkifiersService {
  private readonly compiled: RealmCache<LinkifierSet>;

  constructor(
    private readonly linkifiersRepository: LinkifiersRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    caches: RealmCaches,
  ) {
    this.compiled = caches.create(
      [linkifiersEvent.type],
      async (realmId) => new LinkifierSet(await linkifiersRepository.findAll(realmId)),
    );
  }

  /** Returns the cached compiled linkifiers. */
  getCompiled(realmId: number): Promise<LinkifierSet> {
    return this.compiled.get(realmId);
  }

  /** In the order in which they are applied. */
  list({ realmId }: Actor): Promise<LinkifierEntity[]> {
    return this.linkifiersRepository.findAll(realmId);
  }

  /** Returns the id of the new linkifier, which is the last to be applied. */
  async create({ realmId }: Actor, input: LinkifierInput): Promise<number> {
    const rule = merge(EMPTY, changesOf(EMPTY, input));
    return this.database.transaction(async () => {
      const existing = await this.linkifiersRepository.findAllForUpdate(realmId);
      checkLinkifier(rule, existing);
      const position = (existing.at(-1)?.position ?? -1) + 1;
      const id = await this.linkifiersRepository.insert(realmId, position, rule);
      this.auditLog.record(realmId, { kind: 'linkifier.created', targetIds: [id], after: rule });
      await this.publish(realmId);
      return id;
    });
  }

  async update({ realmId }: Actor, id: number, input: LinkifierInput): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.linkifiersRepository.findAllForUpdate(realmId);
      const linkifier = findById(existing, id);
      const changes = changesOf(linkifier, input);
      const others = existing.filter((other) => other !== linkifier);
      checkLinkifier(merge(linkifier, changes), others);
      if (Object.keys(changes).length === 0) return;
      await this.linkifiersRepository.update(linkifier, changes);
      this.auditLog.record(realmId, {
        kind: 'linkifier.changed',
        targetIds: [id],
        before: linkifier,
        after: changes,
      });
      await this.publish(realmId);
    });
  }

  async delete({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.linkifiersRepository.findAllForUpdate(realmId);
      const linkifier = findById(existing, id);
      await this.linkifiersRepository.delete(linkifier);
      this.auditLog.record(realmId, {
        kind: 'linkifier.deleted',
        targetIds: [id],
        before: linkifierView(linkifier),
      });
      await this.publish(realmId);
    });
  }

  /** `ids` must contain the id of every linkifier once. */
  async reorder({ realmId }: Actor, ids: number[]): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.linkifiersRepository.findAllForUpdate(realmId);
      const current = existing.map(({ id }) => id);
      if (!isPermutationOf(ids, current)) {
        throw ApiError.badRequest('The order must contain every linkifier once');
      }
      if (isDeepStrictEqual(ids, current)) return;
      await this.linkifiersRepository.reorder(realmId, ids);
      this.auditLog.record(realmId, {
        kind: 'realm.linkifiers_reordered',
        targetIds: [realmId],
        before: { order: current },
        after: { order: ids },
      });
      await this.publish(realmId);
    });
  }

  private async publish(realmId: number): Promise<void> {
    const linkifiers = await this.linkifiersRepository.findAll(realmId);
    const change = { realm_linkifiers: linkifiers.map(linkifierView) };
    this.eventLog.append(linkifiersEvent(realmId, change, Audience.realm()));
  }
}

/** Returns the defined properties of `input` that differ from the existing ones. */
function changesOf(existing: LinkifierRule, input: LinkifierInput): LinkifierInput {
  const changes = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined && !isDeepStrictEqual(value, existing[name as keyof LinkifierRule]),
  );
  return Object.fromEntries(changes);
}

function merge(existing: LinkifierRule, changes: LinkifierInput): LinkifierRule {
  return { ...existing, ...changes };
}

function findById(linkifiers: LinkifierEntity[], id: number): LinkifierEntity {
  const linkifier = linkifiers.find((other) => other.id === id);
  if (!linkifier) throw ApiError.badRequest('There is no such linkifier');
  return linkifier;
}
