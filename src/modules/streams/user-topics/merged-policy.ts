// What people made of two topics that become one.
import { VISIBILITY_POLICIES, type VisibilityPolicy } from './user-topics.view.js';

export type Policy = VisibilityPolicy | 0;

/**
 * The policy for the topic that messages went to. Into an empty topic the old policy moves along.
 * Where two topics meet, nobody misses what they wanted to see: unmuted wins over the rest, and
 * who follows one of them and has nothing against the other follows both.
 */
export function mergedPolicy(old: Policy, target: Policy, targetWasEmpty: boolean): Policy {
  const { none, unmuted, followed } = VISIBILITY_POLICIES;
  if (targetWasEmpty) return old === none ? target : old;
  if (old === target) return target;
  const both = [old, target];
  if (both.includes(unmuted)) return unmuted;
  return both.includes(followed) && both.includes(none) ? followed : none;
}
