// Values of group settings: a group, or an unnamed set of users and groups. Values are stored in
// canonical form, so that equal values compare equal.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#platform/http/api-error.js';
import { atPath, isObject, unexpectedKeyProblem } from '#platform/http/parameters/json-object.js';

export type GroupSettingValue = number | AnonymousGroup;

interface AnonymousGroup {
  direct_members: number[];
  direct_subgroups: number[];
}

/** A change of a group setting, with an optional expected old value. */
export interface GroupSettingUpdate {
  new: GroupSettingValue;
  old?: GroupSettingValue;
}

/** Sorts and removes duplicates; a set of exactly one group becomes that group. */
export function canonicalGroupSetting(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const members = distinct(value.direct_members);
  const subgroups = distinct(value.direct_subgroups);
  const [only] = subgroups;
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only;
  return { direct_members: members, direct_subgroups: subgroups };
}

export function isSameGroupSetting(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return isDeepStrictEqual(canonicalGroupSetting(a), canonicalGroupSetting(b));
}

/** Throws EXPECTATION_MISMATCH if the expected old value differs from the current one. */
export function checkExpectation(
  name: string,
  update: GroupSettingUpdate,
  existing: GroupSettingValue,
): void {
  if (update.old === undefined || isSameGroupSetting(update.old, existing)) return;
  throw new ApiError('EXPECTATION_MISMATCH', 400, `${name} was changed by another request`, {
    field_name: name,
  });
}

function distinct(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** Returns the problem of a group setting; undefined if it is valid. */
export function groupSettingProblem(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? undefined : 'is not a group ID';
  if (!isObject(value)) return 'is not a group ID or an object';
  const { direct_members: members, direct_subgroups: subgroups } = value;
  const isIdList = (ids: unknown): boolean => Array.isArray(ids) && ids.every(Number.isSafeInteger);
  if (!isIdList(members)) return '["direct_members"] is not a list of integers';
  if (!isIdList(subgroups)) return '["direct_subgroups"] is not a list of integers';
  return unexpectedKeyProblem(value, ['direct_members', 'direct_subgroups']);
}

/** Returns the problem of a change of a group setting; undefined if it is valid. */
export function groupSettingUpdateProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object';
  const unexpected = unexpectedKeyProblem(value, ['new', 'old']);
  if (unexpected !== undefined) return unexpected;
  const { new: next, old } = value;
  if (next === undefined) return '["new"] is required';
  return memberProblem('new', next) ?? (old === undefined ? undefined : memberProblem('old', old));
}

function memberProblem(name: string, value: unknown): string | undefined {
  const problem = groupSettingProblem(value);
  return problem === undefined ? undefined : atPath(`["${name}"]`, problem);
}
