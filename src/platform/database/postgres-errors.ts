const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed on a unique key or index, be it of pg or of TypeORM. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === UNIQUE_VIOLATION;
}
