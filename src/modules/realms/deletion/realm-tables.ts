// Which rows of the database are an organization's, and in what order they can go. It follows from the
// schema itself, so that no table is forgotten: a table names its organization, or it names something
// that belongs to one.

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
  /** Which rows are those of the organization $1. */
  condition: string;
  /** Columns by which rows of the table name each other, and which can be empty. */
  ownReferences: string[];
}

export interface DeletionPlan {
  /** What can go first comes first. The organizations themselves are not among them. */
  tables: RealmTable[];
  /** Tables that have a row for a message, which names it in the column `message_id`. */
  withMessages: string[];
  /** Tables of the whole server. */
  others: string[];
}

const REALMS = 'realms';
const MESSAGES = 'messages';

/** Columns that name something without a foreign key, where a check would cost too much. */
const NAMES: Record<string, string> = {
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
      const target = key?.target ?? NAMES[column];
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
  const namesOthers = new Map(
    owned.map((table) => [
      table,
      new Set(referencesOf(table).flatMap(({ target }) => (target === table ? [] : [target]))),
    ]),
  );
  return {
    tables: ordered(owned, namesOthers).map((name) => ({
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

/** What is named by others comes after them. */
function ordered(tables: string[], names: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((table) => ![...left].some((one) => names.get(one)!.has(table)));
    if (free.length === 0) throw new Error(`The tables ${[...left].join(', ')} name each other`);
    for (const table of free) left.delete(table);
    order.push(...free);
  }
  return order;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
