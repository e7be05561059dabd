// The names that TypeORM derives for entities: columns in snake_case, and keys as PostgreSQL names those of
// a CREATE TABLE, so that entities and migrations agree without explicit names.
import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Converts `stillFileName` to `still_file_name`. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export class NamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return [this.getTableName(table), ...columns, 'key'].join('_');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return [this.getTableName(table), ...columns, 'fkey'].join('_');
  }
}
