import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { NavigationView } from './navigation-views.view.js';

const COLUMNS = `fragment, is_pinned AS "isPinned", name`;

@Injectable()
export class NavigationViewsRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  findAll(userId: number): Promise<NavigationView[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM navigation_views WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
  }

  /** Nobody else changes the views of the user until the end of the transaction. */
  async lock(userId: number): Promise<NavigationView[]> {
    await this.database.query(`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
    return this.findAll(userId);
  }

  async insert(userId: number, view: NavigationView): Promise<void> {
    await this.database.query(
      `INSERT INTO navigation_views (user_id, fragment, is_pinned, name) VALUES ($1, $2, $3, $4)`,
      [userId, view.fragment, view.isPinned, view.name],
    );
  }

  async update(userId: number, view: NavigationView): Promise<void> {
    await this.database.query(
      `UPDATE navigation_views SET is_pinned = $3, name = $4
       WHERE user_id = $1 AND fragment = $2`,
      [userId, view.fragment, view.isPinned, view.name],
    );
  }

  async delete(userId: number, fragment: string): Promise<void> {
    await this.database.query(`DELETE FROM navigation_views WHERE user_id = $1 AND fragment = $2`, [
      userId,
      fragment,
    ]);
  }
}
