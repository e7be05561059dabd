import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import type { LinkifierRule } from './linkifier-rules.js';
import { LinkifierEntity } from './linkifier.entity.js';

const COLUMNS = selectList(LinkifierEntity);

@Injectable()
export class LinkifiersRepository {
  constructor(
    @InjectRepository(LinkifierEntity) private readonly linkifiers: Repository<LinkifierEntity>,
    private readonly database: Database,
  ) {}

  /** In the order of application. Part of the register snapshot. */
  findAll(realmId: number): Promise<LinkifierEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM linkifiers WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  /** As findAll; other transactions that change linkifiers of the realm wait for the current one. */
  async findAllForUpdate(realmId: number): Promise<LinkifierEntity[]> {
    await lockRow(this.database, 'realms', realmId);
    return this.findAll(realmId);
  }

  /** Returns the id of the new linkifier. */
  async insert(realmId: number, position: number, rule: LinkifierRule): Promise<number> {
    const linkifier = this.linkifiers.create({ ...rule, realmId, position });
    await this.linkifiers.insert(linkifier);
    return linkifier.id;
  }

  async update({ id, realmId }: LinkifierEntity, changes: Partial<LinkifierRule>): Promise<void> {
    await this.linkifiers.update({ id, realmId }, changes);
  }

  async delete({ id, realmId }: LinkifierEntity): Promise<void> {
    await this.linkifiers.delete({ id, realmId });
  }

  /** Numbers the linkifiers in the order of `ids`. */
  async reorder(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE linkifiers l SET position = o.position - 1
       FROM unnest($2::integer[]) WITH ORDINALITY AS o (id, position)
       WHERE l.realm_id = $1 AND l.id = o.id`,
      [realmId, ids],
    );
  }
}
