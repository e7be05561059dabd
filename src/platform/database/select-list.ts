import type { ObjectLiteral, Repository } from 'typeorm';

/**
 * All columns of an entity as `alias.url_template AS "urlTemplate", …`, so that the rows of an SQL
 * statement have the type of the entity.
 */
export function selectList({ metadata }: Repository<ObjectLiteral>, alias: string): string {
  return metadata.columns
    .map(({ databaseName, propertyName }) => `${alias}.${databaseName} AS "${propertyName}"`)
    .join(', ');
}
