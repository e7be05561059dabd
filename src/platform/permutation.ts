/** Whether `order` contains every one of `ids` once and nothing else. */
export function isPermutationOf(order: readonly number[], ids: readonly number[]): boolean {
  const remaining = new Set(ids);
  return order.length === ids.length && order.every((id) => remaining.delete(id));
}
