// Who holds a permission: a group, or an unnamed set of people and groups. Every value is kept in
// its canonical form, so that equal values look equal.

export type GroupSettingValue = number | AnonymousGroup;

interface AnonymousGroup {
  direct_members: number[];
  direct_subgroups: number[];
}

/** Sorted, without repetitions; a set of one group and nobody else is that group. */
export function canonicalGroupSetting(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const members = distinct(value.direct_members);
  const subgroups = distinct(value.direct_subgroups);
  const [only] = subgroups;
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only;
  return { direct_members: members, direct_subgroups: subgroups };
}

function distinct(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** Says what is wrong with a value that should be a group setting, or undefined. */
export function groupSettingProblem(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? undefined : 'is not a group ID';
  if (typeof value !== 'object' || value === null) return 'is not a group ID or an object';
  const {
    direct_members: members,
    direct_subgroups: subgroups,
    ...rest
  } = value as Record<string, unknown>;
  const isIds = (ids: unknown): boolean => Array.isArray(ids) && ids.every(Number.isSafeInteger);
  if (!isIds(members)) return '["direct_members"] is not a list of integers';
  if (!isIds(subgroups)) return '["direct_subgroups"] is not a list of integers';
  const [unknown] = Object.keys(rest);
  return unknown === undefined ? undefined : `has an unexpected key "${unknown}"`;
}
