// Looks for one of many ids in a list that is part of an event. Each queue asks the same list, and
// an event about thousands of people goes to thousands of queues.
const SEARCHED_IN_ORDER = 32;
const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** The list must not change any more. */
export function isAmong(ids: readonly number[], id: number): boolean {
  if (ids.length <= SEARCHED_IN_ORDER) return ids.includes(id);
  let set = sets.get(ids);
  if (!set) {
    set = new Set(ids);
    sets.set(ids, set);
  }
  return set.has(id);
}
