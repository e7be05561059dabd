// Membership test for the id lists in event payloads. Every queue of a realm tests the same list, so
// a long list gets a Set, which is cached as long as the list lives.
const MAX_LINEAR_SEARCH = 32;
const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** The list must not change after the first call. */
export function isAmong(ids: readonly number[], id: number): boolean {
  if (ids.length <= MAX_LINEAR_SEARCH) return ids.includes(id);
  let set = sets.get(ids);
  if (!set) {
    set = new Set(ids);
    sets.set(ids, set);
  }
  return set.has(id);
}
