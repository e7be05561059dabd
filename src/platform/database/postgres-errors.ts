const UNIQUE_VIOLATION = '23505';

/** Whether the error, of pg or of TypeORM, reports the violation of a unique key or index. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === UNIQUE_VIOLATION;
}
