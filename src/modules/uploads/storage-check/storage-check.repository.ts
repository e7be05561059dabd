import { Injectable } from '@nestjs/common';
import { REALM_TABLES } from '#modules/realms/deletion';
import { Database } from '#platform/database/database.js';

/** Selects the paths of all files to which rows of realms refer. */
const REFERENCED = REALM_TABLES.flatMap(({ name, files }) =>
  files === undefined ? [] : [`SELECT unnest(${files}) AS path FROM ${name}`],
).join(' UNION ALL ');

/** Uses SQL, because each statement compares a list of paths with several tables. */
@Injectable()
export class StorageCheckRepository {
  constructor(private readonly database: Database) {}

  /** Returns the paths to which no row refers. */
  findUnreferenced(paths: string[]): Promise<string[]> {
    return this.paths(
      `SELECT path FROM unnest($1::text[]) AS stored (path)
       EXCEPT (${REFERENCED} UNION ALL SELECT path FROM unreferenced_files)`,
      paths,
    );
  }

  /** Returns paths in rows that `paths` does not contain. */
  findMissing(paths: string[]): Promise<string[]> {
    return this.paths(`(${REFERENCED}) EXCEPT SELECT unnest($1::text[])`, paths);
  }

  private async paths(statement: string, paths: string[]): Promise<string[]> {
    const rows = await this.database.transaction(
      () => this.database.query<{ path: string }>(`${statement} ORDER BY path`, [paths]),
      { withoutTimeLimit: true },
    );
    return rows.map(({ path }) => path);
  }
}
