import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { NavigationViewEntity } from './navigation-view.entity.js';

const COLUMNS = selectList(NavigationViewEntity);

@Injectable()
export class NavigationViewsRepository {
  constructor(
    @InjectRepository(NavigationViewEntity)
    private readonly navigationViews: Repository<NavigationViewEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(userId: number): Promise<NavigationViewEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM navigation_views WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
  }

  /** As findAll, and keeps other transactions from changing the views of the user. */
  async findAllForUpdate(userId: number): Promise<NavigationViewEntity[]> {
    await lockRow(this.database, 'users', userId);
    return this.findAll(userId);
  }

  async insert(view: Omit<NavigationViewEntity, 'id'>): Promise<void> {
    await this.navigationViews.insert(view);
  }

  async update(
    { id, userId }: NavigationViewEntity,
    changes: Partial<Pick<NavigationViewEntity, 'isPinned' | 'name'>>,
  ): Promise<void> {
    await this.navigationViews.update({ id, userId }, changes);
  }

  async delete({ id, userId }: NavigationViewEntity): Promise<void> {
    await this.navigationViews.delete({ id, userId });
  }
}
