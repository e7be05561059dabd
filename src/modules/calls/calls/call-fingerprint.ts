// Compares a request with an earlier request that has the same idempotency key.
import { sha256 } from '#platform/crypto.js';

/** SHA-256 of JSON values, independent of the order of keys in objects. */
export function fingerprint(...parts: unknown[]): Buffer {
  return sha256(JSON.stringify(parts.map((part) => sorted(part ?? null))));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
