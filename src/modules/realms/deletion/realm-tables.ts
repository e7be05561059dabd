// The rows that belong to a realm, and an order in which they can be deleted. Both are derived from the
// schema, so that no table is missed: a table refers to its realm, or to rows that belong to a realm.

export interface TableColumn {
  table: string;
  column: string;
  isNullable: boolean;
}

export interface ForeignKey {
  table: string;
  column: string;
  target: string;
}

export interface RealmTable {
  name: string;
  /** SQL condition for the rows of the realm $1. */
  condition: string;
  /** Nullable columns that refer to other rows of the same table. */
  ownReferences: string[];
}

export interface DeletionPlan {
  /** In the order of deletion, without `realms`. */
  tables: RealmTable[];
  /** Tables whose rows belong to a message, by the column `message_id`. */
  withMessages: string[];
  /** Tables that belong to the server. */
  others: string[];
}

const REALMS = 'realms';
const MESSAGES = 'messages';

/** Columns that refer to a table without a foreign key, whose checks would cost too much. */
const REFERENCES: Record<string, string> = {
  user_id: 'users',
  sender_id: 'users',
  message_id: MESSAGES,
  stream_id: 'streams',
};

export function deletionPlan(columns: TableColumn[], foreignKeys: ForeignKey[]): DeletionPlan {
  const tables = [...new Set(columns.map(({ table }) => table))].toSorted();
  const columnsOf = (table: string): TableColumn[] =>
    columns.filter((column) => column.table === table);
  const referencesOf = (table: string): (ForeignKey & { isNullable: boolean })[] =>
    columnsOf(table).flatMap(({ column, isNullable }) => {
      const key = foreignKeys.find((one) => one.table === table && one.column === column);
      const target = key?.target ?? REFERENCES[column];
      return target === undefined ? [] : [{ table, column, target, isNullable }];
    });

  const conditionOf = (table: string, from: string[] = []): string | undefined => {
    if (table === REALMS) return 'id = $1';
    if (columnsOf(table).some(({ column }) => column === 'realm_id')) return 'realm_id = $1';
    for (const { column, target, isNullable } of referencesOf(table)) {
      if (isNullable || [table, ...from].includes(target)) continue;
      const condition = conditionOf(target, [table, ...from]);
      if (condition === undefined) continue;
      return `${quoted(column)} IN (SELECT id FROM ${quoted(target)} WHERE ${condition})`;
    }
    return undefined;
  };

  const owned = tables.filter((table) => table !== REALMS && conditionOf(table) !== undefined);
  const referencedTables = new Map(
    owned.map((table) => [
      table,
      new Set(referencesOf(table).flatMap(({ target }) => (target === table ? [] : [target]))),
    ]),
  );
  return {
    tables: sortForDeletion(owned, referencedTables).map((name) => ({
      name,
      condition: conditionOf(name)!,
      ownReferences: referencesOf(name).flatMap(({ target, column, isNullable }) =>
        target === name && isNullable ? [column] : [],
      ),
    })),
    withMessages: owned.filter(
      (table) =>
        table !== MESSAGES && columnsOf(table).some(({ column }) => column === 'message_id'),
    ),
    others: tables.filter((table) => table !== REALMS && !owned.includes(table)),
  };
}

/** Places each table before the tables that it refers to. */
function sortForDeletion(
  tables: string[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => ![...left].some((one) => references.get(one)!.has(table)),
    );
    if (free.length === 0)
      throw new Error(`The tables ${[...left].join(', ')} refer to each other`);
    for (const table of free) left.delete(table);
    order.push(...free);
  }
  return order;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
