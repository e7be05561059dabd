import { getMetadataArgsStorage } from 'typeorm';
import { NamingStrategy } from './naming-strategy.js';

const namingStrategy = new NamingStrategy();

/**
 * All columns of an entity as `id AS "id", url_template AS "urlTemplate", …`, so that the rows of an
 * SQL statement have the type of the entity. `table` is the alias of the table in the statement.
 */
export function selectList(entity: new () => object, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`;
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => {
      return `${prefix}${namingStrategy.columnName(propertyName, options.name)} AS "${propertyName}"`;
    })
    .join(', ');
}
