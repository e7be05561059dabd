import type { ObjectLiteral, Repository } from 'typeorm';

/**
 * Inserts the row unless one with the same key, or the same values in a unique index, exists. Sets
 * generated columns of `row`. Returns whether the row was inserted.
 */
export async function insertOrIgnore<Entity extends ObjectLiteral>(
  repository: Repository<Entity>,
  row: Entity,
): Promise<boolean> {
  const keys = repository.metadata.primaryColumns.map(({ propertyPath }) => propertyPath);
  const result = await repository
    .createQueryBuilder()
    .insert()
    .values(row)
    .orIgnore()
    .returning(keys)
    .execute();
  return (result.raw as object[]).length > 0;
}
