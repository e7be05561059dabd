// Counts the rows that a request reads: its statements about messages are repeated with EXPLAIN.
import { expect, jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '#platform/database/database.js';
import type { TestApp } from './app.js';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

type SentStatement = [statement: string | pg.QueryConfig, values?: unknown[]];

/** Runs the work, then explains its statements about these tables. They must not write. */
export async function explain(
  test: TestApp,
  work: () => Promise<unknown>,
  about = 'messages',
): Promise<PlanNode[]> {
  // The driver is observed, since TypeORM's repositories send statements without Database.query.
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  const statements: [text: string, values: unknown[]][] = [];
  try {
    await work();
    for (const [statement, values = []] of spy.mock.calls as unknown as SentStatement[]) {
      const sent = typeof statement === 'string' ? { text: statement, values } : statement;
      if (sent.text.includes(about)) statements.push([sent.text, sent.values ?? []]);
    }
  } finally {
    spy.mockRestore();
  }
  expect(statements.length).toBeGreaterThan(0);
  const plans: PlanNode[] = [];
  for (const [text, values] of statements) {
    const [row] = await test.app
      .get(Database)
      .query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
    plans.push(row!['QUERY PLAN'][0].Plan);
  }
  return plans;
}

/** Expects no sequential scans, and few rows outside of the result. */
export function expectCheap(
  plans: PlanNode[],
  limit: number,
  tables = ['messages', 'user_messages'],
): void {
  for (const plan of plans) {
    for (const table of tables) {
      const scans = nodesOf(plan).filter(
        (node) => node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable',
      );
      const kinds = scans.map((node) => node['Node Type']);
      expect(kinds.filter((kind) => !/^(Index|Bitmap Heap)/.test(kind))).toEqual([]);
      const rows = scans.reduce((sum, node) => sum + rowsRead(node), 0);
      expect({ table, rows, isCheap: rows <= limit }).toMatchObject({ isCheap: true });
    }
  }
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function rowsRead(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(perLoop * node['Actual Loops']);
}
