// The visibility policy of a topic into which another one was moved.
import { VISIBILITY_POLICIES, type VisibilityPolicy } from './visibility-policies.js';

export type Policy = VisibilityPolicy | 0;

/**
 * Returns the policy of the target topic. An empty target takes the old policy. Otherwise no user
 * misses messages: unmuted wins over the other policies, and followed wins over none.
 */
export function mergedPolicy(old: Policy, target: Policy, targetWasEmpty: boolean): Policy {
  const { none, unmuted, followed } = VISIBILITY_POLICIES;
  if (targetWasEmpty) return old === none ? target : old;
  if (old === target) return target;
  const both = [old, target];
  if (both.includes(unmuted)) return unmuted;
  return both.includes(followed) && both.includes(none) ? followed : none;
}
