// Entities and migrations describe the same tables, keys, checks and indexes, under the same names.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityMetadata } from 'typeorm';
import { sharedTestApp } from './app.js';

/** Partitions inherit the definitions of their table; TypeORM keeps its own list of migrations. */
const OURS = `NOT c.relispartition AND c.relname <> 'migrations'
  AND c.relnamespace = 'public'::regnamespace`;

const app = await sharedTestApp();

async function column(sql: string, dataSource: DataSource = app.dataSource): Promise<string[]> {
  const rows = await dataSource.query<{ value: string }[]>(sql);
  return rows.map(({ value }) => value);
}

/** Keys, checks and exclusions by default; NOT NULL belongs to the columns. */
const constraints = (value: string): string =>
  `SELECT ${value} AS value
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
   WHERE k.contype IN ('p', 'u', 'f', 'c', 'x') AND ${OURS} ORDER BY 1`;

/** Without those behind keys. */
const indexes = (value: string): string =>
  `SELECT ${value} AS value
   FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class n ON n.oid = i.indexrelid
   WHERE ${OURS} AND NOT EXISTS (
     SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')
   ) ORDER BY 1`;

/** Test files with modules of their own register copies of entities in the same worker. */
const entities = (): EntityMetadata[] => [
  ...new Map(app.dataSource.entityMetadatas.map((entity) => [entity.tableName, entity])).values(),
];

const declared = (names: (entity: EntityMetadata) => string[]): string[] =>
  entities().flatMap(names).toSorted();

describe('the schema', () => {
  it('has an entity for each table', async () => {
    const tables = await column(
      `SELECT relname AS value FROM pg_class c WHERE relkind IN ('r', 'p') AND ${OURS}`,
    );
    expect(tables.toSorted()).toEqual(declared((entity) => [entity.tableName]));
  });

  it('needs no change to match the entities', async () => {
    const { upQueries } = await app.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('has the constraints that the entities declare, and no others', async () => {
    const names = await column(constraints('k.conname'));
    const { namingStrategy } = app.dataSource;
    const expected = declared((entity) => [
      namingStrategy.primaryKeyName(entity.tableName, []),
      ...[entity.uniques, entity.foreignKeys, entity.checks, entity.exclusions]
        .flat()
        .map(({ name }) => name),
    ]);
    expect(names.toSorted()).toEqual(expected);
  });

  it('has the indexes that the entities declare, and no others', async () => {
    const names = await column(indexes('n.relname'));
    expect(names.toSorted()).toEqual(declared((entity) => entity.indices.map(({ name }) => name)));
  });
});

describe('a schema that TypeORM makes of the entities', () => {
  let synchronized: DataSource;

  beforeAll(async () => {
    const database = `${app.database.connection.database}_entities`;
    await app.dataSource.query(`CREATE DATABASE ${database} TEMPLATE template0`);
    synchronized = await new DataSource({
      ...(app.dataSource.options as object as { type: 'postgres' }),
      database,
    }).initialize();
    await synchronized.synchronize();
  });
  afterAll(async () => {
    await synchronized.destroy();
    const { database } = synchronized.options;
    await app.dataSource.query(`DROP DATABASE ${String(database)}`);
  });

  it('has the constraints of the migrated one', async () => {
    const sql = constraints(`c.relname || ': ' || k.conname || ' ' || pg_get_constraintdef(k.oid)`);
    expect(await column(sql, synchronized)).toEqual(await column(sql));
  });

  it('has the indexes of the migrated one that TypeORM can express', async () => {
    const sql = indexes('pg_get_indexdef(i.indexrelid)');
    const inexpressible = declared((entity) =>
      entity.indices.filter(({ synchronize }) => !synchronize).map(({ name }) => name),
    );
    const migrated = (await column(sql)).filter(
      (definition) => !inexpressible.some((name) => definition.includes(` ${name} `)),
    );
    expect(await column(sql, synchronized)).toEqual(migrated);
  });
});
