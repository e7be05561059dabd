/** Replaces halves of surrogate pairs, which can be neither stored nor encoded in URLs. */
export function wellFormed(value: string): string {
  return value.toWellFormed();
}
