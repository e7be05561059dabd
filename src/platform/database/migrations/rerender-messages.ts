import type { QueryRunner } from 'typeorm';

/**
 * Has workers render all messages again whose content, or an earlier version of it, matches one of the
 * regular expressions of PostgreSQL, in which `^` matches at each line. The sweep of resumable jobs starts the work within a minute.
 */
export async function rerenderMessages(
  runner: QueryRunner,
  key: string,
  patterns: string[],
): Promise<void> {
  await runner.query(
    `INSERT INTO resumable_jobs (kind, key, state, started_at, advanced_at)
     SELECT 'rerender-messages', $1,
       jsonb_build_object('afterId', 0, 'upToId', max(id), 'pattern', $2::text), now(), 'epoch'
     FROM messages HAVING max(id) IS NOT NULL`,
    [key, `(?n)${patterns.map((pattern) => `(?:${pattern})`).join('|')}`],
  );
}
