// A digest of each table for one organization, to show that requests of another one changed nothing.
// A table that belongs to no organization must be named here.
import { Database } from '#platform/database/database.js';
import type { TestApp } from './app.js';

/** Tables without a column or foreign key that leads to an organization. */
const SHARED = new Set([
  'event_consumer_cursors',
  'event_consumers',
  'finished_jobs',
  'job_store',
  'link_previews',
  'mails',
  'migrations',
  'rate_limits',
  'server_generations',
  'sip_signing_keys',
  'unreferenced_files',
  'worker_presence',
]);

/** The tables of columns without a foreign key. */
const MEANINGS: Record<string, string> = {
  user_id: 'users',
  message_id: 'messages',
  stream_id: 'streams',
  group_id: 'user_groups',
};

interface Column {
  name: string;
  column: string;
  target: string | null;
}

/** A statement that digests all tables; its one parameter is the id of the organization. */
async function statement(database: Database): Promise<string> {
  const columns = await database.query<Column>(
    `SELECT c.relname AS name, a.attname AS column,
       (SELECT k.confrelid::regclass::text FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum] LIMIT 1)
         AS target
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const tables = new Map<string, Column[]>();
  for (const one of columns) tables.set(one.name, [...(tables.get(one.name) ?? []), one]);
  const conditions = new Map<string, string>([['realms', 'id = $1']]);
  for (const [name, own] of tables) {
    if (own.some(({ column }) => column === 'realm_id')) conditions.set(name, 'realm_id = $1');
  }
  for (let known = 0; known !== conditions.size;) {
    known = conditions.size;
    for (const [name, own] of tables) {
      const ways = own.flatMap(({ column, target }) => {
        const through = target ?? MEANINGS[column];
        const condition = through === undefined ? undefined : conditions.get(through);
        return condition === undefined
          ? []
          : [`${column} IN (SELECT id FROM ${through} WHERE ${condition})`];
      });
      if (!conditions.has(name) && ways.length > 0) conditions.set(name, ways.join(' OR '));
    }
  }
  const forgotten = [...tables.keys()].filter((name) => !conditions.has(name) && !SHARED.has(name));
  if (forgotten.length > 0) throw new Error(`Whose are these tables: ${forgotten.join(', ')}?`);
  return [...conditions]
    .map(
      ([name, condition]) =>
        `SELECT '${name}' AS name, count(*)::integer AS rows,
           coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest
         FROM ${name} t WHERE ${condition}`,
    )
    .join(' UNION ALL ');
}

export interface Digest {
  name: string;
  rows: number;
  digest: string;
}

/** Returns a function that takes fingerprints of this organization. */
export async function fingerprints(
  test: TestApp,
  realmId: number,
): Promise<() => Promise<Digest[]>> {
  const database = test.app.get(Database);
  const sql = await statement(database);
  return () => database.query<Digest>(`${sql} ORDER BY name`, [realmId]);
}
